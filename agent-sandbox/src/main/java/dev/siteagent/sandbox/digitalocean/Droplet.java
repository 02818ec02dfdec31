package dev.siteagent.sandbox.digitalocean;

import java.time.Instant;
import java.util.List;
import java.util.Locale;

/**
 * A droplet as the API shows it at one moment.
 *
 * @param id above 2³¹
 * @param name the host name
 * @param status what it does
 * @param locked true while an action is in progress
 * @param region the region's slug
 * @param size the size, with a disk that may differ from {@code disk} after a resize without the disk
 * @param memory MiB
 * @param vcpus number of virtual processors
 * @param disk GiB, never less than it once was
 * @param image the image, null where it was retired
 * @param tags as they were first spelled
 * @param sshKeys ids of the keys it was made with
 * @param userData the cloud-init data, empty where none was given; may hold secrets, so not in {@code toString}
 * @param publicIpv4 null before it has booted
 * @param privateIpv4 null before it has booted
 * @param publicIpv6 null before it has booted, and where none was asked for
 * @param features such as {@code ipv6}, {@code monitoring}
 * @param snapshots ids of its snapshots
 * @param vpcUuid the network it is in
 * @param createdAt when it was made
 */
public record Droplet(
        long id,
        String name,
        Status status,
        boolean locked,
        String region,
        Size size,
        int memory,
        int vcpus,
        int disk,
        Image image,
        List<String> tags,
        List<Long> sshKeys,
        String userData,
        String publicIpv4,
        String privateIpv4,
        String publicIpv6,
        List<String> features,
        List<Long> snapshots,
        String vpcUuid,
        Instant createdAt) {

    /** What a droplet does. */
    public enum Status {
        /** It boots for the first time. */
        NEW,
        /** It runs. */
        ACTIVE,
        /** It is powered off. */
        OFF,
        /** It was destroyed and only its record is left. */
        ARCHIVE;

        /** Returns the API's spelling. */
        public String wire() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Override
    public String toString() {
        return "Droplet[" + id + " " + name + ", " + status.wire() + (locked ? ", locked" : "") + ", " + region + ", "
                + size.slug() + ", tags " + tags + "]";
    }
}
