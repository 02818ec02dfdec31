package dev.siteagent.core.status;

import dev.siteagent.core.orders.OrderResult;
import dev.siteagent.core.runtime.Mode;
import dev.siteagent.core.runtime.OrderInHand;
import dev.siteagent.core.runtime.OrderListener;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Remembers what was last heard: of each offering its cycles and the orders in hand, and of all the latest failures. Keeps
 * no more than it shows. Thread-safe.
 */
public final class StatusBoard implements OrderListener {
    /** How many failures are kept. */
    static final int FAILURES = 50;

    /** How many characters of a reason are kept; the log has the whole. */
    private static final int LONGEST = 2_000;

    private final Clock clock;
    private final Map<String, Map<Mode, CycleSeen>> cycles = new ConcurrentHashMap<>();
    private final Map<String, Hand> hands = new ConcurrentHashMap<>();
    private final Deque<Failure> failures = new ArrayDeque<>();

    /**
     * A cycle that has ended.
     *
     * @param began when it began
     * @param took how long it took; of orders, the listing that begins one
     * @param good whether it did all it should
     */
    public record CycleSeen(Instant began, Duration took, boolean good) {}

    /**
     * Orders in hand.
     *
     * @param number how many there are
     * @param orders the first of them
     */
    public record Hand(int number, List<OrderInHand> orders) {
        static final Hand EMPTY = new Hand(0, List.of());
    }

    /**
     * Something that failed.
     *
     * @param at when
     * @param offering the offering's name
     * @param what what failed, such as an order and its resource
     * @param why the reason
     */
    public record Failure(Instant at, String offering, String what, String why) {}

    /**
     * Nothing was heard yet.
     *
     * @param clock the time
     */
    public StatusBoard(Clock clock) {
        this.clock = clock;
    }

    @Override
    public void cycle(String offering, Mode mode, boolean good, Duration took) {
        cycles.computeIfAbsent(offering, name -> new ConcurrentHashMap<>())
                .put(mode, new CycleSeen(clock.instant().minus(took), took, good));
    }

    @Override
    public void ended(String offering, OrderResult result, Duration took) {
        why(result).ifPresent(why -> {
            String what = result.order().type() + " order of " + result.order().resourceName();
            synchronized (failures) {
                failures.addFirst(new Failure(clock.instant(), offering, what, shortened(why)));
                while (failures.size() > FAILURES) {
                    failures.removeLast();
                }
            }
        });
    }

    private static String shortened(String why) {
        return why.length() <= LONGEST ? why : why.substring(0, LONGEST) + "…";
    }

    private static Optional<String> why(OrderResult result) {
        if (result instanceof OrderResult.Erred erred) {
            return Optional.of(erred.message());
        }
        if (result instanceof OrderResult.Rejected rejected) {
            return Optional.of("rejected: " + rejected.reason());
        }
        if (result instanceof OrderResult.Postponed postponed) {
            return Optional.of("left to the next cycle: " + postponed.reason());
        }
        if (result instanceof OrderResult.Overtaken overtaken) {
            return Optional.of("it was " + overtaken.now() + " in Waldur when its work was done"
                    + overtaken.backendId().map(id -> "; " + id + " exists").orElse(""));
        }
        return Optional.empty();
    }

    @Override
    public void inHand(String offering, int number, List<OrderInHand> orders) {
        hands.put(offering, number == 0 ? Hand.EMPTY : new Hand(number, List.copyOf(orders)));
    }

    @Override
    public void retrying(String offering) {
        // The order's step says so.
    }

    @Override
    public void depth(String offering, int waiting, int queued, int active) {
        // The orders themselves are told, too.
    }

    /** Returns the last cycle of each mode of an offering. */
    Map<Mode, CycleSeen> cyclesOf(String offering) {
        return new TreeMap<>(cycles.getOrDefault(offering, Map.of()));
    }

    /** Returns the orders of an offering that are in hand. */
    Hand handOf(String offering) {
        return hands.getOrDefault(offering, Hand.EMPTY);
    }

    /** Returns the latest failures, the newest first. */
    List<Failure> failures() {
        synchronized (failures) {
            return List.copyOf(failures);
        }
    }
}
