package dev.siteagent.core.orders;

import dev.siteagent.core.waldur.OrderState;
import dev.siteagent.core.waldur.Orders;
import dev.siteagent.core.waldur.WaldurOrder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Reads orders again, one list for all that ask at the same time wherever that takes fewer requests. Thread-safe.
 */
public final class OrderReads {
    /** The states of an order that an agent may still work on. */
    public static final List<OrderState> OPEN = List.of(OrderState.PENDING_PROVIDER, OrderState.EXECUTING);

    private static final int PAGE = 100;

    private final Orders orders;
    private final UUID offering;
    private final SharedReads<UUID, WaldurOrder> whole = new SharedReads<>(this::readWhole);
    private final SharedReads<UUID, OrderState> states = new SharedReads<>(this::readStates);
    private volatile int listed;

    /** Reads the orders of one offering. */
    public OrderReads(Orders orders, UUID offering) {
        this.orders = orders;
        this.offering = offering;
    }

    /** Lists the orders that are open, the oldest first. */
    public List<WaldurOrder> open() throws InterruptedException {
        List<WaldurOrder> open = orders.list(offering, OPEN);
        listed = open.size();
        return open;
    }

    /** Reads an order as it is now. */
    public WaldurOrder order(UUID order) throws InterruptedException {
        return whole.read(order);
    }

    /** Reads the state of an order as it is now. */
    public OrderState state(UUID order) throws InterruptedException {
        return states.read(order);
    }

    private Map<UUID, WaldurOrder> readWhole(Set<UUID> wanted) throws InterruptedException {
        Map<UUID, WaldurOrder> found = listPays(wanted)
                ? open().stream().collect(Collectors.toMap(WaldurOrder::uuid, Function.identity(), (a, b) -> a))
                : Map.of();
        return complete(wanted, found, orders::get);
    }

    private Map<UUID, OrderState> readStates(Set<UUID> wanted) throws InterruptedException {
        return complete(wanted, listPays(wanted) ? orders.states(offering, OPEN) : Map.of(), orders::state);
    }

    private boolean listPays(Set<UUID> wanted) {
        return wanted.size() > 1 + listed / PAGE;
    }

    /** Asks one by one for what no list had: an order that is no longer open. */
    private static <V> Map<UUID, V> complete(Set<UUID> wanted, Map<UUID, V> found, One<V> one)
            throws InterruptedException {
        Map<UUID, V> all = new LinkedHashMap<>(found);
        for (UUID order : wanted) {
            if (!all.containsKey(order)) {
                all.put(order, one.read(order));
            }
        }
        return all;
    }

    @FunctionalInterface
    private interface One<V> {
        V read(UUID order) throws InterruptedException;
    }
}
