package dev.siteagent.core.membership;

import dev.siteagent.core.members.OfferingAccounts;
import dev.siteagent.core.members.ProjectAccounts;
import dev.siteagent.core.members.ResourceTeam;
import dev.siteagent.core.members.Team;
import dev.siteagent.core.waldur.ProviderResources;
import dev.siteagent.core.waldur.ResourceState;
import dev.siteagent.core.waldur.WaldurException;
import dev.siteagent.spi.BackendTraits;
import dev.siteagent.spi.Member;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who shall have access to the resources of a project: one request a project. Only where resources share their members
 * and members must have consented, each resource of the project has a team of its own, of which the union counts.
 */
final class ProjectTeams {
    private static final Logger log = LoggerFactory.getLogger(ProjectTeams.class);

    private final ProviderResources resources;
    private final OfferingAccounts users;
    private final ResourceTeam teams;
    private final ProjectAccounts accounts;
    private final BackendTraits traits;
    private final Collection<ResourceState> states;
    private Set<String> usernames = Set.of();

    /**
     * Reads teams in one cycle.
     *
     * @param resources where resources are
     * @param users the users of the offering in this cycle
     * @param teams reads the team of a resource
     * @param traits what the backend is like
     * @param states the states of resources that count
     */
    ProjectTeams(
            ProviderResources resources,
            OfferingAccounts users,
            ResourceTeam teams,
            BackendTraits traits,
            Collection<ResourceState> states) {
        this.resources = resources;
        this.users = users;
        this.teams = teams;
        this.accounts = new ProjectAccounts(users);
        this.traits = traits;
        this.states = states;
    }

    /**
     * Returns who shall have access to each resource of a project.
     *
     * @param group resources of one project, at least one
     * @param present whether any of them has members now, so that an empty team is not believed at once
     * @return one answer for each resource
     */
    Map<UUID, Wanted> of(List<Synced> group, boolean present) throws InterruptedException {
        UUID project = group.get(0).project();
        boolean anyOpen = group.stream().anyMatch(resource -> !resource.restricted());
        Team team = anyOpen ? team(group, present) : Team.EMPTY;
        ProjectAccounts.Names names = anyOpen ? accounts.of(project) : ProjectAccounts.Names.NONE;
        if (!names.complete()) {
            rememberUsernames();
        }
        Map<UUID, Wanted> wanted = new LinkedHashMap<>();
        for (Synced resource : group) {
            boolean restricted = traits.sharedProjectMembership() ? !anyOpen : resource.restricted();
            wanted.put(resource.uuid(), new Wanted(restricted, team, names, name -> usernames.contains(name)));
        }
        return wanted;
    }

    private Team team(List<Synced> group, boolean present) throws InterruptedException {
        if (!traits.sharedProjectMembership() || !traits.consentedUsersOnly()) {
            return teams.of(group.get(0).uuid(), present);
        }
        Map<String, Member> members = new LinkedHashMap<>();
        Set<String> unsettled = new HashSet<>();
        boolean complete = true;
        for (UUID resource : siblings(group)) {
            Team team = teams.of(resource, false);
            team.members().forEach(member -> members.putIfAbsent(member.username(), member));
            unsettled.addAll(team.unsettled());
            complete &= team.complete();
        }
        return new Team(List.copyOf(members.values()), unsettled, complete);
    }

    /** Returns the resources of the group and those of other offerings in the same project, as far as they can be seen. */
    private Set<UUID> siblings(List<Synced> group) throws InterruptedException {
        Set<UUID> siblings = new LinkedHashSet<>();
        group.forEach(resource -> siblings.add(resource.uuid()));
        try {
            siblings.addAll(resources.uuidsOfProject(group.get(0).project(), states));
        } catch (WaldurException e) {
            log.warn(
                    "The other resources of project {} cannot be listed; only those of this offering count. {}",
                    group.get(0).project(),
                    e.getMessage());
        }
        return siblings;
    }

    private void rememberUsernames() throws InterruptedException {
        if (usernames.isEmpty()) {
            Set<String> names = new HashSet<>();
            users.offeringUsers().forEach(user -> {
                user.username().ifPresent(names::add);
                Optional.of(user.userUsername()).filter(name -> !name.isBlank()).ifPresent(names::add);
            });
            usernames = names;
        }
    }
}
