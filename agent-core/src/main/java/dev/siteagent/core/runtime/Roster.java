package dev.siteagent.core.runtime;

import dev.siteagent.core.config.OfferingConfiguration;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything at work in a run, each at its place, and how it changes while the run goes on: what is new begins, what is not
 * wanted any more ends, and what is wanted otherwise ends and begins again. Thread-safe; nothing here blocks but {@link
 * #await} and {@link #close}.
 */
final class Roster {
    /** How long work that is to begin again may wait for what it has begun; its successor goes on with the rest. */
    static final Duration RENEWAL_PATIENCE = Duration.ofMinutes(2);

    private static final Logger log = LoggerFactory.getLogger(Roster.class);
    private static final Duration LATE = Duration.ofMinutes(1);
    private static final Duration LOOK = Duration.ofSeconds(30);
    private static final Duration LAST_CLOSE = Duration.ofSeconds(5);
    private static final Duration REGISTRATION_PATIENCE = Duration.ofSeconds(10);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition moved = lock.newCondition();
    private final Map<Object, Seat> seats = new LinkedHashMap<>();
    private final Clock clock;
    private final Duration grace;
    private Exchange exchange = Exchange.NONE;
    private int doneByThoseGone;
    private boolean begun;
    private boolean stopped;

    /**
     * Nobody is at work.
     *
     * @param clock the time
     * @param grace how long work may go on after it was told to stop
     */
    Roster(Clock clock, Duration grace) {
        this.clock = clock;
        this.grace = grace;
    }

    /**
     * Changes who works. What is new begins at once; what takes the place of other work begins when that has ended; with an
     * exchange, all of it begins after that.
     *
     * @param posts what is wanted
     * @param keeps tells of a post at work that is not among these whether it goes on
     * @param plugins the plugins that change with it; none is under way
     */
    Changes change(List<Post> posts, Predicate<Post> keeps, Exchange plugins) {
        Changes.Plan plan = new Changes.Plan();
        lock.lock();
        try {
            if (stopped) {
                plugins.done().cancel(false);
                return plan.changes();
            }
            exchange = plugins;
            Map<Object, Post> wanted = new LinkedHashMap<>();
            posts.forEach(post -> wanted.put(post.place(), post));
            Set<Object> places = new LinkedHashSet<>(seats.keySet());
            places.addAll(wanted.keySet());
            for (Object place : places) {
                change(place, Optional.ofNullable(wanted.get(place)), keeps, plan);
            }
        } finally {
            lock.unlock();
        }
        proceed();
        return plan.changes();
    }

    /**
     * Has everybody end who uses plugins that are taken away; all others go on.
     *
     * @param plugins the plugins; none is under way
     */
    Changes withdraw(Exchange plugins) {
        lock.lock();
        try {
            List<Post> others = seats.values().stream()
                    .filter(seat -> !seat.uses(plugins.plugins()))
                    .flatMap(seat -> seat.wanted().stream())
                    .toList();
            return change(others, post -> false, plugins);
        } finally {
            lock.unlock();
        }
    }

    private void change(Object place, Optional<Post> wanted, Predicate<Post> keeps, Changes.Plan plan) {
        Seat seat = seats.get(place);
        if (seat == null) {
            seats.put(place, new Seat(wanted.orElseThrow()));
            plan.begins(wanted.get().name());
            return;
        }
        String name = seat.post().name();
        boolean goesOn = wanted.map(post -> seat.serves(post, exchange.plugins()))
                .orElseGet(() -> keeps.test(seat.post()) && !seat.uses(exchange.plugins()));
        if (goesOn) {
            plan.goesOn(name);
            return;
        }
        seat.next(wanted);
        if (wanted.isPresent()) {
            plan.beginsAgain(name);
        } else {
            plan.ends(name);
        }
        if (seat.work().isEmpty()) {
            if (wanted.isEmpty()) {
                seats.remove(place);
            }
            return;
        }
        boolean first = !seat.leaving();
        boolean forGood = wanted.isEmpty() && !seat.uses(exchange.plugins());
        Duration patience = forGood ? seat.post().patience() : RENEWAL_PATIENCE;
        seat.leave(patience, clock.instant().plus(patience).plus(grace).plus(LATE));
        if (first) {
            Work leaving = seat.work().orElseThrow();
            Thread usher = new Thread(() -> seeOff(seat, leaving), "end of " + name);
            usher.setDaemon(true);
            usher.start();
        }
    }

    /** Sees work to its end, on a thread of its own. */
    private void seeOff(Seat seat, Work work) {
        try {
            while (!work.awaitEnd(LOOK)) {
                tellIfOverdue(seat);
                proceed();
            }
            work.close(REGISTRATION_PATIENCE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        } catch (RuntimeException e) {
            log.error(
                    "{} was not closed cleanly, by a fault of the agent.",
                    seat.post().name(),
                    e);
        }
        log.info("{} has ended.", seat.post().name());
        lock.lock();
        try {
            doneByThoseGone +=
                    work.reports().stream().mapToInt(DeskReport::done).sum();
            seat.vacate();
            if (seat.next().isEmpty()) {
                seats.values().remove(seat);
            }
        } finally {
            lock.unlock();
        }
        proceed();
    }

    private void tellIfOverdue(Seat seat) {
        lock.lock();
        try {
            if (seat.overdue(clock.instant())) {
                log.error("{}", overdue(seat));
            }
        } finally {
            lock.unlock();
        }
    }

    private static String overdue(Seat seat) {
        return seat.post().name() + " was told to end and does not: a call of its plugin ignores its interrupt."
                + " Nothing else begins at its place, so that no order is worked on twice; restart the agent.";
    }

    /** Has everybody begin who may, after the plugins were exchanged where nobody uses them any more. */
    private void proceed() {
        lock.lock();
        try {
            if (!exchange.done().isDone() && seats.values().stream().noneMatch(this::holdsUpTheExchange)) {
                exchange();
            }
            if (begun && !stopped && exchange.done().isDone()) {
                List.copyOf(seats.values()).stream()
                        .filter(seat -> seat.work().isEmpty())
                        .forEach(seat -> seat.begin().start());
            }
            moved.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private boolean holdsUpTheExchange(Seat seat) {
        return seat.uses(exchange.plugins()) && !seat.overdue(clock.instant());
    }

    private void exchange() {
        Exchange due = exchange;
        Set<String> inUse = due.plugins().stream()
                .filter(plugin -> seats.values().stream().anyMatch(seat -> seat.uses(Set.of(plugin))))
                .collect(Collectors.toUnmodifiableSet());
        // What they still use are not the plugins of these ids any more, and holds up no later exchange.
        seats.values().forEach(seat -> seat.outlives(due.plugins()));
        // Let go of before the step: it holds the plugins that are taken away.
        exchange = Exchange.NONE;
        try {
            due.step().accept(inUse);
            due.done().complete(null);
        } catch (RuntimeException | LinkageError e) {
            due.done().completeExceptionally(e);
        }
    }

    /** Has everybody begin. */
    void begin() {
        lock.lock();
        try {
            begun = true;
        } finally {
            lock.unlock();
        }
        proceed();
    }

    /** Has everybody stop, and nobody begin any more. */
    void stop() {
        lock.lock();
        try {
            stopped = true;
            exchange.done().cancel(false);
            works().forEach(Work::stop);
            moved.signalAll();
        } finally {
            lock.unlock();
        }
    }

    boolean isStopped() {
        lock.lock();
        try {
            return stopped;
        } finally {
            lock.unlock();
        }
    }

    void interrupt() {
        works().forEach(Work::interrupt);
    }

    /** Notes that some work has ended by itself. */
    void ended() {
        lock.lock();
        try {
            moved.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until a condition holds that may come true when work ends, for a time at most; returns whether it does. */
    boolean await(Predicate<Roster> condition, Duration atMost) throws InterruptedException {
        long left = atMost.toNanos();
        lock.lockInterruptibly();
        try {
            while (!condition.test(this)) {
                if (left <= 0) {
                    return false;
                }
                left = moved.awaitNanos(left);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether nobody works any more, and nobody is about to. */
    boolean over() {
        lock.lock();
        try {
            return seats.values().stream()
                    .allMatch(seat -> seat.work().map(Work::over).orElse(stopped) && (stopped || !seat.leaving()));
        } finally {
            lock.unlock();
        }
    }

    /** Closes what everybody has open, after the end of the work; who is being seen off is closed by that. */
    void close(Duration registrationPatience) throws InterruptedException {
        for (Work work : works(seat -> !seat.leaving())) {
            work.close(registrationPatience);
        }
        await(roster -> works(Seat::leaving).isEmpty(), LAST_CLOSE);
    }

    List<String> hung() {
        List<String> overdue;
        lock.lock();
        try {
            overdue = seats.values().stream()
                    .filter(seat -> seat.overdue(clock.instant()))
                    .map(Roster::overdue)
                    .toList();
        } finally {
            lock.unlock();
        }
        // Without the lock, since services are asked, which may hang.
        return Stream.concat(works().stream().flatMap(work -> work.hung(clock)), overdue.stream())
                .toList();
    }

    /** Returns the entries of the file by which somebody works or is about to. */
    List<OfferingConfiguration> offerings() {
        return posts().stream().flatMap(post -> post.offerings().stream()).toList();
    }

    /** Returns the entries by which those work that were told to end. */
    List<OfferingConfiguration> ending() {
        lock.lock();
        try {
            return seats.values().stream()
                    .filter(Seat::leaving)
                    .flatMap(seat -> seat.post().offerings().stream())
                    .toList();
        } finally {
            lock.unlock();
        }
    }

    /** Returns what is at work or about to be. */
    List<Post> posts() {
        lock.lock();
        try {
            return seats.values().stream()
                    .map(seat -> seat.next().orElse(seat.post()))
                    .toList();
        } finally {
            lock.unlock();
        }
    }

    /** Returns who at work uses one of these plugins. */
    List<Post> users(Set<String> plugins) {
        lock.lock();
        try {
            return seats.values().stream()
                    .filter(seat -> seat.uses(plugins))
                    .map(Seat::post)
                    .toList();
        } finally {
            lock.unlock();
        }
    }

    /** Returns what is at work. */
    List<Work> works() {
        return works(seat -> true);
    }

    private List<Work> works(Predicate<Seat> which) {
        lock.lock();
        try {
            return seats.values().stream()
                    .filter(which)
                    .flatMap(seat -> seat.work().stream())
                    .toList();
        } finally {
            lock.unlock();
        }
    }

    /** Returns how many orders were done by those who are not at work any more. */
    int doneByThoseGone() {
        lock.lock();
        try {
            return doneByThoseGone;
        } finally {
            lock.unlock();
        }
    }
}
