package dev.siteagent.core.runtime;

import dev.siteagent.core.orders.OrderResult;
import dev.siteagent.core.orders.PendingOrder;
import dev.siteagent.core.waldur.WaldurOrder;
import java.time.Instant;
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
    private final Map<UUID, Flight> flights = new LinkedHashMap<>();
    private final OrderEnds ends;

    /**
     * Begins with none.
     *
     * @param ends hears of each order that is taken up or let go
     */
    Flights(OrderEnds ends) {
        this.ends = ends;
    }

    /** Takes an order up, unless it is in hand. */
    void takeUp(WaldurOrder order, Instant now) {
        ends.expect(order.uuid());
        flights.computeIfAbsent(order.uuid(), uuid -> new Flight(order, now));
    }

    /** Lets an order go. */
    void remove(Flight flight, OrderResult result) {
        flights.remove(flight.order().uuid());
        ends.ended(result);
    }

    /** Has orders looked at again that wait since before a listing, and that the listing does not have. */
    void recheckMissing(List<WaldurOrder> listed, Instant listedAt) {
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

    boolean any(Predicate<Flight> what) {
        return flights.values().stream().anyMatch(what);
    }

    boolean isEmpty() {
        return flights.isEmpty();
    }

    /** Returns when the next of them is due; {@code Instant.MAX} when none is. */
    Instant nextDue() {
        return flights.values().stream()
                .map(Flight::due)
                .min(Instant::compareTo)
                .orElse(Instant.MAX);
    }
}
