package dev.siteagent.core.runtime;

import dev.siteagent.core.events.EventWork;
import dev.siteagent.core.events.NotYetException;
import dev.siteagent.core.events.handlers.Membership;
import dev.siteagent.core.membership.MembershipReport;
import dev.siteagent.core.runtime.OfferingMembership.Served;
import dev.siteagent.core.waldur.ResourceState;
import dev.siteagent.spi.ResourceBackend;
import dev.siteagent.spi.TransientBackendException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Brings resources in step when events ask for it, one batch after the other: what is asked for during a batch goes into
 * the next one, once, however many events ask. A resource that an order works on waits for that without a thread.
 * Thread-safe.
 */
final class ResourceSyncs implements Membership {
    private static final Logger log = LoggerFactory.getLogger(ResourceSyncs.class);
    private static final Duration PAUSE = Duration.ofMillis(500);

    private final String offering;
    private final Supplier<Optional<Served>> membership;
    private final Batches batches;
    private final ResourceClaims claims;
    private final ExecutorService workers;
    private final EventWork.Timer timer;
    private final Map<UUID, CompletableFuture<Void>> wanted = new LinkedHashMap<>();
    private Optional<CompletableFuture<Void>> allWanted = Optional.empty();
    private boolean busy;

    /**
     * Syncs the resources of an offering.
     *
     * @param offering the offering's name
     * @param membership the backend and the offering; empty before the backend is open
     * @param batches brings resources in step
     * @param claims the resources that anybody in the process works on
     * @param workers who does the work
     * @param timer looks again later
     */
    ResourceSyncs(
            String offering,
            Supplier<Optional<Served>> membership,
            Batches batches,
            ResourceClaims claims,
            ExecutorService workers,
            EventWork.Timer timer) {
        this.offering = offering;
        this.membership = membership;
        this.batches = batches;
        this.claims = claims;
        this.workers = workers;
        this.timer = timer;
    }

    /** Brings resources in step. Used by one thread at a time, but for {@link #handledStates}. */
    interface Batches {
        /** Returns the states of the resources that are synced. Thread-safe. */
        List<ResourceState> handledStates(Served served);

        /** Brings some resources in step, which the caller has claimed. */
        MembershipReport some(Served served, Set<UUID> resources) throws InterruptedException;

        /** Brings all resources in step that nobody works on. */
        MembershipReport all(Served served) throws InterruptedException;
    }

    private Served served() throws TransientBackendException {
        return membership
                .get()
                .orElseThrow(() -> new TransientBackendException(
                        "the membership_sync_backend of offering " + offering + " is not open yet", null));
    }

    @Override
    public ResourceBackend backend() throws TransientBackendException {
        return served().backend();
    }

    @Override
    public List<ResourceState> handledStates() throws TransientBackendException {
        return batches.handledStates(served());
    }

    @Override
    public CompletionStage<Void> sync(Collection<UUID> resources) {
        CompletableFuture<Void> end;
        synchronized (wanted) {
            end = CompletableFuture.allOf(resources.stream()
                    .map(resource -> wanted.computeIfAbsent(resource, any -> new CompletableFuture<>()))
                    .toArray(CompletableFuture<?>[]::new));
        }
        begin();
        return end;
    }

    @Override
    public CompletionStage<Void> syncAll() {
        CompletableFuture<Void> end;
        synchronized (wanted) {
            end = allWanted.orElseGet(CompletableFuture::new);
            allWanted = Optional.of(end);
        }
        begin();
        return end;
    }

    /** Has a worker take what is wanted, unless one is at it. */
    private void begin() {
        synchronized (wanted) {
            if (busy || (wanted.isEmpty() && allWanted.isEmpty())) {
                return;
            }
            busy = true;
        }
        try {
            workers.execute(this::takeWanted);
        } catch (RejectedExecutionException e) {
            log.debug("The agent stops; what offering {} wants in step is wanted again later.", offering, e);
            cancelWanted();
        }
    }

    private void takeWanted() {
        MDC.put("offering", offering);
        MDC.put("mode", Mode.EVENT_PROCESS.wireName());
        boolean later = true;
        try {
            later = membership.get().isEmpty() || !takeSome(served());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            cancelWanted();
        } catch (TransientBackendException e) {
            log.debug("The backend was closed.", e);
        } finally {
            MDC.clear();
            synchronized (wanted) {
                busy = false;
            }
        }
        if (later) {
            timer.after(PAUSE, this::begin);
        } else {
            begin();
        }
    }

    /** Takes what can be taken now; returns whether there was any. */
    private boolean takeSome(Served served) throws InterruptedException {
        Optional<CompletableFuture<Void>> all;
        Map<UUID, CompletableFuture<Void>> batch = new HashMap<>();
        synchronized (wanted) {
            all = allWanted;
            allWanted = Optional.empty();
            for (UUID resource : List.copyOf(wanted.keySet())) {
                if (claims.claim(resource)) {
                    batch.put(resource, wanted.remove(resource));
                }
            }
        }
        if (!batch.isEmpty()) {
            try {
                end(batch.values(), () -> batches.some(served, batch.keySet()));
            } finally {
                batch.keySet().forEach(claims::release);
            }
        }
        if (all.isPresent()) {
            end(List.of(all.get()), () -> batches.all(served));
        }
        return !batch.isEmpty() || all.isPresent();
    }

    @FunctionalInterface
    private interface Syncing {
        MembershipReport run() throws InterruptedException;
    }

    private static void end(Collection<CompletableFuture<Void>> ends, Syncing syncing) throws InterruptedException {
        try {
            MembershipReport report = syncing.run();
            report.problems().forEach(problem -> log.warn("Not all is in step after an event: {}", problem));
            if (report.passing() || report.left() > 0) {
                String why = report.skipped().orElseGet(() -> unfinished(report));
                ends.forEach(end -> end.completeExceptionally(new NotYetException(why)));
            } else {
                ends.forEach(end -> end.complete(null));
            }
        } catch (InterruptedException e) {
            ends.forEach(end -> end.cancel(false));
            throw e;
        } catch (RuntimeException | LinkageError e) {
            ends.forEach(end -> end.completeExceptionally(e));
        }
    }

    private static String unfinished(MembershipReport report) {
        return report.problems().isEmpty()
                ? report.left()
                        + " resource(s) are not in step yet: an order works on them, or they still stop or start."
                : String.join("; ", report.problems());
    }

    private void cancelWanted() {
        List<CompletableFuture<Void>> left;
        synchronized (wanted) {
            left = new ArrayList<>(wanted.values());
            allWanted.ifPresent(left::add);
            wanted.clear();
            allWanted = Optional.empty();
            busy = false;
        }
        left.forEach(end -> end.cancel(false));
    }
}
