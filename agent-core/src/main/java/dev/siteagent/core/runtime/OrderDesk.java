package dev.siteagent.core.runtime;

import dev.siteagent.core.orders.OrderProcessor;
import dev.siteagent.core.orders.OrderResult;
import dev.siteagent.core.orders.PendingOrder;
import dev.siteagent.core.runtime.OrderSource.Cycle;
import dev.siteagent.core.waldur.WaldurOrder;
import dev.siteagent.spi.Attempt;
import dev.siteagent.spi.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Works the orders of one offering: begins cycles, gives each order its turn, polls what waits, tries again what failed
 * for now.
 *
 * <p>One thread, the one that calls {@link #run}, owns all state and never blocks on anything but its inbox; workers take
 * the steps and put what came of them into the inbox.
 */
final class OrderDesk {
    private static final Logger log = LoggerFactory.getLogger(OrderDesk.class);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
    private static final Duration CLAIM_PAUSE = Duration.ofMillis(500);
    private static final Duration AFTER_FAILED_CYCLE = Duration.ofMinutes(1);
    /** An order that waited longer for its turn is read again first: it may have been cancelled meanwhile. */
    private static final Duration STALE = Duration.ofSeconds(10);

    private static final Duration TOLD_AGAIN = Duration.ofMinutes(1);

    private final DeskSettings settings;
    private final OrderSource source;
    private final ResourceClaims claims;
    private final ExecutorService workers;
    private final OrderListener listener;
    private final DeskSteps steps;
    private final BlockingQueue<Runnable> inbox = new LinkedBlockingQueue<>();

    private final OrderEnds ends = new OrderEnds();
    private final Flights flights = new Flights(ends);
    private final DeskTally tally;
    private OrderProcessor processor;
    private Instant nextCycle = Instant.MIN;
    private final Watched listing;
    private final Polls polls;
    private int cycles;
    private final DeskEnding ending = new DeskEnding();
    private boolean graceRanOut;
    private volatile Instant lastTurn;

    /**
     * A desk that has not begun.
     *
     * @param settings how it works
     * @param source where its cycles come from
     * @param claims the resources that anybody in the process works on
     * @param workers who takes the steps: as many at once as the desk has orders at once, those of {@link Polls}, and two more
     * @param listener hears what becomes of the orders
     */
    OrderDesk(
            DeskSettings settings,
            OrderSource source,
            ResourceClaims claims,
            ExecutorService workers,
            OrderListener listener) {
        this.settings = settings;
        this.source = source;
        this.claims = claims;
        this.workers = workers;
        this.listener = listener;
        this.steps = new DeskSteps(settings.mode(), settings.offering());
        this.tally = new DeskTally(settings.offering());
        this.listing = new Watched("The beginning of a cycle", settings.offering());
        this.polls = new Polls(settings.offering(), settings.concurrency());
        this.lastTurn = settings.clock().instant();
    }

    /** Works until it is stopped or, once, until the work has ended. */
    DeskReport run() throws InterruptedException {
        try {
            while (turn()) {
                Runnable event = inbox.poll(pause().toMillis(), TimeUnit.MILLISECONDS);
                while (event != null) {
                    event.run();
                    event = inbox.poll();
                }
            }
        } finally {
            workers.shutdownNow();
            flights.letGo(claims);
            flights.tellDepth(settings.offering(), listener, now());
            ends.close();
        }
        return tally.report(graceRanOut);
    }

    /** Stops taking work; what runs may finish within the grace period. Thread-safe. */
    void stop() {
        inbox.add(() -> {
            ending.stop(now().plus(settings.grace()));
            // What it would list is not taken any more.
            listing.interrupt();
        });
    }

    /**
     * Takes no further work and goes on with what has begun, also with what only waits, until all of it has ended; then, or
     * when the patience is over, it stops. What still waits then stays as it is in Waldur, to be gone on with by whoever
     * serves the offering next. May be called again with less patience. Thread-safe.
     */
    void drain(Duration patience) {
        inbox.add(() -> {
            ending.drain(now().plus(patience));
            listing.interrupt();
        });
    }

    /** Waits after its end until none of its workers is at work any more; returns whether that is so. Thread-safe. */
    boolean awaitQuiet(Duration atMost) throws InterruptedException {
        return workers.awaitTermination(atMost.toMillis(), TimeUnit.MILLISECONDS);
    }

    /**
     * Takes up an order beside those of the cycles, the first of which must have begun; one that is in hand already is not
     * taken up twice. Thread-safe.
     *
     * @param order the order, read just now
     * @return completes with what becomes of the order; is cancelled when the desk closes before
     */
    CompletionStage<OrderResult> take(WaldurOrder order) {
        CompletionStage<OrderResult> end = ends.expect(order.uuid());
        Instant readAt = now();
        inbox.add(() -> {
            if (!ending.begun()) {
                flights.takeUp(order, now(), readAt);
            }
        });
        return end;
    }

    /** Returns what becomes of an order, where it is in hand. Thread-safe. */
    Optional<CompletionStage<OrderResult>> inHand(UUID order) {
        return ends.of(order);
    }

    /** Lists the open orders again as soon as that is possible. Thread-safe. */
    void listAgain() {
        inbox.add(() -> nextCycle = Instant.MIN);
    }

    /** Returns when the desk's thread was last seen at work. Thread-safe. */
    Instant lastTurn() {
        return lastTurn;
    }

    /** Does what is due and returns whether there is more to come. */
    private boolean turn() {
        lastTurn = now();
        if (ending.outOfPatience(lastTurn)) {
            int waiting = flights.count(Flight.State.WAITING);
            if (waiting > 0) {
                log.info(
                        "{} orders still wait; they stay executing, and who serves the offering next goes on with them.",
                        waiting);
            }
            ending.stop(lastTurn.plus(settings.grace()));
        }
        if (ending.stopping()) {
            graceRanOut = !idle() && ending.outOfGrace(lastTurn);
            startQueued();
            return !idle() && !graceRanOut;
        }
        beginCycle();
        wakePaused();
        startQueued();
        poll();
        watchLateOnes();
        flights.tellDepth(settings.offering(), listener, now());
        boolean ended = ending.draining()
                ? idle() && flights.count(Flight.State.WAITING) == 0
                : settings.once() && cycles > 0 && !listing.running() && flights.isEmpty();
        return !tally.isDisabled() && !ended;
    }

    /** Returns whether no worker is busy with an order, and no begun step waits to be brought to its end. */
    private boolean idle() {
        return !polls.any() && !flights.any(flight -> flight.state() == Flight.State.ACTIVE || flight.resuming());
    }

    private Duration pause() {
        Instant next = ending.next(flights.nextDue(polls));
        if (!listing.running() && mayListAgain() && nextCycle.isBefore(next)) {
            next = nextCycle;
        }
        Duration longest = flights.any(flight -> !flight.claimed()) ? CLAIM_PAUSE : LONGEST_PAUSE;
        Instant now = now();
        if (next.isAfter(now.plus(longest))) {
            return longest;
        }
        return next.isAfter(now) ? Duration.between(now, next).plusMillis(1) : Duration.ofMillis(1);
    }

    private boolean mayListAgain() {
        return !ending.begun() && (!settings.once() || cycles == 0);
    }

    // Cycles.

    private void beginCycle() {
        if (listing.running() || !mayListAgain() || now().isBefore(nextCycle)) {
            return;
        }
        Instant started = now();
        nextCycle = started.plus(settings.period());
        flights.listingBegins();
        workers.execute(listing.begin(
                () -> {
                    Cycle cycle = steps.beginCycle(source);
                    inbox.add(() -> cycleBegun(cycle, started));
                },
                started));
    }

    private void cycleBegun(Cycle cycle, Instant started) {
        listing.end();
        flights.listingEnds();
        cycles++;
        boolean good = cycle instanceof Cycle.Orders;
        listener.cycle(settings.offering(), settings.mode(), good, Duration.between(started, now()));
        if (cycle instanceof Cycle.Orders orders) {
            processor = orders.processor();
            if (!ending.begun()) {
                flights.takeUpListed(orders.orders(), started, now());
            }
        } else if (cycle instanceof Cycle.Skipped skipped) {
            if (skipped.failed() && !ending.begun()) {
                tally.cycleFailed(skipped.reason());
                Instant soon = now().plus(AFTER_FAILED_CYCLE);
                nextCycle = soon.isBefore(nextCycle) ? soon : nextCycle;
            }
        } else if (cycle instanceof Cycle.Disabled refused) {
            tally.disabled(refused.reason());
        }
    }

    // Turns.

    private void wakePaused() {
        if (ending.begun()) {
            return;
        }
        Instant now = now();
        flights.in(Flight.State.PAUSED)
                .filter(flight -> flight.dueAt(now))
                .forEach(flight -> flight.queue(current -> current.again(flight.order())));
    }

    private void startQueued() {
        int free = settings.concurrency() - flights.count(Flight.State.ACTIVE);
        for (Flight flight : flights.all()) {
            if (free <= 0) {
                return;
            }
            boolean mayStart = flight.state() == Flight.State.QUEUED && (!ending.begun() || flight.resuming());
            if (mayStart && flight.claim(claims)) {
                start(flight);
                free--;
            }
        }
    }

    private void start(Flight flight) {
        boolean stale =
                flight.untouched() && Duration.between(flight.listedAt(), now()).compareTo(STALE) > 0;
        Flight.Step step = stale ? desk -> desk.again(flight.order()) : flight.next();
        OrderProcessor current = processor;
        Optional<PendingOrder> pending = flight.pending();
        InterruptibleTask task = new InterruptibleTask(() -> steps.take(
                flight.order(), pending, () -> step.take(current), result -> inbox.add(() -> stepped(flight, result))));
        flight.activate(task, now());
        workers.execute(task);
    }

    private void stepped(Flight flight, OrderResult result) {
        if (result instanceof OrderResult.Waiting waiting) {
            flight.await(waiting, now());
        } else if (result instanceof OrderResult.Postponed postponed && postponed.soon()) {
            tryAgain(flight, postponed);
        } else {
            end(flight, result);
        }
    }

    private void tryAgain(Flight flight, OrderResult.Postponed postponed) {
        Optional<Duration> pause = settings.backoff().pause(flight.failed(), postponed.retryAfter(), settings.random());
        if (pause.isEmpty()) {
            end(flight, postponed);
            return;
        }
        listener.retrying(settings.offering());
        flight.pause(now().plus(pause.get()));
    }

    private void end(Flight flight, OrderResult result) {
        flight.release(claims);
        listener.ended(settings.offering(), result, flight.age(now()));
        tally.ended(result);
        flights.remove(flight, result);
    }

    // Polls.

    private void poll() {
        Instant now = now();
        for (List<Flight> polled : polls.due(flights.all(), now)) {
            polled.forEach(Flight::poll);
            List<PendingOrder> pending = polled.stream()
                    .map(flight -> flight.pending().orElseThrow())
                    .toList();
            OrderProcessor current = processor;
            workers.execute(polls.begin(
                    polled,
                    () -> {
                        Map<UUID, Attempt<Outcome>> answers = steps.poll(current, pending);
                        inbox.add(() -> polled(polled, answers));
                    },
                    now));
        }
    }

    private void polled(List<Flight> polled, Map<UUID, Attempt<Outcome>> answers) {
        polls.end(polled);
        for (Flight flight : polled) {
            PendingOrder pending = flight.pending().orElseThrow();
            Attempt<Outcome> answer = answers.get(flight.order().uuid());
            if (answer == null) {
                flight.await(new OrderResult.Waiting(pending, LONGEST_PAUSE, flight.waitsFor()), now());
                continue;
            }
            Optional<OrderResult.Waiting> unmoved = pending.unmoved(answer);
            if (unmoved.isPresent()) {
                flight.await(unmoved.get(), now());
            } else {
                flight.queue(current -> current.resume(pending, answer));
            }
        }
    }

    private void watchLateOnes() {
        Instant now = now();
        listing.interruptIfLate(now, settings.longestWait(), TOLD_AGAIN);
        polls.interruptLateOnes(now, settings.longestWait(), TOLD_AGAIN);
        for (Flight flight : flights.all()) {
            if (flight.activeFor(now).filter(this::tooLong).isPresent()) {
                flight.interrupt(now, TOLD_AGAIN)
                        .ifPresent(where -> log.error(
                                "A step of {} takes more than {}; it is interrupted. It is at: {}",
                                DeskTally.named(flight.order()),
                                settings.longestWait(),
                                where));
            } else if (flight.state() == Flight.State.WAITING
                    && flight.waiting(now).filter(this::tooLong).isPresent()) {
                waitedTooLong(flight, now);
            }
        }
    }

    private boolean tooLong(Duration duration) {
        return duration.compareTo(settings.longestWait()) > 0;
    }

    private void waitedTooLong(Flight flight, Instant now) {
        String what = DeskTally.named(flight.order()) + " still waits after "
                + settings.longestWait().toMinutes() + " minutes: " + flight.waitsFor();
        if (settings.once()) {
            log.warn("{}. It stays executing; the next run goes on with it.", what);
            end(flight, new OrderResult.Postponed(flight.order(), what, false, Optional.empty()));
        } else {
            log.warn("{}. It is polled on.", what);
            flight.waitAnew(now);
        }
    }

    private Instant now() {
        return settings.clock().instant();
    }
}
