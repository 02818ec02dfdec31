package dev.siteagent.digitalocean.order;

import dev.siteagent.digitalocean.api.DropletRequest.Features;
import java.util.List;
import java.util.Objects;

/**
 * A droplet as it was ordered, with every default in place; only the SSH key is still to be found in the account.
 *
 * @param name its name
 * @param region slug of the region
 * @param size slug of the size
 * @param image slug, or id in digits, of the image
 * @param key the key that may log in
 * @param tags its tags, the owner's first
 * @param userData cloud-init user data; null for none
 * @param features what else it shall have
 * @param placement where it goes once it exists
 */
public record OrderedDroplet(
        String name,
        String region,
        String size,
        String image,
        KeyChoice key,
        List<String> tags,
        String userData,
        Features features,
        Placement placement) {
    /** Takes an unchangeable copy of the tags. */
    public OrderedDroplet {
        tags = List.copyOf(tags);
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(features, "features");
        Objects.requireNonNull(placement, "placement");
    }

    /** Leaves out the user data, which often holds passwords. */
    @Override
    public String toString() {
        return "OrderedDroplet[" + name + ", " + region + ", " + size + ", " + image + "]";
    }

    /**
     * What is left to do once the droplet exists.
     *
     * @param projectId uuid of the project to assign it to; null for the account's default one
     * @param waitFor when it is in service
     */
    public record Placement(String projectId, WaitFor waitFor) {}
}
