package dev.siteagent.core.orders;

import dev.siteagent.core.members.OfferingAccounts;
import dev.siteagent.core.members.ResourceTeam;
import dev.siteagent.core.waldur.OrderState;
import dev.siteagent.core.waldur.OrderType;
import dev.siteagent.core.waldur.Orders;
import dev.siteagent.core.waldur.ProviderResources;
import dev.siteagent.core.waldur.Sleeper;
import dev.siteagent.core.waldur.WaldurAnswerException;
import dev.siteagent.core.waldur.WaldurClient;
import dev.siteagent.core.waldur.WaldurOrder;
import dev.siteagent.core.waldur.WaldurRejectedException;
import dev.siteagent.core.waldur.WaldurResource;
import dev.siteagent.core.waldur.WaldurUnavailableException;
import dev.siteagent.spi.Attempt;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.BackendNotReadyException;
import dev.siteagent.spi.BackendResource;
import dev.siteagent.spi.BackendTraits;
import dev.siteagent.spi.Handle;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.PendingWork;
import dev.siteagent.spi.PendingWorkBackend;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.Resource;
import dev.siteagent.spi.ResourceBackend;
import dev.siteagent.spi.TransientBackendException;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Carries the orders of one offering out, one step at a time: begins an order until it is done or has to wait, and goes
 * on with it after a poll. Thread-safe; the caller sees to it that no resource is worked on twice at once.
 *
 * <p>A step that fails for a passing reason is repeated by {@link #again}: everything that was done is found in Waldur or
 * on the backend. After an interrupt the order is as if the agent had died there.
 */
public final class OrderProcessor {
    /** The key under which log lines carry the id on the backend, as soon as it is known. */
    public static final String MDC_BACKEND_ID = "backend_id";

    private static final Logger log = LoggerFactory.getLogger(OrderProcessor.class);
    private static final Duration AT_ONCE = Duration.ofMillis(1);
    private static final Duration AFTER_FAILED_POLL = Duration.ofSeconds(10);

    private final Orders orders;
    private final ProviderResources resources;
    private final OrderReads reads;
    private final ResourceBackend backend;
    private final BackendPoll poll;
    private final OrderReview review;
    private final Map<OrderType, OrderWork> works;
    private final Recording recording;
    private final Completion completion;
    private final AfterCreate afterCreate;
    private final ErrorExposure exposure;

    private OrderProcessor(
            WaldurClient waldur,
            OrderReads reads,
            ResourceBackend backend,
            ServedOffering offering,
            ErrorExposure exposure,
            Sleeper sleeper) {
        this.orders = waldur.orders();
        this.resources = waldur.resources();
        this.reads = reads;
        this.backend = backend;
        this.exposure = exposure;
        BackendTraits traits = backend.traits();
        LimitConversion limits = new LimitConversion(offering.components(), traits.limitUnits());
        SpiRecords records = new SpiRecords(limits);
        OfferingAccounts accounts = new OfferingAccounts(waldur, offering.uuid());
        ResourceTeam team = new ResourceTeam(resources, accounts, traits, sleeper);
        PlanQuotas plans = new PlanQuotas(waldur.plans());
        OrderWork create = new CreateWork(
                backend,
                traits,
                new BackendReads(backend),
                new BackendIds(waldur.offerings(), offering.uuid(), offering.common(), offering.namesFollowProject()),
                new CreateNeeds(traits.createNeeds(), team, accounts, plans, limits, offering.serviceProvider()),
                records);
        this.works = Map.of(
                OrderType.CREATE,
                create,
                OrderType.RESTORE,
                create,
                OrderType.UPDATE,
                new UpdateWork(backend, traits.prepaidComponents(), plans, records, limits),
                OrderType.TERMINATE,
                new TerminateWork(backend, records));
        this.poll = new BackendPoll(backend);
        this.review = new OrderReview(orders, reads, backend, records, exposure);
        this.recording = new Recording(resources, limits);
        this.completion = new Completion(orders, reads);
        this.afterCreate = AfterCreate.of(backend, waldur.apiKeys(), team, accounts, exposure);
    }

    /**
     * A processor for the orders of one cycle.
     *
     * @param waldur Waldur's API
     * @param reads reads orders again; the same one for all cycles
     * @param backend the backend
     * @param offering the offering as it is in this cycle
     * @param exposure how much of a failure customers may read
     * @param sleeper how to wait for a team that is still empty
     */
    public static OrderProcessor of(
            WaldurClient waldur,
            OrderReads reads,
            ResourceBackend backend,
            ServedOffering offering,
            ErrorExposure exposure,
            Sleeper sleeper) {
        return new OrderProcessor(waldur, reads, backend, offering, exposure, sleeper);
    }

    /**
     * Begins an order, or goes on with one that an agent had begun before.
     *
     * @param order the order as it was just read
     * @return what became of it
     */
    public OrderResult begin(WaldurOrder order) throws InterruptedException {
        OrderReview.Verdict verdict = review.of(order);
        if (verdict instanceof OrderReview.Verdict.Ended ended) {
            return ended.result();
        }
        WaldurOrder executing = ((OrderReview.Verdict.GoOn) verdict).order();
        return guarded(executing, Optional.empty(), () -> work(executing));
    }

    /**
     * Reads an order again and begins it as it is now.
     *
     * @param order the order as it was read before
     */
    public OrderResult again(WaldurOrder order) throws InterruptedException {
        WaldurOrder now;
        try {
            now = reads.order(order.uuid());
        } catch (WaldurUnavailableException e) {
            return new OrderResult.Postponed(order, e.getMessage(), true, e.retryAfter());
        } catch (WaldurRejectedException | WaldurAnswerException e) {
            return new OrderResult.Postponed(order, e.getMessage(), false, Optional.empty());
        }
        return begin(now);
    }

    /**
     * Goes on with an order after a poll.
     *
     * @param pending the order
     * @param polled what the poll said
     */
    public OrderResult resume(PendingOrder pending, Attempt<Outcome> polled) throws InterruptedException {
        PendingWork work = pending.work();
        Optional<String> made =
                work.kind() == PendingWork.Kind.CREATE ? work.resource().backendId() : Optional.empty();
        return guarded(pending.order(), made, () -> {
            if (polled instanceof Attempt.Failed<Outcome> failed) {
                boolean recorded =
                        recordExisting(work.resource().uuid(), work.resource().backendId(), failed.why());
                if (failed.why() instanceof TransientBackendException e) {
                    PendingOrder known =
                            recorded ? pending.withBackendId(e.backendId().orElseThrow()) : pending;
                    return new OrderResult.Waiting(known, e.retryAfter().orElse(AFTER_FAILED_POLL), e.getMessage());
                }
                throw failed.why();
            }
            Outcome outcome = ((Attempt.Succeeded<Outcome>) polled).value();
            return settle(pending.order(), pending.known(), work, outcome);
        });
    }

    /**
     * Asks the backend how far pending work is, in one call for all.
     *
     * @param pending orders of this offering that the backend answered pending for, no resource twice
     * @return one answer for each order, by its UUID
     */
    public Map<UUID, Attempt<Outcome>> poll(Collection<PendingOrder> pending) throws InterruptedException {
        return poll.of(pending);
    }

    /**
     * Looks whether an order that waits is still to be carried out, after a list of open orders lacked it.
     *
     * @return waiting as before, or what became of the order
     */
    public OrderResult recheck(PendingOrder pending) throws InterruptedException {
        WaldurOrder order = pending.order();
        return guarded(order, Optional.empty(), () -> {
            OrderState now;
            try {
                now = reads.state(order.uuid());
            } catch (WaldurRejectedException e) {
                return new OrderResult.Waiting(pending, AFTER_FAILED_POLL, "its state cannot be read");
            }
            return now.terminal()
                    ? new OrderResult.Overtaken(
                            order, now, pending.work().resource().backendId())
                    : new OrderResult.Waiting(pending, AT_ONCE, "it is still " + now.wire());
        });
    }

    private OrderResult work(WaldurOrder order) throws BackendException, InterruptedException {
        WaldurResource known = resources.get(order.marketplaceResourceUuid());
        if (!known.backendId().isEmpty()) {
            MDC.put(MDC_BACKEND_ID, known.backendId());
        }
        OrderWork work = works.get(order.type());
        Handle stored = OrderHandle.of(order);
        if (!stored.isEmpty() && backend instanceof PendingWorkBackend) {
            PendingWork remembered = work.remembered(order, known, stored);
            return new OrderResult.Waiting(
                    new PendingOrder(order, known, remembered), AT_ONCE, "goes on with " + stored.text());
        }
        OrderWork.Begun begun;
        try {
            begun = work.begin(order, known);
        } catch (BackendException e) {
            recordExisting(known.uuid(), Optional.of(known.backendId()), e);
            throw e;
        }
        return settle(order, known, new PendingWork(begun.kind(), begun.resource(), Handle.NONE), begun.outcome());
    }

    /** Records what exists although the backend failed, so that nothing runs unseen; returns whether it did. */
    private boolean recordExisting(UUID resource, Optional<String> recorded, BackendException e)
            throws InterruptedException {
        if (e.backendId().isEmpty()) {
            return false;
        }
        try {
            recording.backendId(resource, recorded, e.backendId().get());
            return true;
        } catch (WaldurRejectedException refusal) {
            // The error of the order names the id, so that it is not lost with this.
            log.error("Waldur refused the backend id {}: {}", e.backendId().get(), refusal.getMessage());
            e.addSuppressed(refusal);
            return false;
        }
    }

    private OrderResult settle(WaldurOrder order, WaldurResource known, PendingWork work, Outcome outcome)
            throws BackendException, InterruptedException {
        if (outcome instanceof Outcome.Pending pending) {
            return waiting(order, known, work, pending);
        }
        Optional<BackendResource> seen = ((Outcome.Ready) outcome).resource();
        return switch (work.kind()) {
            case CREATE -> made(order, known, work.resource(), seen);
            case DELETE -> completion.done(order, Optional.empty());
            default -> changed(order, known, work.resource(), seen);
        };
    }

    private OrderResult waiting(WaldurOrder order, WaldurResource known, PendingWork work, Outcome.Pending pending)
            throws BackendException, InterruptedException {
        if (!(backend instanceof PendingWorkBackend)) {
            throw new PermanentBackendException("The backend answered that " + pending.step()
                    + " takes time, but cannot be asked how far it is: a fault of the plugin.");
        }
        Resource resource = work.resource();
        if (pending.backendId().isPresent()) {
            String id = pending.backendId().get();
            try {
                recording.backendId(resource.uuid(), resource.backendId(), id);
            } catch (WaldurRejectedException e) {
                return refused(order, e, id);
            }
            resource = resource.withBackendId(id);
        }
        Handle handle = pending.handle().isEmpty() ? work.handle() : pending.handle();
        if (!handle.equals(work.handle())) {
            orders.setBackendId(order.uuid(), OrderHandle.written(handle));
        }
        PendingWork remembered = new PendingWork(work.kind(), resource, handle);
        return new OrderResult.Waiting(new PendingOrder(order, known, remembered), pending.pollAfter(), pending.step());
    }

    private OrderResult made(WaldurOrder order, WaldurResource known, Resource resource, Optional<BackendResource> seen)
            throws BackendException, InterruptedException {
        String id = seen.map(BackendResource::backendId)
                .or(resource::backendId)
                .orElseThrow(() -> new PermanentBackendException(
                        "The backend made the resource and did not say under which id: a fault of the plugin."));
        Resource recorded = resource.withBackendId(id);
        try {
            recording.backendId(resource.uuid(), resource.backendId(), id);
            if (seen.isPresent()) {
                recording.made(known, seen.get());
            }
            afterCreate.beforeDone(recorded);
        } catch (WaldurRejectedException e) {
            return refused(order, e, id);
        }
        OrderResult result = completion.done(order, Optional.of(id));
        if (result instanceof OrderResult.Done) {
            afterCreate.afterDone(recorded);
        }
        return result;
    }

    /** Waldur refused what was to be recorded of a resource that exists: the error names it, so that it is found. */
    private OrderResult refused(WaldurOrder order, WaldurRejectedException e, String id) throws InterruptedException {
        if (agentRefused(e)) {
            throw e;
        }
        return erred(order, e, Optional.of(id));
    }

    private OrderResult changed(
            WaldurOrder order, WaldurResource known, Resource resource, Optional<BackendResource> seen)
            throws InterruptedException {
        if (seen.isPresent()) {
            recording.changed(known, seen.get());
        }
        return completion.done(order, resource.backendId());
    }

    /** One step, whose failures are sorted by {@link #guarded}. */
    @FunctionalInterface
    private interface Step {
        OrderResult run() throws BackendException, InterruptedException;
    }

    private OrderResult guarded(WaldurOrder order, Optional<String> made, Step step) throws InterruptedException {
        try {
            return step.run();
        } catch (WaldurUnavailableException e) {
            return new OrderResult.Postponed(order, e.getMessage(), true, e.retryAfter());
        } catch (WaldurAnswerException e) {
            return new OrderResult.Postponed(order, e.getMessage(), true, Optional.empty());
        } catch (WaldurRejectedException e) {
            return agentRefused(e)
                    ? new OrderResult.Postponed(order, e.getMessage(), false, Optional.empty())
                    : erred(order, e, made);
        } catch (TransientBackendException e) {
            return new OrderResult.Postponed(order, e.getMessage(), true, e.retryAfter());
        } catch (BackendNotReadyException e) {
            return new OrderResult.Left(order, e.getMessage());
        } catch (BackendException | RuntimeException | LinkageError e) {
            // By the contract of the SPI whatever else a plugin throws is a fault that a repeat does not mend.
            return erred(order, e, made);
        }
    }

    /** Tells a token that is revoked or lacks a permission from a request that is wrong; no order is to blame for it. */
    static boolean agentRefused(WaldurRejectedException e) {
        return e.status() == 401 || e.status() == 403;
    }

    private OrderResult erred(WaldurOrder order, Throwable failure, Optional<String> made) throws InterruptedException {
        Optional<String> existing =
                failure instanceof BackendException e ? e.backendId().or(() -> made) : made;
        String message = exposure.message(failure);
        String named = existing.filter(id -> !message.contains(id))
                .map(id -> message + " What was made is kept under the backend id " + id + ".")
                .orElse(message);
        log.error("The order failed: {}", named, failure);
        try {
            return completion.erred(order, named, exposure.trace(failure), existing);
        } catch (WaldurUnavailableException e) {
            return new OrderResult.Postponed(order, e.getMessage(), true, e.retryAfter());
        } catch (WaldurRejectedException | WaldurAnswerException e) {
            return new OrderResult.Postponed(order, e.getMessage(), false, Optional.empty());
        }
    }
}
