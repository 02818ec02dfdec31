package dev.siteagent.digitalocean;

import dev.siteagent.digitalocean.api.ApiConnection;
import dev.siteagent.spi.Secret;
import dev.siteagent.spi.Setting;
import dev.siteagent.spi.Warning;
import jakarta.validation.Valid;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import java.net.URI;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The settings of an offering that DigitalOcean serves. What the file lacks is null, or the default where there is one.
 *
 * @param token API token
 * @param defaultRegion region of orders that give none
 * @param defaultImage image of orders that give none, slug or id
 * @param defaultSize size of orders that give none
 * @param defaultUserData cloud-init user data of orders that give none
 * @param defaultTags tags of every droplet
 * @param defaultSshKeyId id of the SSH key of orders that give none
 * @param defaultSshKeyFingerprint fingerprint of that key
 * @param defaultSshKeyName name of a key that is registered
 * @param defaultSshPublicKey public key, registered if it is not in the account
 * @param sizeMapping size slug to component type to limit in Waldur's units
 * @param apiUrl address of the API, for a proxy or a test server
 * @param vpcUuid VPC of every droplet
 * @param ipv6 whether droplets have a public IPv6 address
 * @param backups whether droplets are backed up
 * @param backupPolicy when they are backed up
 * @param monitoring whether the metrics agent is installed
 * @param dropletAgent whether the agent for the web console is installed
 * @param firewallTags tags that the account's firewalls apply to
 * @param projectId project that droplets are assigned to
 * @param waitFor when a droplet is in service: {@code active}, or {@code port:22} when that port answers
 */
public record DigitalOceanSettings(
        @NotNull(payload = Warning.class, message = "is missing: the backend cannot start without a token")
        @Setting(description = "API token, see its scopes below")
        Secret token,

        @Setting(description = "region of orders that give none, such as ams3")
        String defaultRegion,

        @Setting(description = "image of orders that give none, slug or id")
        String defaultImage,

        @Setting(description = "size of orders that give none, such as s-1vcpu-1gb")
        String defaultSize,

        @Setting(description = "cloud-init user data of orders that give none, at most 64 KiB")
        String defaultUserData,

        @Setting(description = "tags on every droplet")
        List<
                        @Pattern(
                                regexp = "[a-zA-Z0-9_\\-:]{1,255}",
                                payload = Warning.class,
                                message = "may have letters, digits, '_', '-', ':'")
                        String>
                defaultTags,

        @Setting(description = "id of the SSH key of orders that give none") @Positive
        Long defaultSshKeyId,

        @Setting(description = "its fingerprint, used where there is no id")
        String defaultSshKeyFingerprint,

        @Setting(description = "name of a key that the agent registers", defaultValue = "waldur-site-agent")
        String defaultSshKeyName,

        @Setting(
                description =
                        "the public key itself, used where there is neither; registered if it is not in the account")
        String defaultSshPublicKey,

        @Setting(description = "size, then component, then limit in Waldur's units")
        Map<
                        String,
                        @NotNull(message = "must list the limits that stand for the size") Map<
                                String, @NotNull(message = "must be a number") Long>>
                sizeMapping,

        @Setting(description = "address of the API, for a proxy or a test server")
        URI apiUrl,

        @Setting(description = "UUID of the VPC network of every droplet")
        String vpcUuid,

        @Setting(description = "give droplets a public IPv6 address", defaultValue = "as DigitalOcean does")
        Boolean ipv6,

        @Setting(description = "back droplets up", defaultValue = "as DigitalOcean does")
        Boolean backups,

        @Setting(description = "when droplets are backed up; turns backups on") @Valid
        BackupPolicy backupPolicy,

        @Setting(description = "install the metrics agent", defaultValue = "as DigitalOcean does")
        Boolean monitoring,

        @Setting(description = "install the agent for the web console", defaultValue = "as DigitalOcean does")
        Boolean dropletAgent,

        @Setting(description = "tags that the account's firewalls apply to")
        List<
                        @Pattern(
                                regexp = "[a-zA-Z0-9_\\-:]{1,255}",
                                payload = Warning.class,
                                message = "may have letters, digits, '_', '-', ':'")
                        String>
                firewallTags,

        @Setting(description = "UUID of the project that droplets are assigned to", defaultValue = "the account's own")
        String projectId,

        @Setting(
                description =
                        "when an order is done: the droplet is active, or that port of its public address answers, such as port:22")
        @Pattern(regexp = "active|port:[0-9]{1,5}", message = "must be 'active' or 'port:' and a number")
        String waitFor) {

    /** Puts the defaults where the file says nothing. */
    public DigitalOceanSettings {
        defaultTags = withoutNulls(defaultTags);
        firewallTags = withoutNulls(firewallTags);
        sizeMapping = sizeMapping == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(sizeMapping));
        apiUrl = Objects.requireNonNullElse(apiUrl, ApiConnection.PUBLIC_URL);
        waitFor = Objects.requireNonNullElse(waitFor, "active");
    }

    /** Whether the token can be used at all. */
    @AssertTrue(payload = Warning.class, message = "token is blank: the backend cannot start without a token")
    public boolean isTokenUsable() {
        return token == null || !token.isBlank();
    }

    /** The items that say something: one that is left empty in the file is null. */
    private static List<String> withoutNulls(List<String> items) {
        return items == null
                ? List.of()
                : items.stream().filter(Objects::nonNull).toList();
    }

    /** Leaves out what may hold secrets. */
    @Override
    public String toString() {
        return "DigitalOceanSettings[" + apiUrl + "]";
    }

    /**
     * When droplets are backed up.
     *
     * @param plan {@code daily} or {@code weekly}
     * @param weekday day of weekly backups, {@code SUN} to {@code SAT}
     * @param hour start of the window, UTC: 0, 4, 8, 12, 16 or 20
     */
    public record BackupPolicy(
            @NotNull
            @Pattern(regexp = "daily|weekly", message = "must be daily or weekly")
            @Setting(description = "how often")
            String plan,

            @Setting(description = "day of weekly backups")
            @Pattern(regexp = "SUN|MON|TUE|WED|THU|FRI|SAT", message = "must be SUN, MON, … or SAT")
            String weekday,

            @Setting(description = "start of the window, UTC: 0, 4, 8, 12, 16 or 20")
            Integer hour) {
        /** Whether the window starts at an hour that DigitalOcean offers. */
        @AssertTrue(message = "hour must be 0, 4, 8, 12, 16 or 20")
        public boolean isHourOffered() {
            return hour == null || (hour >= 0 && hour <= 20 && hour % 4 == 0);
        }
    }
}
