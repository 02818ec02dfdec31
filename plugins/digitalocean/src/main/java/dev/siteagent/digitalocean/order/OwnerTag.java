package dev.siteagent.digitalocean.order;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/**
 * The tag that says which Waldur resource a droplet belongs to, {@code waldur-resource:<32 hex digits>}.
 *
 * <p>Tags are compared without case: DigitalOcean may return another capitalisation than it was given.
 */
public final class OwnerTag {
    /** How the tags of Waldur resources start. */
    public static final String PREFIX = "waldur-resource:";

    /** How the tags of HobbyFarm's machines start. */
    public static final String MACHINE_PREFIX = "hobbyfarm-vm:";

    private static final List<String> OWNER_PREFIXES = List.of(PREFIX, MACHINE_PREFIX);

    private OwnerTag() {}

    /**
     * Returns the tag of a resource.
     *
     * @param resource the resource's UUID
     */
    public static String of(UUID resource) {
        return PREFIX + resource.toString().replace("-", "");
    }

    /** Returns whether the tag claims to name a Waldur resource. */
    public static boolean isResource(String tag) {
        return startsWith(tag, PREFIX);
    }

    /** Returns whether the tag names an owner of any kind. */
    public static boolean isOwner(String tag) {
        return OWNER_PREFIXES.stream().anyMatch(prefix -> startsWith(tag, prefix));
    }

    /**
     * Returns the tags that name an owner, in lower case and each once.
     *
     * @param tags the tags of a droplet
     * @param known the tag of one owner, in lower case, which counts whatever it looks like
     */
    public static List<String> ownersIn(Collection<String> tags, String known) {
        return tags.stream()
                .map(tag -> tag.toLowerCase(Locale.ROOT))
                .filter(tag -> isOwner(tag) || tag.equals(known))
                .distinct()
                .toList();
    }

    private static boolean startsWith(String tag, String prefix) {
        return tag.toLowerCase(Locale.ROOT).startsWith(prefix);
    }
}
