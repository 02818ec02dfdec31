package dev.siteagent.digitalocean.api;

/**
 * The account that a token belongs to.
 *
 * @param uuid the account's uuid
 * @param teamUuid uuid of the team that the token belongs to; null when the account has none
 * @param status {@code active}, {@code warning} or {@code locked}
 * @param statusMessage why it is not active; empty when there is nothing to say
 * @param dropletLimit how many droplets it may have at once
 */
public record Account(String uuid, String teamUuid, String status, String statusMessage, int dropletLimit) {
    /**
     * Returns what tells this account's droplets from another's: the team's uuid where there is one, since a person may
     * belong to several teams, else the account's.
     */
    public String identity() {
        return teamUuid == null ? uuid : teamUuid;
    }
}
