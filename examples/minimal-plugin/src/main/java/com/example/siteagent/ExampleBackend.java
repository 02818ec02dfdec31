package com.example.siteagent;

import dev.siteagent.spi.Attempt;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.BackendResource;
import dev.siteagent.spi.CreateRequest;
import dev.siteagent.spi.Diagnosis;
import dev.siteagent.spi.HistoricalUsageBackend;
import dev.siteagent.spi.ImportBackend;
import dev.siteagent.spi.LimitsBackend;
import dev.siteagent.spi.Lookup;
import dev.siteagent.spi.Member;
import dev.siteagent.spi.MembersBackend;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.Resource;
import dev.siteagent.spi.Usage;
import java.time.Clock;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/**
 * A "cloud" that is a folder: a resource is a file in it, its limits are the lines of the file.
 *
 * <p>The name of the file comes from the resource's UUID. That makes every call repeatable without any memory: a create
 * whose answer was lost finds the file the next time, in whatever process.
 *
 * <p>What a backend can do is told by the interfaces it implements. A plugin without members, usage or import leaves out the
 * interface and its methods.
 */
final class ExampleBackend implements LimitsBackend, MembersBackend, HistoricalUsageBackend, ImportBackend {
    private final ExampleFolder folder;
    private final String projectPrefix;
    private final Clock clock;
    private final ZoneId zone;

    ExampleBackend(ExampleFolder folder, String projectPrefix, Clock clock, ZoneId zone) {
        this.folder = folder;
        this.projectPrefix = projectPrefix;
        this.clock = clock;
        this.zone = zone;
    }

    // Health

    @Override
    public void ping() throws BackendException {
        folder.check();
    }

    @Override
    public Diagnosis diagnose() {
        try {
            folder.check();
            return new Diagnosis(
                    List.of(new Diagnosis.Finding(Diagnosis.Level.GOOD, "resources are kept in " + folder)));
        } catch (BackendException e) {
            return new Diagnosis(List.of(new Diagnosis.Finding(Diagnosis.Level.BAD, e.getMessage())));
        }
    }

    // Orders

    @Override
    public Outcome create(CreateRequest request) throws BackendException {
        String id = id(request.resource());
        if (!folder.has(id)) {
            String project = projectPrefix + request.resource().project().slug();
            folder.write(id, ExampleFolder.PARENT, List.of(project));
            folder.write(id, "", lines(request.resource().limits()));
        }
        return Outcome.ready(existing(id));
    }

    @Override
    public synchronized Outcome setLimits(Resource resource, Change change) throws BackendException {
        String id = id(resource);
        if (!folder.has(id)) {
            throw new PermanentBackendException(
                    "the resource " + resource.name() + " is gone: terminate it and order a new one");
        }
        Map<String, Long> limits = new LinkedHashMap<>(existing(id).limits());
        limits.putAll(change.limits());
        folder.write(id, "", lines(limits));
        return Outcome.ready(existing(id));
    }

    @Override
    public Outcome delete(Resource resource) throws BackendException {
        folder.delete(id(resource));
        return Outcome.done();
    }

    @Override
    public Map<UUID, Lookup<BackendResource>> read(Collection<Resource> resources) {
        return each(resources, resource -> existing(id(resource)));
    }

    // Members

    @Override
    public Map<UUID, Lookup<Set<String>>> members(Collection<Resource> resources) {
        return each(resources, resource -> membersOf(id(resource)));
    }

    @Override
    public synchronized Map<String, Attempt<Boolean>> addMembers(Resource resource, Collection<Member> members)
            throws BackendException {
        Set<String> all = membersOf(id(resource));
        Map<String, Attempt<Boolean>> results = new LinkedHashMap<>();
        members.forEach(member ->
                results.put(member.username(), new Attempt.Succeeded<>(all.add(member.username()))));
        folder.write(id(resource), ExampleFolder.MEMBERS, all);
        return results;
    }

    @Override
    public synchronized Map<String, Attempt<Boolean>> removeMembers(Resource resource, Set<String> usernames)
            throws BackendException {
        Set<String> all = membersOf(id(resource));
        Map<String, Attempt<Boolean>> results = new LinkedHashMap<>();
        usernames.forEach(username -> results.put(username, new Attempt.Succeeded<>(all.remove(username))));
        folder.write(id(resource), ExampleFolder.MEMBERS, all);
        return results;
    }

    private Set<String> membersOf(String id) throws BackendException {
        return new TreeSet<>(folder.read(id, ExampleFolder.MEMBERS));
    }

    // Usage

    @Override
    public Map<UUID, Lookup<Usage>> currentUsage(Collection<Resource> resources) {
        return usageOf(resources, YearMonth.from(clock.instant().atZone(zone)));
    }

    @Override
    public Map<UUID, Lookup<Usage>> usageOf(Collection<Resource> resources, YearMonth month) {
        return each(
                resources, resource -> ExampleUsage.of(folder.read(id(resource), ExampleFolder.USAGE), month));
    }

    // Import

    @Override
    public List<Importable> listResources() throws BackendException {
        List<Importable> found = new ArrayList<>();
        for (String id : folder.ids()) {
            found.add(new Importable(existing(id), ExampleFolder.name(id), owner(id), Map.of()));
        }
        return found;
    }

    /** The backend's own files are named by the UUID of their resource; others were made by hand and are nobody's. */
    private static Optional<UUID> owner(String id) {
        try {
            return Optional.of(UUID.fromString(ExampleFolder.name(id)));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        // Nothing is kept open.
    }

    /** An imported resource has a name of its own; every other one is found by its UUID, whatever Waldur recorded. */
    private static String id(Resource resource) {
        return resource.backendId().orElse(ExampleFolder.id(resource.uuid()));
    }

    private BackendResource existing(String id) throws BackendException {
        Map<String, Long> limits = new LinkedHashMap<>();
        for (String line : folder.read(id, "")) {
            String[] typeAndLimit = line.split("=", 2);
            limits.put(typeAndLimit[0], Long.valueOf(typeAndLimit[1]));
        }
        return new BackendResource(
                id,
                true,
                BackendResource.Power.UNKNOWN,
                limits,
                Map.of("file", folder + "/" + id),
                List.of(),
                folder.read(id, ExampleFolder.PARENT).stream().findFirst(),
                Optional.empty());
    }

    private static List<String> lines(Map<String, Long> limits) {
        List<String> lines = new ArrayList<>();
        limits.forEach((type, limit) -> lines.add(type + "=" + limit));
        return lines;
    }

    /** Gives one answer for each resource, so that what is wrong with one says nothing about the others. */
    private <T> Map<UUID, Lookup<T>> each(Collection<Resource> resources, Question<T> question) {
        Map<UUID, Lookup<T>> answers = new LinkedHashMap<>();
        for (Resource resource : resources) {
            Lookup<T> answer;
            try {
                answer = folder.has(id(resource))
                        ? new Lookup.Present<>(question.ask(resource))
                        : new Lookup.Absent<>("there is no file " + id(resource) + " in " + folder + " any more");
            } catch (BackendException e) {
                answer = new Lookup.Failed<>(e);
            }
            answers.put(resource.uuid(), answer);
        }
        return answers;
    }

    private interface Question<T> {
        T ask(Resource resource) throws BackendException;
    }
}
