package dev.siteagent.core.reports;

import dev.siteagent.core.waldur.OfferingUser;
import dev.siteagent.core.waldur.OfferingUserState;
import dev.siteagent.core.waldur.OfferingUsers;
import dev.siteagent.core.waldur.WaldurRejectedException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The addresses of the users at an offering, by which Waldur knows whose part of a usage it is. Listed when the first is
 * asked for.
 */
final class UserLinks {
    private static final Logger log = LoggerFactory.getLogger(UserLinks.class);
    private static final String ADDRESS = "url";
    private static final Set<OfferingUserState> OK = Set.of(OfferingUserState.OK);

    private final OfferingUsers waldur;
    private final UUID offering;
    private Map<String, String> addresses;

    UserLinks(OfferingUsers waldur, UUID offering) {
        this.waldur = waldur;
        this.offering = offering;
    }

    /** Returns the addresses of those users that Waldur knows by these names. */
    Map<String, String> of(Collection<String> usernames) throws InterruptedException {
        if (addresses == null) {
            addresses = list();
        }
        Map<String, String> known = new HashMap<>(addresses);
        known.keySet().retainAll(Set.copyOf(usernames));
        return known;
    }

    private Map<String, String> list() throws InterruptedException {
        Map<String, String> listed = new HashMap<>();
        try {
            List<OfferingUser> users =
                    waldur.list(offering, OK, null, List.of(ADDRESS)).items();
            for (OfferingUser user : users) {
                if (user.attributes().get(ADDRESS) instanceof String address
                        && !user.username().isBlank()) {
                    listed.put(user.username(), address);
                }
            }
        } catch (WaldurRejectedException e) {
            log.warn("Users' parts of usage are reported by username alone: {}", e.getMessage());
        }
        return listed;
    }
}
