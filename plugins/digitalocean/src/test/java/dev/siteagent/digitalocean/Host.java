package dev.siteagent.digitalocean;

import dev.siteagent.spi.Attempt;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.BackendResource;
import dev.siteagent.spi.CreateRequest;
import dev.siteagent.spi.Handle;
import dev.siteagent.spi.LimitsBackend;
import dev.siteagent.spi.Lookup;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.PendingWork;
import dev.siteagent.spi.PendingWork.Kind;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.Resource;
import dev.siteagent.spi.TransientBackendException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Drives one piece of work as the agent does: stores handle and backend id, polls, repeats what failed for now, and can
 * be restarted at any point with nothing but what Waldur stored.
 */
final class Host {
    private static final int POLLS = 100;

    private final Cloud cloud;
    private final Supplier<DigitalOceanBackend> backends;
    private DigitalOceanBackend backend;
    private Resource resource;
    private Handle handle = Handle.NONE;
    private boolean started;
    private Duration longestPause = Duration.ofSeconds(30);

    Host(Cloud cloud, Resource resource) {
        this(cloud, cloud::open, resource);
    }

    Host(Cloud cloud, Supplier<DigitalOceanBackend> backends, Resource resource) {
        this.cloud = cloud;
        this.backends = backends;
        this.resource = resource;
        this.backend = backends.get();
    }

    Resource resource() {
        return resource;
    }

    Handle handle() {
        return handle;
    }

    DigitalOceanBackend backend() {
        return backend;
    }

    /** The process dies and another begins; Waldur kept handle and backend id. */
    Host restart() {
        backend = backends.get();
        return this;
    }

    /** Another order for the same resource. */
    Host nextOrder() {
        handle = Handle.NONE;
        started = false;
        return this;
    }

    Host with(Resource changed) {
        resource = changed;
        return this;
    }

    BackendResource create() throws BackendException, InterruptedException {
        return finish(Kind.CREATE).orElseThrow();
    }

    void delete() throws BackendException, InterruptedException {
        finish(Kind.DELETE);
    }

    BackendResource setLimits(Map<String, Long> limits) throws BackendException, InterruptedException {
        resource = resource.withLimits(limits);
        return finish(Kind.SET_LIMITS).orElseThrow();
    }

    BackendResource pause() throws BackendException, InterruptedException {
        return finish(Kind.PAUSE).orElseThrow();
    }

    BackendResource restore() throws BackendException, InterruptedException {
        return finish(Kind.RESTORE).orElseThrow();
    }

    BackendResource read() throws BackendException, InterruptedException {
        Lookup<BackendResource> found = backend.read(List.of(resource)).get(resource.uuid());
        if (found instanceof Lookup.Failed<BackendResource> failed) {
            throw failed.why();
        }
        return ((Lookup.Present<BackendResource>) found).value();
    }

    Optional<BackendResource> finish(Kind kind) throws BackendException, InterruptedException {
        for (int i = 0; i < POLLS; i++) {
            Outcome outcome = stepPatiently(kind);
            if (outcome instanceof Outcome.Ready ready) {
                ready.resource()
                        .ifPresent(made -> resource =
                                Cloud.withMetadata(resource.withBackendId(made.backendId()), made.metadata()));
                return ready.resource();
            }
        }
        throw new AssertionError(kind + " is still pending after " + POLLS + " polls");
    }

    /** One step; what fails for now counts as pending. */
    private Outcome stepPatiently(Kind kind) throws BackendException, InterruptedException {
        try {
            return step(kind);
        } catch (TransientBackendException e) {
            pass(e.retryAfter().orElse(Duration.ofSeconds(5)));
            return new Outcome.Pending(Optional.empty(), Handle.NONE, Duration.ofSeconds(5), "failed for now");
        }
    }

    /** One step: the first call, or a poll; then the pause that was asked for passes. */
    Outcome step(Kind kind) throws BackendException, InterruptedException {
        try {
            Outcome outcome = started ? poll(kind) : begin(kind);
            started = true;
            if (outcome instanceof Outcome.Pending pending) {
                pending.backendId().ifPresent(id -> resource = resource.withBackendId(id));
                handle = pending.handle().isEmpty() ? handle : pending.handle();
                pass(pending.pollAfter());
            }
            return outcome;
        } catch (PermanentBackendException e) {
            e.backendId().ifPresent(id -> resource = resource.withBackendId(id));
            throw e;
        }
    }

    private void pass(Duration pause) {
        cloud.clock().advance(pause.compareTo(longestPause) < 0 ? pause : longestPause);
    }

    private Outcome begin(Kind kind) throws BackendException, InterruptedException {
        return switch (kind) {
            case CREATE -> backend.create(CreateRequest.of(resource));
            case DELETE -> backend.delete(resource);
            case SET_LIMITS ->
                backend.setLimits(resource, new LimitsBackend.Change(resource.limits(), Optional.empty()));
            case PAUSE -> backend.pause(resource, read());
            case DOWNSCALE -> backend.downscale(resource, read());
            case RESTORE -> backend.restore(resource, read());
        };
    }

    private Outcome poll(Kind kind) throws BackendException, InterruptedException {
        Attempt<Outcome> attempt =
                backend.poll(List.of(new PendingWork(kind, resource, handle))).get(resource.uuid());
        if (attempt instanceof Attempt.Failed<Outcome> failed) {
            throw failed.why();
        }
        return ((Attempt.Succeeded<Outcome>) attempt).value();
    }
}
