package dev.siteagent.core.members;

import dev.siteagent.spi.Member;
import java.util.List;
import java.util.Set;

/**
 * Who belongs to a resource.
 *
 * @param members those who shall have access
 * @param unsettled usernames of those whose account at the offering is not in order now: whoever has access keeps it, and
 *     nobody gets it
 * @param complete whether these are all; false when the list of the offering's users may lack some, and nobody shall lose
 *     access
 */
public record Team(List<Member> members, Set<String> unsettled, boolean complete) {
    /** Nobody. */
    public static final Team EMPTY = new Team(List.of(), Set.of(), true);

    /** Copies the collections. */
    public Team {
        members = List.copyOf(members);
        unsettled = Set.copyOf(unsettled);
    }
}
