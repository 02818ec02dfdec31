package dev.siteagent.core.membership;

import dev.siteagent.core.orders.Recording;
import dev.siteagent.core.waldur.WaldurResource;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.BackendResource;
import dev.siteagent.spi.Lookup;
import dev.siteagent.spi.Resource;
import dev.siteagent.spi.ResourceBackend;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads all resources from the backend, and deals with those that it lacks or cannot tell. */
final class Sightings {
    private static final Logger log = LoggerFactory.getLogger(Sightings.class);

    private final ResourceBackend backend;
    private final Recording recording;
    private final Failures failures;
    private final Surroundings surroundings;
    private final Tally tally;

    Sightings(ResourceBackend backend, Recording recording, Failures failures, Surroundings surroundings, Tally tally) {
        this.backend = backend;
        this.recording = recording;
        this.failures = failures;
        this.surroundings = surroundings;
        this.tally = tally;
    }

    /**
     * Reads.
     *
     * @param resources as the backend is told of them, and as Waldur has them
     * @return those that are there
     * @throws BackendException when none could be read
     */
    List<Synced> of(Map<Resource, WaldurResource> resources) throws BackendException, InterruptedException {
        Map<UUID, Lookup<BackendResource>> found =
                new BulkRead<BackendResource>(backend::read).of(new ArrayList<>(resources.keySet()));
        List<Synced> there = new ArrayList<>();
        for (Map.Entry<Resource, WaldurResource> entry : resources.entrySet()) {
            Resource resource = entry.getKey();
            Lookup<BackendResource> lookup = found.get(resource.uuid());
            if (lookup instanceof Lookup.Present<BackendResource> present) {
                there.add(new Synced(entry.getValue(), resource, present.value()));
            } else if (surroundings.claims().claim(resource.uuid())) {
                LogContext.enter(resource);
                try {
                    missing(resource, entry.getValue(), lookup);
                } finally {
                    LogContext.leave();
                    surroundings.claims().release(resource.uuid());
                }
            } else {
                tally.left();
            }
        }
        return there;
    }

    private void missing(Resource resource, WaldurResource known, Lookup<BackendResource> lookup)
            throws InterruptedException {
        Notes notes = new Notes(resource);
        if (lookup instanceof Lookup.Absent<BackendResource> absent) {
            log.warn("The backend lacks the resource: {}", absent.reason());
            tally.absent();
            BestEffort.run(
                    "show the absence of",
                    resource,
                    () -> recording.metadata(known, backend.metadataOfAbsent(resource)));
        } else if (lookup instanceof Lookup.Failed<BackendResource> failed) {
            tally.unread(resource.uuid(), failures.of(known, failed.why(), notes), notes);
        }
    }
}
