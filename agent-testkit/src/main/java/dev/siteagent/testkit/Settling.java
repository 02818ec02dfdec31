package dev.siteagent.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.spi.Attempt;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.Handle;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.PendingWork;
import dev.siteagent.spi.PendingWorkBackend;
import dev.siteagent.spi.Resource;
import dev.siteagent.spi.ResourceBackend;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Polls pending work to its end, as the host does. */
final class Settling {
    private static final int POLLS = 200;

    private final ResourceBackend backend;
    private final BackendFixture fixture;

    Settling(ResourceBackend backend, BackendFixture fixture) {
        this.backend = backend;
        this.fixture = fixture;
    }

    Outcome.Ready settle(PendingWork.Kind kind, Resource resource, Outcome outcome)
            throws BackendException, InterruptedException {
        Outcome current = outcome;
        Resource known = resource;
        for (int poll = 0; poll < POLLS; poll++) {
            if (current instanceof Outcome.Ready ready) {
                return ready;
            }
            Outcome.Pending pending = (Outcome.Pending) current;
            known = pending.backendId().map(known::withBackendId).orElse(known);
            fixture.letTimePass();
            current = pollOnce(kind, known, pending.handle());
        }
        throw new AssertionError(kind + " of " + resource + " is still pending after " + POLLS + " polls: " + current);
    }

    Outcome pollOnce(PendingWork.Kind kind, Resource resource, Handle handle)
            throws BackendException, InterruptedException {
        assertThat(backend)
                .as("a backend that answers pending implements PendingWorkBackend")
                .isInstanceOf(PendingWorkBackend.class);
        Map<UUID, Attempt<Outcome>> results =
                ((PendingWorkBackend) backend).poll(List.of(new PendingWork(kind, resource, handle)));
        assertThat(results).as("one result for each work given").containsOnlyKeys(resource.uuid());
        Attempt<Outcome> result = results.get(resource.uuid());
        if (result instanceof Attempt.Failed<Outcome> failed) {
            throw failed.why();
        }
        return ((Attempt.Succeeded<Outcome>) result).value();
    }
}
