package dev.siteagent.digitalocean.order;

import dev.siteagent.spi.PermanentBackendException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The tags that a droplet is made with. */
final class Tags {
    private static final Logger log = LoggerFactory.getLogger(Tags.class);
    private static final Pattern VALID = Pattern.compile("[a-zA-Z0-9_\\-:]{1,255}");

    /** What only the agent itself may write: marks of ownership, and of the installation that sweeps by them. */
    private static final List<String> RESERVED = List.of(OwnerTag.PREFIX, OwnerTag.MACHINE_PREFIX, "hobbyfarm-site:");

    private Tags() {}

    /**
     * Returns the owner's tag and the union of the others, in this order, each once without regard to case.
     *
     * @param owner the tag of the owner
     * @param defaults tags of the settings
     * @param ordered tags of the order
     * @throws PermanentBackendException when DigitalOcean would refuse a tag
     */
    static List<String> of(String owner, List<String> defaults, List<String> ordered) throws PermanentBackendException {
        List<String> tags = new ArrayList<>(List.of(owner));
        for (String tag : Stream.concat(defaults.stream(), ordered.stream()).toList()) {
            if (isReserved(tag)) {
                log.warn("Tag {} is dropped: only the agent itself marks who a droplet belongs to", tag);
            } else if (!VALID.matcher(tag).matches()) {
                throw new PermanentBackendException("DigitalOcean does not accept the tag '" + tag
                        + "': it may have letters, digits, '_', '-' and ':', at most 255. Correct tags");
            } else if (tags.stream().noneMatch(tag::equalsIgnoreCase)) {
                tags.add(tag);
            }
        }
        return List.copyOf(tags);
    }

    private static boolean isReserved(String tag) {
        String lower = tag.strip().toLowerCase(Locale.ROOT);
        return RESERVED.stream().anyMatch(lower::startsWith);
    }
}
