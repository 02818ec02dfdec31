package dev.siteagent.distribution.cluster;

import dev.siteagent.spi.Attempt;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.BackendResource;
import dev.siteagent.spi.BackendTraits;
import dev.siteagent.spi.CreateRequest;
import dev.siteagent.spi.Diagnosis;
import dev.siteagent.spi.LimitsBackend;
import dev.siteagent.spi.Lookup;
import dev.siteagent.spi.Member;
import dev.siteagent.spi.MembersBackend;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.Resource;
import dev.siteagent.spi.TransientBackendException;
import dev.siteagent.spi.Usage;
import dev.siteagent.spi.UsageBackend;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/**
 * A cluster whose accounts are files, named as the host says: limits as lines {@code cpu=60000}, members and usage in files
 * beside it.
 */
final class ClusterBackend implements LimitsBackend, MembersBackend, UsageBackend {
    private static final String MEMBERS = ".members";
    private static final String USAGE = ".usage";

    private final Path folder;

    ClusterBackend(Path folder) {
        this.folder = folder;
    }

    @Override
    public BackendTraits traits() {
        return BackendTraits.defaults().withIds(BackendTraits.Ids.CHOSEN_BY_HOST);
    }

    @Override
    public void ping() {}

    @Override
    public Diagnosis diagnose() {
        return new Diagnosis(List.of(new Diagnosis.Finding(Diagnosis.Level.GOOD, "accounts are in " + folder)));
    }

    @Override
    public Outcome create(CreateRequest request) throws BackendException {
        String account = request.chosenId().orElseThrow();
        write(account, lines(request.resource().limits()));
        return Outcome.ready(account(account));
    }

    @Override
    public Outcome setLimits(Resource resource, Change change) throws BackendException {
        String account = resource.backendId().orElseThrow();
        Map<String, Long> limits = new TreeMap<>(account(account).limits());
        limits.putAll(change.limits());
        write(account, lines(limits));
        return Outcome.ready(account(account));
    }

    @Override
    public Outcome delete(Resource resource) throws BackendException {
        try {
            Files.deleteIfExists(folder.resolve(resource.backendId().orElseThrow()));
            return Outcome.done();
        } catch (IOException e) {
            throw new TransientBackendException("the account cannot be deleted", e);
        }
    }

    @Override
    public Map<UUID, Lookup<BackendResource>> read(Collection<Resource> resources) {
        return each(resources, this::account);
    }

    @Override
    public Map<UUID, Lookup<Set<String>>> members(Collection<Resource> resources) {
        return each(resources, account -> new TreeSet<>(lines(account + MEMBERS)));
    }

    @Override
    public Map<String, Attempt<Boolean>> addMembers(Resource resource, Collection<Member> members)
            throws BackendException {
        String file = resource.backendId().orElseThrow() + MEMBERS;
        Set<String> all = new TreeSet<>(lines(file));
        Map<String, Attempt<Boolean>> added = new HashMap<>();
        members.forEach(member -> added.put(member.username(), new Attempt.Succeeded<>(all.add(member.username()))));
        write(file, all);
        return added;
    }

    @Override
    public Map<String, Attempt<Boolean>> removeMembers(Resource resource, Set<String> usernames)
            throws BackendException {
        String file = resource.backendId().orElseThrow() + MEMBERS;
        Set<String> all = new TreeSet<>(lines(file));
        Map<String, Attempt<Boolean>> removed = new HashMap<>();
        usernames.forEach(username -> removed.put(username, new Attempt.Succeeded<>(all.remove(username))));
        write(file, all);
        return removed;
    }

    @Override
    public Map<UUID, Lookup<Usage>> currentUsage(Collection<Resource> resources) {
        return each(resources, account -> {
            Map<String, BigDecimal> used = new TreeMap<>();
            numbers(account + USAGE).forEach((type, amount) -> used.put(type, BigDecimal.valueOf(amount)));
            return new Usage(used, Map.of());
        });
    }

    @Override
    public void close() {
        // Nothing is kept open.
    }

    private BackendResource account(String account) throws BackendException {
        return BackendResource.ready(account).withLimits(numbers(account));
    }

    private interface Question<T> {
        T of(String account) throws BackendException;
    }

    private <T> Map<UUID, Lookup<T>> each(Collection<Resource> resources, Question<T> question) {
        Map<UUID, Lookup<T>> answers = new HashMap<>();
        for (Resource resource : resources) {
            String account = resource.backendId().orElseThrow();
            try {
                answers.put(
                        resource.uuid(),
                        Files.exists(folder.resolve(account))
                                ? new Lookup.Present<>(question.of(account))
                                : new Lookup.Absent<>("there is no account " + account));
            } catch (BackendException e) {
                answers.put(resource.uuid(), new Lookup.Failed<>(e));
            }
        }
        return answers;
    }

    private static List<String> lines(Map<String, Long> numbers) {
        return new TreeMap<>(numbers)
                .entrySet().stream()
                        .map(number -> number.getKey() + "=" + number.getValue())
                        .toList();
    }

    private Map<String, Long> numbers(String file) throws BackendException {
        Map<String, Long> numbers = new TreeMap<>();
        for (String line : lines(file)) {
            int equals = line.indexOf('=');
            numbers.put(line.substring(0, equals), Long.valueOf(line.substring(equals + 1)));
        }
        return numbers;
    }

    private List<String> lines(String file) throws BackendException {
        try {
            return Files.exists(folder.resolve(file)) ? Files.readAllLines(folder.resolve(file)) : List.of();
        } catch (IOException e) {
            throw new TransientBackendException("the file " + file + " cannot be read", e);
        }
    }

    private void write(String file, Collection<String> lines) throws BackendException {
        try {
            Files.createDirectories(folder);
            Files.write(folder.resolve(file), lines);
        } catch (IOException e) {
            throw new TransientBackendException("the file " + file + " cannot be written", e);
        }
    }
}
