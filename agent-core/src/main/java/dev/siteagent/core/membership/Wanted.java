package dev.siteagent.core.membership;

import dev.siteagent.core.members.ProjectAccounts;
import dev.siteagent.core.members.Team;
import dev.siteagent.spi.Member;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Who shall have access to a resource.
 *
 * @param restricted whether nobody shall
 * @param team the team
 * @param accounts the project's service and course accounts
 * @param offeringUser tells whether a name is that of a user of the offering, and so no account's that could not be read
 */
record Wanted(boolean restricted, Team team, ProjectAccounts.Names accounts, Predicate<String> offeringUser) {
    /** Returns the team's usernames. */
    Set<String> teamNames() {
        return team.members().stream().map(Member::username).collect(Collectors.toSet());
    }

    /** Returns those of the present ones who shall go, closed accounts left out. */
    Set<String> stale(Set<String> present) {
        Set<String> stale = new HashSet<>(present);
        if (restricted) {
            return stale;
        }
        if (!team.complete()) {
            return Set.of();
        }
        stale.removeAll(teamNames());
        stale.removeAll(team.unsettled());
        stale.removeAll(accounts.active());
        stale.removeAll(accounts.closed());
        stale.removeAll(accounts.unsettled());
        if (!accounts.complete()) {
            // An unknown name may be that of an account.
            stale.removeIf(offeringUser.negate());
        }
        return stale;
    }

    /** Returns the closed accounts among the present ones. */
    Set<String> closed(Set<String> present) {
        if (!team.complete()) {
            return Set.of();
        }
        Set<String> closed = new HashSet<>(accounts.closed());
        closed.retainAll(present);
        closed.removeAll(teamNames());
        closed.removeAll(team.unsettled());
        return closed;
    }
}
