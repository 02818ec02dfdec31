package dev.siteagent.core.runtime;

import dev.siteagent.spi.PendingWork;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The polls of a desk that are under way, and which orders may be polled next. Touched by the desk's thread only.
 *
 * <p>One poll asks for many orders, and its answer comes when the slowest of them has been looked at. So orders that are
 * only watched are polled apart from those for which the backend may act, of these no more at once than the desk may
 * work on, and a poll that takes its time does not keep the next one waiting.
 */
final class Polls {
    private static final Duration SLOW = Duration.ofSeconds(1);
    private static final int MOST_IN_A_LANE = 3;

    /** How many workers the polls of a desk may need. */
    static final int WORKERS = MOST_IN_A_LANE * Lane.values().length;

    private final String offering;
    private final int concurrency;
    private final Map<Lane, List<Running>> running = new EnumMap<>(Lane.class);

    private enum Lane {
        /** The machine is made; nothing is left but to see it get into service. */
        WATCH,
        /** The backend may make, change or delete something in the poll. */
        ACT;

        static Lane of(Flight flight) {
            PendingWork work = flight.pending().orElseThrow().work();
            boolean made = work.kind() == PendingWork.Kind.CREATE
                    && work.resource().backendId().isPresent();
            return made ? WATCH : ACT;
        }
    }

    private record Running(Watched task, List<Flight> polled, Instant since) {}

    /**
     * No poll is under way.
     *
     * @param offering the offering's name
     * @param concurrency for how many orders the backend may act at once
     */
    Polls(String offering, int concurrency) {
        this.offering = offering;
        this.concurrency = concurrency;
        for (Lane lane : Lane.values()) {
            running.put(lane, new ArrayList<>());
        }
    }

    /** Returns the orders to be polled now, by the polls to be made. */
    List<List<Flight>> due(Collection<Flight> flights, Instant now) {
        List<List<Flight>> polls = new ArrayList<>();
        for (Lane lane : Lane.values()) {
            List<Flight> waiting = flights.stream()
                    .filter(flight -> flight.state() == Flight.State.WAITING && Lane.of(flight) == lane)
                    .toList();
            if (!opensAt(lane).isAfter(now) && waiting.stream().anyMatch(flight -> flight.dueAt(now))) {
                polls.add(waiting.stream()
                        .filter(flight -> flight.pollableAt(now))
                        .sorted(Comparator.comparing(Flight::due))
                        .limit(room(lane))
                        .toList());
            }
        }
        return polls;
    }

    /** Returns when a waiting order is to be polled: at its time, or when there is room for another poll. */
    Instant dueAt(Flight flight) {
        Instant opens = opensAt(Lane.of(flight));
        return opens.isAfter(flight.due()) ? opens : flight.due();
    }

    /** Begins a poll; it counts as under way until {@link #end}. */
    Runnable begin(List<Flight> polled, Runnable body, Instant now) {
        Watched task = new Watched("A poll", offering);
        running.get(Lane.of(polled.get(0))).add(new Running(task, polled, now));
        return task.begin(body, now);
    }

    void end(List<Flight> polled) {
        running.values().forEach(polls -> polls.removeIf(poll -> poll.polled() == polled));
    }

    boolean any() {
        return running.values().stream().anyMatch(polls -> !polls.isEmpty());
    }

    void interruptLateOnes(Instant now, Duration longest, Duration again) {
        running.values().forEach(polls -> polls.forEach(poll -> poll.task().interruptIfLate(now, longest, again)));
    }

    /** When the next poll of a lane may begin; far away while only the end of one can make room. */
    private Instant opensAt(Lane lane) {
        List<Running> polls = running.get(lane);
        if (polls.size() >= MOST_IN_A_LANE || room(lane) == 0) {
            return Instant.MAX;
        }
        return polls.stream()
                .map(poll -> poll.since().plus(SLOW))
                .max(Instant::compareTo)
                .orElse(Instant.MIN);
    }

    private int room(Lane lane) {
        if (lane == Lane.WATCH) {
            return Integer.MAX_VALUE;
        }
        int acting = running.get(lane).stream()
                .mapToInt(poll -> poll.polled().size())
                .sum();
        return Math.max(0, concurrency - acting);
    }
}
