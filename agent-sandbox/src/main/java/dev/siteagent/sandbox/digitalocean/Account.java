package dev.siteagent.sandbox.digitalocean;

/**
 * Whose droplets they are.
 *
 * @param uuid the account's id, 40 hex digits
 * @param teamUuid the team's id, 40 hex digits
 * @param teamName the team's name
 * @param email the owner's address
 */
public record Account(String uuid, String teamUuid, String teamName, String email) {
    static final Account SAMPLE = new Account(
            "b6fc89dbf6d9156cace5f3c78dc9851d957381ef",
            "5df3e3004a17e242b7c20ca6c9fc25b701a47ece",
            "Sandbox Team",
            "sandbox@example.com");
}
