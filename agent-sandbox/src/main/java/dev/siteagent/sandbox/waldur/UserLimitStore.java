package dev.siteagent.sandbox.waldur;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.siteagent.sandbox.http.Json;
import dev.siteagent.sandbox.http.Request;
import dev.siteagent.sandbox.http.Response;
import dev.siteagent.sandbox.http.Routes;
import dev.siteagent.sandbox.waldur.Entities.Resource;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;

/** How much users may use: {@code /api/component-user-usage-limits/}. Used under the marketplace's lock. */
final class UserLimitStore {
    private static final String PATH = "/api/component-user-usage-limits/";

    private final Map<Key, Limit> limits = new LinkedHashMap<>();
    private final Pages pages;
    private final Links links;

    UserLimitStore(Pages pages, Links links) {
        this.pages = pages;
        this.links = links;
    }

    private record Key(UUID resource, String component, String username) {}

    private record Limit(UUID uuid, Resource resource, String component, String username, BigDecimal amount) {}

    void addTo(Routes.Builder routes) {
        routes.get(PATH, this::list);
    }

    /** Sets how much a user may use; null ends the limit. */
    void set(Resource resource, String component, String username, BigDecimal amount) {
        Key key = new Key(resource.uuid, component, username);
        if (amount == null) {
            limits.remove(key);
        } else {
            limits.put(key, new Limit(UUID.randomUUID(), resource, component, username, amount));
        }
    }

    private Response list(Request request) {
        Predicate<Limit> wanted = new Filters<Limit>(request.query())
                .uuid("resource_uuid", limit -> limit.resource.uuid)
                .uuid("offering_uuid", limit -> limit.resource.offering.uuid)
                .text("component_type", Limit::component)
                .text("username", Limit::username)
                .build();
        return pages.answer(request, limits.values(), wanted, this::json);
    }

    private ObjectNode json(Limit limit) {
        return Json.object()
                .put("url", links.to("component-user-usage-limits", limit.uuid))
                .put("uuid", Ids.hex(limit.uuid))
                .put("resource", links.to("marketplace-provider-resources", limit.resource.uuid))
                .put("component_type", limit.component)
                .put("user", limit.username)
                .put("limit", limit.amount.toPlainString());
    }
}
