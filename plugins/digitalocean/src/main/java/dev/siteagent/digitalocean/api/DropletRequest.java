package dev.siteagent.digitalocean.api;

import java.util.List;
import java.util.Objects;

/**
 * A droplet to be made.
 *
 * @param name its name, in the form that DigitalOcean asks for
 * @param region slug of the region
 * @param size slug of the size
 * @param image slug, or id in digits, of the image
 * @param sshKeyIds ids of the account's keys that may log in
 * @param tags its tags
 * @param userData cloud-init user data; null for none
 * @param features what else it shall have
 */
public record DropletRequest(
        String name,
        String region,
        String size,
        String image,
        List<Long> sshKeyIds,
        List<String> tags,
        String userData,
        Features features) {

    /** Checks that what every droplet needs is there. */
    public DropletRequest {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(region, "region");
        Objects.requireNonNull(size, "size");
        Objects.requireNonNull(image, "image");
        Objects.requireNonNull(features, "features");
        sshKeyIds = List.copyOf(sshKeyIds);
        tags = List.copyOf(tags);
    }

    /** Leaves out the user data, which often holds passwords. */
    @Override
    public String toString() {
        return "DropletRequest[name=" + name + ", region=" + region + ", size=" + size + ", image=" + image + "]";
    }

    /**
     * What a droplet may have besides; null leaves the choice to DigitalOcean.
     *
     * @param backups whether it is backed up
     * @param backupPolicy when it is backed up
     * @param ipv6 whether it has a public IPv6 address
     * @param monitoring whether the metrics agent is installed
     * @param dropletAgent whether the agent for the web console is installed
     * @param privateNetworking the old way to ask for a private address
     * @param vpcUuid uuid of the VPC it is in
     */
    public record Features(
            Boolean backups,
            BackupPolicy backupPolicy,
            Boolean ipv6,
            Boolean monitoring,
            Boolean dropletAgent,
            Boolean privateNetworking,
            String vpcUuid) {
        /** Everything as DigitalOcean chooses. */
        public static final Features NONE = new Features(null, null, null, null, null, null, null);
    }

    /**
     * When a droplet is backed up.
     *
     * @param plan {@code daily} or {@code weekly}
     * @param weekday day of weekly backups, {@code SUN} to {@code SAT}; null leaves it to DigitalOcean
     * @param hour hour at which the window starts, UTC: 0, 4, 8, 12, 16 or 20; null leaves it to DigitalOcean
     */
    public record BackupPolicy(String plan, String weekday, Integer hour) {
        /** Checks that there is a plan. */
        public BackupPolicy {
            Objects.requireNonNull(plan, "plan");
        }
    }
}
