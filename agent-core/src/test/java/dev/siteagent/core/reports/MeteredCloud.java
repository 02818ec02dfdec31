package dev.siteagent.core.reports;

import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.BackendResource;
import dev.siteagent.spi.BackendTraits;
import dev.siteagent.spi.CreateRequest;
import dev.siteagent.spi.Diagnosis;
import dev.siteagent.spi.HistoricalUsageBackend;
import dev.siteagent.spi.Lookup;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.Resource;
import dev.siteagent.spi.Usage;
import java.math.BigDecimal;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** A cloud that measures usage, and fails when a test says so. */
final class MeteredCloud implements HistoricalUsageBackend {
    /** What is used now, by backend id. */
    final Map<String, Lookup<Usage>> now = new HashMap<>();

    /** What was used in past months, by month and backend id. */
    final Map<YearMonth, Map<String, Lookup<Usage>>> history = new HashMap<>();

    /** The calls in their order: {@code now}, or a month. */
    final List<String> calls = new ArrayList<>();

    BackendTraits traits = BackendTraits.defaults();

    /** Runs while usage is read. */
    Failing during = () -> {};

    /** Something that a test lets happen. */
    @FunctionalInterface
    interface Failing {
        void run() throws BackendException;
    }

    /** Sets what a resource uses this month, such as {@code cpu=1.5}. */
    void uses(String backendId, String... amounts) {
        now.put(backendId, new Lookup.Present<>(new Usage(amounts(amounts), Map.of())));
    }

    /** Sets what a resource uses this month, and which part of it is whose. */
    void uses(String backendId, Map<String, BigDecimal> total, Map<String, Map<String, BigDecimal>> perUser) {
        now.put(backendId, new Lookup.Present<>(new Usage(total, perUser)));
    }

    /** Sets what a resource used in a month. */
    void used(String month, String backendId, String... amounts) {
        history.computeIfAbsent(YearMonth.parse(month), unused -> new HashMap<>())
                .put(backendId, new Lookup.Present<>(new Usage(amounts(amounts), Map.of())));
    }

    static Map<String, BigDecimal> amounts(String... amounts) {
        Map<String, BigDecimal> map = new LinkedHashMap<>();
        for (String amount : amounts) {
            String[] parts = amount.split("=", 2);
            map.put(parts[0], new BigDecimal(parts[1]));
        }
        return map;
    }

    @Override
    public BackendTraits traits() {
        return traits;
    }

    @Override
    public Map<UUID, Lookup<Usage>> currentUsage(Collection<Resource> resources) throws BackendException {
        calls.add("now");
        during.run();
        return of(resources, now);
    }

    @Override
    public Map<UUID, Lookup<Usage>> usageOf(Collection<Resource> resources, YearMonth month) throws BackendException {
        calls.add(month.toString());
        during.run();
        return of(resources, history.getOrDefault(month, Map.of()));
    }

    private static Map<UUID, Lookup<Usage>> of(Collection<Resource> resources, Map<String, Lookup<Usage>> usages) {
        Map<UUID, Lookup<Usage>> found = new LinkedHashMap<>();
        for (Resource resource : resources) {
            found.put(
                    resource.uuid(),
                    usages.getOrDefault(
                            resource.backendId().orElseThrow(), new Lookup.Absent<>("nothing was measured")));
        }
        return found;
    }

    @Override
    public void ping() {}

    @Override
    public Diagnosis diagnose() {
        return new Diagnosis(List.of());
    }

    @Override
    public Outcome create(CreateRequest request) {
        throw new UnsupportedOperationException("a report creates nothing");
    }

    @Override
    public Outcome delete(Resource resource) {
        throw new UnsupportedOperationException("a report deletes nothing");
    }

    @Override
    public Map<UUID, Lookup<BackendResource>> read(Collection<Resource> resources) {
        throw new UnsupportedOperationException("a report reads usage alone");
    }

    @Override
    public void close() {}
}
