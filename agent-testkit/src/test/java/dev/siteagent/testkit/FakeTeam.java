package dev.siteagent.testkit;

import dev.siteagent.spi.Attempt;
import dev.siteagent.spi.ExistingMembersBackend;
import dev.siteagent.spi.Lookup;
import dev.siteagent.spi.Member;
import dev.siteagent.spi.MembershipReportBackend;
import dev.siteagent.spi.Resource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** A {@link FakeBackend} whose resources have members. */
class FakeTeam extends FakeBackend implements ExistingMembersBackend, MembershipReportBackend {
    private final FakeCloud cloud;
    /** Resource to username to role, of one cloud. */
    final Map<UUID, Map<String, String>> teams;

    FakeTeam(FakeCloud cloud, Map<UUID, Map<String, String>> teams) {
        super(cloud);
        this.cloud = cloud;
        this.teams = teams;
    }

    Map<String, String> team(Resource resource) {
        return teams.computeIfAbsent(resource.uuid(), uuid -> new ConcurrentHashMap<>());
    }

    @Override
    public Map<UUID, Lookup<Set<String>>> members(Collection<Resource> resources) {
        Map<UUID, Lookup<Set<String>>> found = new HashMap<>();
        for (Resource resource : resources) {
            found.put(
                    resource.uuid(),
                    cloud.running.contains(resource.uuid())
                            ? new Lookup.Present<>(Set.copyOf(team(resource).keySet()))
                            : new Lookup.Absent<>("it is gone"));
        }
        return found;
    }

    @Override
    public Map<String, Attempt<Boolean>> addMembers(Resource resource, Collection<Member> members) {
        Map<String, Attempt<Boolean>> results = new HashMap<>();
        for (Member member : members) {
            boolean added = team(resource).putIfAbsent(member.username(), role(member)) == null;
            results.put(member.username(), new Attempt.Succeeded<>(added));
        }
        return results;
    }

    static String role(Member member) {
        return member.role().orElse("PROJECT.MEMBER");
    }

    @Override
    public Map<String, Attempt<Boolean>> removeMembers(Resource resource, Set<String> usernames) {
        Map<String, Attempt<Boolean>> results = new HashMap<>();
        usernames.forEach(username ->
                results.put(username, new Attempt.Succeeded<>(team(resource).remove(username) != null)));
        return results;
    }

    @Override
    public void reconcileExisting(Resource resource, Collection<Member> existing) {
        existing.forEach(member -> team(resource).replace(member.username(), role(member)));
    }

    @Override
    public List<Grant> membershipReport(Resource resource) {
        List<Grant> grants = new ArrayList<>();
        team(resource)
                .forEach((username, role) ->
                        grants.add(new Grant(username, "resource", Optional.empty(), role, "synced", "")));
        return grants;
    }
}
