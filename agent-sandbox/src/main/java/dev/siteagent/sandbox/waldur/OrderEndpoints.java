package dev.siteagent.sandbox.waldur;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.siteagent.sandbox.http.Json;
import dev.siteagent.sandbox.http.Request;
import dev.siteagent.sandbox.http.Response;
import dev.siteagent.sandbox.http.Routes;
import dev.siteagent.sandbox.waldur.Entities.Order;
import dev.siteagent.sandbox.waldur.Entities.Resource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/** {@code /api/marketplace-orders/}. */
final class OrderEndpoints {
    private static final String PATH = "/api/marketplace-orders/";
    private static final List<String> STATES = Arrays.stream(OrderSnapshot.State.values())
            .map(OrderSnapshot.State::wire)
            .toList();
    private static final List<String> TYPES = Arrays.stream(OrderSnapshot.Type.values())
            .map(OrderSnapshot.Type::wire)
            .toList();

    private final Marketplace marketplace;
    private final OrderMachine machine;
    private final Pages pages;
    private final Links links;

    OrderEndpoints(Marketplace marketplace, OrderMachine machine, Pages pages, Links links) {
        this.marketplace = marketplace;
        this.machine = machine;
        this.pages = pages;
        this.links = links;
    }

    void addTo(Routes.Builder routes) {
        routes.get(PATH, this::list)
                .get(PATH + "{uuid}/", request -> Response.json(200, Fields.trim(request, json(visible(request)))))
                .post(PATH + "{uuid}/approve_by_provider/", this::approve)
                .post(PATH + "{uuid}/reject_by_provider/", this::reject)
                .post(PATH + "{uuid}/set_backend_id/", this::setBackendId)
                .post(PATH + "{uuid}/set_state_done/", this::setDone)
                .post(PATH + "{uuid}/set_state_erred/", this::setErred);
    }

    private Response list(Request request) {
        Predicate<Order> wanted = new Filters<Order>(request.query())
                .uuid("offering_uuid", order -> order.resource.offering.uuid)
                .uuid("resource_uuid", order -> order.resource.uuid)
                .uuid("project_uuid", order -> order.resource.project.uuid)
                .choice("state", STATES, order -> order.state.wire())
                .choice("type", TYPES, order -> order.type.wire())
                .build()
                .and(order -> order.resource.offering.access != Access.NONE);
        return pages.answer(request, inOrder(request), wanted, this::json);
    }

    /** The newest come first unless the request asks for another order, as in the real Waldur. */
    private List<Order> inOrder(Request request) {
        List<Order> orders = new ArrayList<>(marketplace.orders.values());
        if (!request.query().all("o").contains("created")) {
            orders.sort(Comparator.comparing((Order order) -> order.created).reversed());
        }
        return orders;
    }

    private Response approve(Request request) {
        Order order = changeable(request);
        Input input = Input.of(request);
        if (input.has("attributes")) {
            order.attributes.setAll((ObjectNode) input.object("attributes"));
        }
        machine.approveByProvider(order);
        return Refusals.detail(200, "Order has been approved.");
    }

    private Response reject(Request request) {
        Order order = changeable(request);
        String comment = Input.of(request).optionalText("provider_rejection_comment", 4000);
        machine.rejectByProvider(order, comment);
        return Response.empty(200);
    }

    private Response setBackendId(Request request) {
        Order order = changeable(request);
        order.backendId = Input.of(request).blankableText("backend_id", 255);
        order.modified = marketplace.now();
        return Response.json(200, Json.object().put("status", "Order backend_id has been changed."));
    }

    private Response setDone(Request request) {
        machine.done(changeable(request));
        return Response.empty(200);
    }

    private Response setErred(Request request) {
        Order order = changeable(request);
        Input input = Input.of(request);
        machine.erred(
                order, input.optionalText("error_message", 100_000), input.optionalText("error_traceback", 1_000_000));
        return Response.empty(200);
    }

    private Order changeable(Request request) {
        Order order = visible(request);
        if (order.resource.offering.access == Access.READ_ONLY) {
            throw Refusals.forbidden();
        }
        return order;
    }

    private Order visible(Request request) {
        return Ids.parse(request.pathParameter("uuid"))
                .map(marketplace.orders::get)
                .filter(order -> order.resource.offering.access != Access.NONE)
                .orElseThrow(() -> Refusals.unknown("Order"));
    }

    private ObjectNode json(Order order) {
        Resource resource = order.resource;
        ObjectNode json = Json.object();
        json.put("url", links.to("marketplace-orders", order.uuid));
        json.put("uuid", Ids.hex(order.uuid));
        json.put("slug", "order-" + Ids.hex(order.uuid).substring(0, 8));
        json.put("type", order.type.wire());
        json.put("state", order.state.wire());
        json.set("attributes", order.attributes);
        json.set("limits", Json.tree(order.limits));
        json.put("created", order.created.toString());
        json.put("modified", order.modified.toString());
        json.put("completed_at", order.completed == null ? null : order.completed.toString());
        json.put("backend_id", order.backendId);
        json.put("error_message", order.errorMessage);
        json.put("error_traceback", order.errorTraceback);
        json.put("provider_rejection_comment", order.rejectionComment);
        json.put("consumer_rejection_comment", "");
        json.put("output", "");
        json.put("request_comment", "");
        json.put("created_by_username", "customer");
        json.put("created_by_full_name", "A Customer");
        json.put("can_terminate", !order.state.ended());
        json.putNull("callback_url");
        json.putNull("start_date");
        json.putNull("order_subtype");
        json.putNull("cost");
        json.put("marketplace_resource_uuid", Ids.hex(resource.uuid));
        json.putNull("resource_uuid");
        json.putNull("resource_type");
        json.put("resource_name", resource.name);
        PlanJson.put(json, order.plan, links);
        PlanJson.putNameAndUuid(json, "old_plan", order.oldPlan);
        PlanJson.putNameAndUuid(json, "new_plan", order.type == OrderSnapshot.Type.UPDATE ? order.plan : null);
        ParentJson.put(json, resource, links);
        return json;
    }
}
