package dev.siteagent.core.orders;

import dev.siteagent.core.waldur.OrderState;
import dev.siteagent.core.waldur.Orders;
import dev.siteagent.core.waldur.WaldurException;
import dev.siteagent.core.waldur.WaldurOrder;
import dev.siteagent.core.waldur.WaldurUnavailableException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads orders again, one list for all that ask at the same time wherever that takes fewer requests. Thread-safe.
 */
public final class OrderReads {
    /** The states of an order that an agent may still work on. */
    public static final List<OrderState> OPEN = List.of(OrderState.PENDING_PROVIDER, OrderState.EXECUTING);

    private static final Logger log = LoggerFactory.getLogger(OrderReads.class);
    private static final int PAGE = 100;

    private final Orders orders;
    private final UUID offering;
    private final SharedReads<UUID, Supplier<WaldurOrder>> whole = new SharedReads<>(this::readWhole);
    private final SharedReads<UUID, Supplier<OrderState>> states = new SharedReads<>(this::readStates);
    private volatile int listed;

    /** Reads the orders of one offering. */
    public OrderReads(Orders orders, UUID offering) {
        this.orders = orders;
        this.offering = offering;
    }

    /** Lists the orders that are open, the oldest first. */
    public List<WaldurOrder> open() throws InterruptedException {
        List<WaldurOrder> open = new ArrayList<>(orders.list(offering, OPEN));
        if (open.removeIf(order -> order.uuid() == null)) {
            log.warn("Waldur lists an order without a UUID, which cannot be worked on.");
        }
        listed = open.size();
        return open;
    }

    /** Reads an order as it is now. */
    public WaldurOrder order(UUID order) throws InterruptedException {
        return whole.read(order).get();
    }

    /** Reads the state of an order as it is now. */
    public OrderState state(UUID order) throws InterruptedException {
        return states.read(order).get();
    }

    private Map<UUID, Supplier<WaldurOrder>> readWhole(Set<UUID> wanted) throws InterruptedException {
        Map<UUID, WaldurOrder> found = listPays(wanted)
                ? open().stream().collect(Collectors.toMap(WaldurOrder::uuid, Function.identity(), (a, b) -> a))
                : Map.of();
        return complete(wanted, found, orders::get);
    }

    private Map<UUID, Supplier<OrderState>> readStates(Set<UUID> wanted) throws InterruptedException {
        return complete(wanted, listPays(wanted) ? orders.states(offering, OPEN) : Map.of(), orders::state);
    }

    private boolean listPays(Set<UUID> wanted) {
        return wanted.size() > 1 + listed / PAGE;
    }

    /**
     * Asks one by one for what no list had: an order that is no longer open. What is wrong with one order is told to
     * whoever asks for that one, and not to the others that share the request.
     */
    private static <V> Map<UUID, Supplier<V>> complete(Set<UUID> wanted, Map<UUID, V> found, One<V> one)
            throws InterruptedException {
        Map<UUID, Supplier<V>> all = new LinkedHashMap<>();
        Optional<Supplier<V>> unreachable = Optional.empty();
        for (UUID order : wanted) {
            V value = found.get(order);
            if (value != null) {
                all.put(order, () -> value);
            } else if (unreachable.isPresent()) {
                // Each further attempt would take all its repeats to learn the same.
                all.put(order, unreachable.get());
            } else {
                try {
                    V read = one.read(order);
                    all.put(order, () -> read);
                } catch (WaldurException e) {
                    Supplier<V> failure = () -> {
                        throw e;
                    };
                    all.put(order, failure);
                    if (e instanceof WaldurUnavailableException) {
                        unreachable = Optional.of(failure);
                    }
                }
            }
        }
        return all;
    }

    @FunctionalInterface
    private interface One<V> {
        V read(UUID order) throws InterruptedException;
    }
}
