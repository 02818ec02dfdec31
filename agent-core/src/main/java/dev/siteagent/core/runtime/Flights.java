package dev.siteagent.core.runtime;

import dev.siteagent.core.orders.OrderResult;
import dev.siteagent.core.orders.PendingOrder;
import dev.siteagent.core.waldur.WaldurOrder;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The orders in a desk's hands, in the order in which it took them up. Touched by the desk's thread only. */
final class Flights {
    /** Who is shown the orders needs no more than that. */
    private static final int SHOWN_AT_ONCE = 100;

    private static final Duration SHOWN_EVERY = Duration.ofSeconds(1);

    private final Map<UUID, Flight> flights = new LinkedHashMap<>();
    private final OrderEnds ends;
    private final Set<UUID> endedWhileListing = new HashSet<>();
    private boolean listing;
    private Instant shown = Instant.EPOCH;

    /**
     * Begins with none.
     *
     * @param ends hears of each order that is taken up or let go
     */
    Flights(OrderEnds ends) {
        this.ends = ends;
    }

    /**
     * Takes an order up, unless it is in hand.
     *
     * @param readAt when Waldur was asked for what is known of the order
     */
    void takeUp(WaldurOrder order, Instant now, Instant readAt) {
        ends.expect(order.uuid());
        flights.computeIfAbsent(order.uuid(), uuid -> new Flight(order, now, readAt));
    }

    /** Notes that a listing is under way, which may show orders as they were before they ended. */
    void listingBegins() {
        listing = true;
        endedWhileListing.clear();
    }

    /** Notes that the listing is there. */
    void listingEnds() {
        listing = false;
    }

    /**
     * Takes up what a listing has, but for orders that ended meanwhile, and looks again at those that it lacks.
     *
     * @param listedAt when the listing began
     */
    void takeUpListed(List<WaldurOrder> listed, Instant listedAt, Instant now) {
        recheckMissing(listed, listedAt);
        listed.stream()
                .filter(order -> !endedWhileListing.contains(order.uuid()))
                .forEach(order -> takeUp(order, now, listedAt));
    }

    /** Lets an order go. */
    void remove(Flight flight, OrderResult result) {
        UUID order = flight.order().uuid();
        flights.remove(order);
        if (listing) {
            endedWhileListing.add(order);
        }
        ends.ended(result);
    }

    /** Has orders looked at again that wait since before a listing, and that the listing does not have. */
    private void recheckMissing(List<WaldurOrder> listed, Instant listedAt) {
        Set<UUID> uuids = listed.stream().map(WaldurOrder::uuid).collect(Collectors.toSet());
        for (Flight flight : flights.values()) {
            if (flight.state() == Flight.State.WAITING
                    && !uuids.contains(flight.order().uuid())
                    && flight.waiting(listedAt)
                            .filter(wait -> !wait.isNegative())
                            .isPresent()) {
                PendingOrder pending = flight.pending().orElseThrow();
                flight.queue(current -> current.recheck(pending));
            }
        }
    }

    /** Returns a copy, so that orders may be let go meanwhile. */
    List<Flight> all() {
        return List.copyOf(flights.values());
    }

    Stream<Flight> in(Flight.State state) {
        return flights.values().stream().filter(flight -> flight.state() == state);
    }

    int count(Flight.State state) {
        return (int) in(state).count();
    }

    /** Lets all of them go, at the end. */
    void letGo(ResourceClaims claims) {
        flights.values().forEach(flight -> flight.release(claims));
        flights.clear();
    }

    /** Tells how many there are. */
    void tellDepth(String offering, OrderListener listener, Instant now) {
        listener.depth(
                offering,
                count(Flight.State.WAITING) + count(Flight.State.POLLED),
                count(Flight.State.QUEUED) + count(Flight.State.PAUSED),
                count(Flight.State.ACTIVE));
        if (flights.isEmpty() || Duration.between(shown, now).compareTo(SHOWN_EVERY) >= 0) {
            shown = now;
            listener.inHand(
                    offering,
                    flights.size(),
                    flights.values().stream()
                            .limit(SHOWN_AT_ONCE)
                            .map(Flight::inHand)
                            .toList());
        }
    }

    boolean any(Predicate<Flight> what) {
        return flights.values().stream().anyMatch(what);
    }

    boolean isEmpty() {
        return flights.isEmpty();
    }

    /** Returns when the next of them is due; {@code Instant.MAX} when none is. */
    Instant nextDue(Polls polls) {
        return flights.values().stream()
                .map(flight -> flight.state() == Flight.State.WAITING ? polls.dueAt(flight) : flight.due())
                .min(Instant::compareTo)
                .orElse(Instant.MAX);
    }
}
