package dev.siteagent.core.membership;

import dev.siteagent.core.orders.LimitConversion;
import dev.siteagent.core.orders.Recording;
import dev.siteagent.core.orders.SpiRecords;
import dev.siteagent.core.waldur.ProviderResources;
import dev.siteagent.core.waldur.ResourceState;
import dev.siteagent.core.waldur.WaldurException;
import dev.siteagent.core.waldur.WaldurResource;
import dev.siteagent.core.waldur.WaldurUnavailableException;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.BackendResource;
import dev.siteagent.spi.Lookup;
import dev.siteagent.spi.Resource;
import dev.siteagent.spi.ResourceBackend;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Tells Waldur the limits that an offering's resources have on the backend, and nothing else of them. */
public final class LimitPass {
    private static final List<ResourceState> STATES = List.of(ResourceState.OK, ResourceState.ERRED);

    /** So many resources in a row on which Waldur fails are an outage: each takes all its repeats. */
    private static final int OUTAGE = 15;

    private final ProviderResources resources;
    private final ResourceBackend backend;
    private final LimitConversion conversion;

    /**
     * For one offering.
     *
     * @param resources where resources are
     * @param backend what knows their limits
     * @param conversion how the offering's limits are converted
     */
    public LimitPass(ProviderResources resources, ResourceBackend backend, LimitConversion conversion) {
        this.resources = resources;
        this.backend = backend;
        this.conversion = conversion;
    }

    /**
     * What became of the limits.
     *
     * @param written of how many resources they differed
     * @param unchanged of how many they did not
     * @param absent how many resources the backend lacks
     * @param problems a line for each resource that failed
     */
    public record Report(int written, int unchanged, int absent, List<String> problems) {
        /** Copies the problems. */
        public Report {
            problems = List.copyOf(problems);
        }
    }

    /**
     * Runs.
     *
     * @param offering the offering
     * @throws BackendException when no resource could be read
     * @throws WaldurException when Waldur cannot be reached, or refuses to list the resources
     * @throws InterruptedException when the thread is interrupted
     */
    public Report run(UUID offering) throws BackendException, InterruptedException {
        List<String> problems = new ArrayList<>();
        Map<Resource, WaldurResource> known = records(offering, problems);
        Map<UUID, Lookup<BackendResource>> found =
                new BulkRead<BackendResource>(backend::read).of(List.copyOf(known.keySet()));
        Recording recording = new Recording(resources, conversion);
        int written = 0;
        int unchanged = 0;
        int absent = 0;
        int inARow = 0;
        for (Map.Entry<Resource, WaldurResource> entry : known.entrySet()) {
            Lookup<BackendResource> lookup = found.get(entry.getKey().uuid());
            if (lookup instanceof Lookup.Present<BackendResource> present) {
                try {
                    boolean differed = recording.limits(entry.getValue(), present.value());
                    written += differed ? 1 : 0;
                    unchanged += differed ? 0 : 1;
                    inARow = 0;
                } catch (WaldurUnavailableException e) {
                    problems.add(entry.getKey() + ": " + e.getMessage());
                    inARow++;
                    if (inARow == OUTAGE) {
                        throw e;
                    }
                } catch (WaldurException | ArithmeticException e) {
                    problems.add(entry.getKey() + ": " + e.getMessage());
                    inARow = 0;
                }
            } else if (lookup instanceof Lookup.Failed<BackendResource> failed) {
                problems.add(entry.getKey() + ": " + failed.why().getMessage());
            } else {
                absent++;
            }
        }
        return new Report(written, unchanged, absent, problems);
    }

    private Map<Resource, WaldurResource> records(UUID offering, List<String> problems) throws InterruptedException {
        SpiRecords records = new SpiRecords(conversion);
        Map<Resource, WaldurResource> known = new LinkedHashMap<>();
        for (WaldurResource resource : resources.list(offering, STATES)) {
            if (resource.backendId().isBlank()) {
                continue;
            }
            try {
                known.put(records.resource(resource), resource);
            } catch (IllegalStateException | ArithmeticException e) {
                problems.add("resource " + resource.uuid() + ": " + e.getMessage());
            }
        }
        return known;
    }
}
