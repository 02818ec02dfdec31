package dev.siteagent.core.membership;

import dev.siteagent.spi.Attempt;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.ExistingMembersBackend;
import dev.siteagent.spi.Lookup;
import dev.siteagent.spi.Member;
import dev.siteagent.spi.MembershipReportBackend;
import dev.siteagent.spi.Resource;
import dev.siteagent.spi.UserLimitsBackend;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/** The same with members, their limits, and reports of grants. */
final class TestCluster extends TestCloud
        implements ExistingMembersBackend, MembershipReportBackend, UserLimitsBackend {
    /** Members by the id of their resource. */
    final Map<String, Set<String>> members = new TreeMap<>();

    /** The members as they were given last. */
    final Map<String, Member> given = new TreeMap<>();

    /** The members that were there already, as they were handed over last. */
    final Map<String, Member> reconciled = new TreeMap<>();

    /** Limits by {@code id/user}. */
    final Map<String, Map<String, Long>> userLimits = new TreeMap<>();

    final List<Grant> grants = new ArrayList<>();

    Machine add(String id, String... usernames) {
        members.put(id, new TreeSet<>(Set.of(usernames)));
        return add(id);
    }

    @Override
    public Map<UUID, Lookup<Set<String>>> members(Collection<Resource> resources) throws BackendException {
        fail("members", "");
        Map<UUID, Lookup<Set<String>>> found = new LinkedHashMap<>();
        resources.forEach(
                resource -> found.put(resource.uuid(), new Lookup.Present<>(new LinkedHashSet<>(of(resource)))));
        return found;
    }

    private Set<String> of(Resource resource) {
        return members.computeIfAbsent(id(resource), id -> new TreeSet<>());
    }

    @Override
    public Map<String, Attempt<Boolean>> addMembers(Resource resource, Collection<Member> added)
            throws BackendException {
        fail("add", id(resource));
        Map<String, Attempt<Boolean>> results = new LinkedHashMap<>();
        for (Member member : added) {
            calls.add("add " + member.username() + " to " + id(resource));
            given.put(member.username(), member);
            results.put(member.username(), attempt("add", member.username(), () -> of(resource)
                    .add(member.username())));
        }
        return results;
    }

    @Override
    public Map<String, Attempt<Boolean>> removeMembers(Resource resource, Set<String> usernames)
            throws BackendException {
        fail("remove", id(resource));
        Map<String, Attempt<Boolean>> results = new LinkedHashMap<>();
        for (String username : new TreeSet<>(usernames)) {
            calls.add("remove " + username + " from " + id(resource));
            results.put(username, attempt("remove", username, () -> of(resource).remove(username)));
        }
        return results;
    }

    private Attempt<Boolean> attempt(String operation, String username, java.util.function.BooleanSupplier change) {
        try {
            fail(operation, username);
            return new Attempt.Succeeded<>(change.getAsBoolean());
        } catch (BackendException e) {
            return new Attempt.Failed<>(e);
        }
    }

    @Override
    public void reconcileExisting(Resource resource, Collection<Member> existing) throws BackendException {
        fail("reconcile", id(resource));
        existing.forEach(member -> reconciled.put(member.username(), member));
    }

    @Override
    public List<Grant> membershipReport(Resource resource) throws BackendException {
        fail("report", id(resource));
        return grants;
    }

    /** A grant of a role to a user. */
    static Grant grant(String username, String scope, String state) {
        return new Grant(username, scope, Optional.empty(), "PROJECT.MEMBER", state, "");
    }

    @Override
    public Map<UUID, Lookup<Map<String, Map<String, Long>>>> userLimits(Collection<Resource> resources) {
        Map<UUID, Lookup<Map<String, Map<String, Long>>>> found = new LinkedHashMap<>();
        for (Resource resource : resources) {
            Map<String, Map<String, Long>> users = new TreeMap<>();
            userLimits.forEach((key, limits) -> {
                if (key.startsWith(id(resource) + "/")) {
                    users.put(key.substring(id(resource).length() + 1), limits);
                }
            });
            found.put(resource.uuid(), new Lookup.Present<>(users));
        }
        return found;
    }

    @Override
    public void setUserLimits(Resource resource, String username, Map<String, Long> limits) throws BackendException {
        fail("limit", username);
        calls.add("limit " + username + " on " + id(resource));
        userLimits.put(id(resource) + "/" + username, limits);
    }
}
