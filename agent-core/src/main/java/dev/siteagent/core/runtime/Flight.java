package dev.siteagent.core.runtime;

import dev.siteagent.core.orders.OrderProcessor;
import dev.siteagent.core.orders.OrderResult;
import dev.siteagent.core.orders.PendingOrder;
import dev.siteagent.core.waldur.WaldurOrder;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** One order in the agent's hands. Touched by its desk's thread only. */
final class Flight {
    private final WaldurOrder order;
    private final Instant takenAt;
    private final Instant listedAt;
    private State state = State.QUEUED;
    private Step next;
    private boolean claimed;
    private int failures;
    private Instant dueAt = Instant.MAX;
    private PendingOrder pending;
    private Duration pollAfter = Duration.ZERO;
    private Instant waitingSince;
    private String waitsFor = "";
    private InterruptibleTask task;
    private Instant activeSince;
    private Instant interruptedAt;
    private boolean begun;

    /** Where an order is. */
    enum State {
        /** Waits for its turn. */
        QUEUED,
        /** A worker takes a step. */
        ACTIVE,
        /** The backend works on it; the next poll is due at some time. */
        WAITING,
        /** It is being polled. */
        POLLED,
        /** Failed for now; the next attempt is due at some time. */
        PAUSED
    }

    /** A step of an order, taken by a worker. */
    @FunctionalInterface
    interface Step {
        OrderResult take(OrderProcessor processor) throws InterruptedException;
    }

    /**
     * An order that waits for its turn.
     *
     * @param order the order
     * @param takenAt when it came into the agent's hands
     * @param listedAt when the list that showed it so was asked for
     */
    Flight(WaldurOrder order, Instant takenAt, Instant listedAt) {
        this.order = order;
        this.takenAt = takenAt;
        this.listedAt = listedAt;
        this.next = processor -> processor.begin(order);
    }

    WaldurOrder order() {
        return order;
    }

    State state() {
        return state;
    }

    Step next() {
        return next;
    }

    Optional<PendingOrder> pending() {
        return Optional.ofNullable(pending);
    }

    String waitsFor() {
        return waitsFor;
    }

    /** Returns what can be shown of it. */
    OrderInHand inHand() {
        String step =
                switch (state) {
                    case QUEUED -> "waits for its turn";
                    case ACTIVE -> "a step is being taken";
                    case WAITING, POLLED -> "waits: " + waitsFor;
                    case PAUSED -> "failed for now; it is tried again";
                };
        return new OrderInHand(order.uuid(), order.type().toString(), order.resourceName(), takenAt, step);
    }

    Instant listedAt() {
        return listedAt;
    }

    Duration age(Instant now) {
        return Duration.between(takenAt, now);
    }

    /** Returns whether its resource is claimed for it. */
    boolean claimed() {
        return claimed;
    }

    /** Claims its resource, unless it has it; returns whether it has it now. */
    boolean claim(ResourceClaims claims) {
        UUID resource = order.marketplaceResourceUuid();
        claimed = claimed || resource == null || claims.claim(resource);
        return claimed;
    }

    /** Gives its resource free, at its end. */
    void release(ResourceClaims claims) {
        if (claimed && order.marketplaceResourceUuid() != null) {
            claims.release(order.marketplaceResourceUuid());
        }
    }

    /** Returns whether a step that was begun waits to be brought to its end, as opposed to one that is yet to begin. */
    boolean resuming() {
        return state == State.QUEUED && pending != null;
    }

    void queue(Step step) {
        state = State.QUEUED;
        next = step;
    }

    void activate(InterruptibleTask running, Instant now) {
        state = State.ACTIVE;
        task = running;
        activeSince = now;
        interruptedAt = null;
        begun = true;
    }

    Optional<Duration> activeFor(Instant now) {
        return state == State.ACTIVE ? Optional.of(Duration.between(activeSince, now)) : Optional.empty();
    }

    /** Interrupts the step; returns where it was, if it is the first time in a while. */
    Optional<String> interrupt(Instant now, Duration again) {
        String where = task.whereabouts();
        task.interrupt();
        boolean news = interruptedAt == null || !interruptedAt.plus(again).isAfter(now);
        if (news) {
            interruptedAt = now;
        }
        return news ? Optional.of(where) : Optional.empty();
    }

    /** Returns whether it still waits for its first turn, on the state in which it was listed. */
    boolean untouched() {
        return !begun;
    }

    void await(OrderResult.Waiting waiting, Instant now) {
        state = State.WAITING;
        pending = waiting.pending();
        pollAfter = waiting.pollAfter();
        waitsFor = waiting.step();
        dueAt = now.plus(pollAfter);
        failures = 0;
        if (waitingSince == null) {
            waitingSince = now;
        }
    }

    /** Returns whether it may be polled together with one that is due now, since its own time is near. */
    boolean pollableAt(Instant now) {
        return state == State.WAITING && !dueAt.minus(pollAfter.dividedBy(2)).isAfter(now);
    }

    boolean dueAt(Instant now) {
        return (state == State.WAITING || state == State.PAUSED) && !dueAt.isAfter(now);
    }

    /** Returns when something is to be done with it; far away when a worker or its turn decides. */
    Instant due() {
        return state == State.WAITING || state == State.PAUSED ? dueAt : Instant.MAX;
    }

    void poll() {
        state = State.POLLED;
    }

    /** Notes one more failed attempt and returns how many there were since the last success. */
    int failed() {
        failures++;
        return failures;
    }

    /** Waits before it is begun again, with nothing remembered but what Waldur and the backend have. */
    void pause(Instant until) {
        state = State.PAUSED;
        pending = null;
        dueAt = until;
    }

    Optional<Duration> waiting(Instant now) {
        return waitingSince == null ? Optional.empty() : Optional.of(Duration.between(waitingSince, now));
    }

    /** Counts the wait anew, after a warning about it. */
    void waitAnew(Instant now) {
        waitingSince = now;
    }
}
