package dev.siteagent.digitalocean.api;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A droplet as DigitalOcean last described it.
 *
 * @param id its id, 64 bits
 * @param name its name
 * @param status its state
 * @param locked whether an action is in progress, so that it takes no other
 * @param sizeSlug its size, for example {@code s-1vcpu-1gb}
 * @param vcpus number of virtual CPUs
 * @param memoryMib memory in MiB
 * @param diskGib disk in GiB
 * @param transferTb monthly transfer of its size in TB; null when not told
 * @param region slug of its region; null when not told
 * @param image what it was made from; null for a retired image
 * @param createdAt when it was made; null when not told
 * @param networks its addresses
 * @param tags its tags, in the capitalisation that DigitalOcean returns
 * @param details everything that DigitalOcean said of it, as JSON values; empty where nobody asks for it
 */
public record Droplet(
        long id,
        String name,
        Status status,
        boolean locked,
        String sizeSlug,
        int vcpus,
        int memoryMib,
        int diskGib,
        Double transferTb,
        String region,
        Image image,
        Instant createdAt,
        Networks networks,
        List<String> tags,
        Map<String, Object> details) {

    /** Takes an unchangeable copy of the tags. */
    public Droplet {
        tags = List.copyOf(tags);
    }

    /** Returns the droplet without the details, which take most of its memory. */
    public Droplet withoutDetails() {
        return new Droplet(
                id,
                name,
                status,
                locked,
                sizeSlug,
                vcpus,
                memoryMib,
                diskGib,
                transferTb,
                region,
                image,
                createdAt,
                networks,
                tags,
                Map.of());
    }

    /** The states of a droplet. */
    public enum Status {
        /** Being made: no addresses yet. */
        NEW,
        /** Powered on. */
        ACTIVE,
        /** Powered off; still costs money. */
        OFF,
        /** Being destroyed or destroyed. */
        ARCHIVE,
        /** A state that DigitalOcean added later. */
        UNKNOWN;

        static Status of(String text) {
            for (Status status : values()) {
                if (status.slug().equals(text)) {
                    return status;
                }
            }
            return UNKNOWN;
        }

        /** Returns DigitalOcean's spelling, for example {@code active}. */
        public String slug() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Addresses of a droplet; each is null while it has none.
     *
     * @param publicIpv4 first public IPv4 address
     * @param privateIpv4 first private IPv4 address
     * @param publicIpv6 first public IPv6 address
     */
    public record Networks(String publicIpv4, String privateIpv4, String publicIpv6) {}
}
