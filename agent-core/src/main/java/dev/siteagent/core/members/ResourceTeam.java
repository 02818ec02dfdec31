package dev.siteagent.core.members;

import dev.siteagent.core.waldur.ProviderResources;
import dev.siteagent.core.waldur.Sleeper;
import dev.siteagent.core.waldur.TeamMember;
import dev.siteagent.spi.BackendTraits;
import dev.siteagent.spi.BackendTraits.UserResolution;
import dev.siteagent.spi.Member;
import dev.siteagent.spi.OfferingUser;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Reads who belongs to a resource: the team of its project, as far as they have an account at the offering. */
public final class ResourceTeam {
    private final ProviderResources resources;
    private final OfferingAccounts accounts;
    private final BackendTraits traits;
    private final Sleeper sleeper;

    /**
     * Reads teams for one backend.
     *
     * @param resources where teams are
     * @param accounts the accounts at the offering
     * @param traits how the backend knows users, and how often an empty team is asked for again
     * @param sleeper how to wait between
     */
    public ResourceTeam(ProviderResources resources, OfferingAccounts accounts, BackendTraits traits, Sleeper sleeper) {
        this.resources = resources;
        this.accounts = accounts;
        this.traits = traits;
        this.sleeper = sleeper;
    }

    /** Returns the members of a resource's team whose account is there and has a name. */
    public List<Member> members(UUID resource) throws InterruptedException {
        List<TeamMember> team = team(resource);
        if (team.isEmpty()) {
            return List.of();
        }
        Map<UUID, OfferingUser> users = accounts.offeringUsers().stream()
                .filter(OfferingAccounts::usable)
                .collect(Collectors.toMap(OfferingUser::userUuid, Function.identity(), (first, second) -> first));
        List<Member> members = new ArrayList<>();
        for (TeamMember person : team) {
            OfferingUser user = users.get(person.uuid());
            if (user != null) {
                member(person, user).ifPresent(members::add);
            }
        }
        return members;
    }

    private List<TeamMember> team(UUID resource) throws InterruptedException {
        // An order can be faster than the first entry of its project's team.
        for (int attempt = 1; ; attempt++) {
            List<TeamMember> team = resources.team(resource, traits.consentedUsersOnly());
            if (!team.isEmpty() || attempt >= traits.teamFetchAttempts()) {
                return team;
            }
            sleeper.sleep(traits.teamFetchDelay());
        }
    }

    private Optional<Member> member(TeamMember person, OfferingUser user) {
        boolean bridged = traits.userResolution() == UserResolution.IDENTITY_BRIDGE;
        Optional<String> name = bridged ? text(user.userUsername()) : user.username();
        return name.map(username -> new Member(
                username,
                text(person.role()),
                text(user.attributes().get("email")),
                text(user.userUsername()),
                user.attributes()));
    }

    private static Optional<String> text(String text) {
        return Optional.ofNullable(text).filter(filled -> !filled.isBlank());
    }
}
