package dev.siteagent.core.waldur;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The orders of an offering: {@code /api/marketplace-orders/}. Thread-safe.
 *
 * <p>The calls that move a state are repeated when their answer is lost. If the first attempt had succeeded, Waldur
 * refuses the second: see {@link WaldurRejectedException#afterLostAnswer()}, and read the order again.
 */
public final class Orders {
    private static final String PATH = "/api/marketplace-orders/";

    private final WaldurHttp http;

    Orders(WaldurHttp http) {
        this.http = http;
    }

    /**
     * Lists the orders of an offering in some states, the oldest first.
     *
     * @param offering the offering
     * @param states the states wanted, at least one
     */
    public List<WaldurOrder> list(UUID offering, Collection<OrderState> states) throws InterruptedException {
        return http.all(
                listCall(offering, states).withQuery(query(offering, states).fieldsOf(WaldurOrder.class)),
                WaldurOrder.class);
    }

    /**
     * Lists the states of an offering's orders, and nothing else of them.
     *
     * @param offering the offering
     * @param states the states wanted, at least one
     * @return order → state, in Waldur's order
     */
    public Map<UUID, OrderState> states(UUID offering, Collection<OrderState> states) throws InterruptedException {
        Map<UUID, OrderState> found = new LinkedHashMap<>();
        for (UuidAndState order : http.all(
                listCall(offering, states).withQuery(query(offering, states).fieldsOf(UuidAndState.class)),
                UuidAndState.class)) {
            found.put(order.uuid(), order.state());
        }
        return found;
    }

    /** Reads an order. */
    public WaldurOrder get(UUID order) throws InterruptedException {
        return http.one(
                WaldurCall.get(
                        "orders.get",
                        "read order " + Uuids.hex(order),
                        path(order),
                        Query.NONE.fieldsOf(WaldurOrder.class)),
                WaldurOrder.class);
    }

    /** Reads the state of an order, and nothing else of it. */
    public OrderState state(UUID order) throws InterruptedException {
        return http.one(
                        WaldurCall.get(
                                "orders.get",
                                "read the state of order " + Uuids.hex(order),
                                path(order),
                                Query.NONE.fieldsOf(UuidAndState.class)),
                        UuidAndState.class)
                .state();
    }

    /** Approves a pending order, which makes it executing. Waldur refuses (409) when it is not pending. */
    public void approveByProvider(UUID order) throws InterruptedException {
        act(order, "approve_by_provider", "approve order", Map.of());
    }

    /**
     * Rejects a pending order. Waldur refuses (409) when it is not pending.
     *
     * @param order the order
     * @param comment why, shown to the customer; may be empty
     */
    public void rejectByProvider(UUID order, String comment) throws InterruptedException {
        act(order, "reject_by_provider", "reject order", Map.of("provider_rejection_comment", comment));
    }

    /** Stores a text with an order, 255 characters at most. */
    public void setBackendId(UUID order, String backendId) throws InterruptedException {
        act(order, "set_backend_id", "store the backend id of order", Map.of("backend_id", backendId));
    }

    /** Completes an executing order and with it moves its resource. Waldur refuses (409) when it is not executing. */
    public void setStateDone(UUID order) throws InterruptedException {
        act(order, "set_state_done", "complete order", null);
    }

    /**
     * Marks an order as failed.
     *
     * @param order the order
     * @param message what failed, shown to the customer
     * @param traceback the details for the provider's staff; may be empty
     */
    public void setStateErred(UUID order, String message, String traceback) throws InterruptedException {
        act(
                order,
                "set_state_erred",
                "mark as erred order",
                Map.of("error_message", message, "error_traceback", traceback));
    }

    private void act(UUID order, String action, String purpose, Object body) throws InterruptedException {
        http.done(
                WaldurCall.act("orders." + action, purpose + " " + Uuids.hex(order), path(order) + action + "/", body));
    }

    private static WaldurCall listCall(UUID offering, Collection<OrderState> states) {
        return WaldurCall.get(
                "orders.list", "list the orders of offering " + Uuids.hex(offering), PATH, query(offering, states));
    }

    private static Query query(UUID offering, Collection<OrderState> states) {
        return Query.NONE
                .and("offering_uuid", offering)
                .and("state", states.stream().map(OrderState::wire).toList())
                .and("o", "created");
    }

    private static String path(UUID order) {
        return PATH + Uuids.hex(order) + "/";
    }

    record UuidAndState(UUID uuid, OrderState state) {
        UuidAndState {
            state = state == null ? OrderState.UNKNOWN : state;
        }
    }
}
