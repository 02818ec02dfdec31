package dev.siteagent.core.members;

import dev.siteagent.core.waldur.ProviderResources;
import dev.siteagent.core.waldur.Sleeper;
import dev.siteagent.core.waldur.TeamMember;
import dev.siteagent.spi.BackendTraits;
import dev.siteagent.spi.BackendTraits.UserResolution;
import dev.siteagent.spi.Member;
import dev.siteagent.spi.OfferingUser;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

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

    /** Returns the members of a resource's team who can be given access. */
    public List<Member> members(UUID resource) throws InterruptedException {
        return of(resource, true).members();
    }

    /**
     * Returns who belongs to a resource.
     *
     * @param resource the resource
     * @param patiently whether an empty team is asked for again, as often as the backend says, before it is believed
     */
    public Team of(UUID resource, boolean patiently) throws InterruptedException {
        List<TeamMember> people = team(resource, patiently);
        if (people.isEmpty()) {
            return Team.EMPTY;
        }
        Map<UUID, OfferingUser> users = accounts.usersByUser();
        // One entry a name: a person with two roles is listed twice.
        Map<String, Member> members = new LinkedHashMap<>();
        Set<String> unsettled = new HashSet<>();
        for (TeamMember person : people) {
            Optional<OfferingUser> user = Optional.ofNullable(person.uuid()).map(users::get);
            if (bridged()) {
                bridgedMember(person, user).ifPresent(member -> members.putIfAbsent(member.username(), member));
            } else if (user.isPresent()) {
                settle(person, user.get(), members, unsettled);
            }
        }
        return new Team(List.copyOf(members.values()), unsettled, accounts.offeringUsersComplete());
    }

    private static void settle(
            TeamMember person, OfferingUser user, Map<String, Member> members, Set<String> unsettled) {
        if (OfferingAccounts.usable(user)) {
            String name = user.username().orElseThrow();
            members.putIfAbsent(name, member(person, user, name));
        } else if (OfferingAccounts.staying(user)) {
            user.username().ifPresent(unsettled::add);
        }
    }

    /**
     * A backend that knows users by the identity bridge makes their accounts itself, so nobody waits for one here. Who has
     * a state at the offering and is not among its users is restricted.
     */
    private static Optional<Member> bridgedMember(TeamMember person, Optional<OfferingUser> user) {
        Optional<String> name = text(person.username()).or(() -> user.flatMap(known -> text(known.userUsername())));
        if (name.isEmpty() || (user.isEmpty() && person.offeringUserState() != null)) {
            return Optional.empty();
        }
        if (user.isEmpty()) {
            return Optional.of(new Member(name.get(), text(person.role()), Optional.empty(), name, Map.of()));
        }
        return OfferingAccounts.staying(user.get())
                ? Optional.of(member(person, user.get(), name.get()))
                : Optional.empty();
    }

    private List<TeamMember> team(UUID resource, boolean patiently) throws InterruptedException {
        // An order can be faster than the first entry of its project's team.
        for (int attempt = 1; ; attempt++) {
            List<TeamMember> team = resources.team(resource, traits.consentedUsersOnly());
            if (!team.isEmpty() || !patiently || attempt >= traits.teamFetchAttempts()) {
                return team;
            }
            sleeper.sleep(traits.teamFetchDelay());
        }
    }

    private static Member member(TeamMember person, OfferingUser user, String username) {
        return new Member(
                username,
                text(person.role()),
                text(user.attributes().get("email")),
                text(user.userUsername()),
                user.attributes());
    }

    private boolean bridged() {
        return traits.userResolution() == UserResolution.IDENTITY_BRIDGE;
    }

    private static Optional<String> text(String text) {
        return Optional.ofNullable(text).filter(filled -> !filled.isBlank());
    }
}
