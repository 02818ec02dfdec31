package dev.siteagent.sandbox.digitalocean;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.siteagent.sandbox.http.Json;
import dev.siteagent.sandbox.http.Query;
import dev.siteagent.sandbox.http.Request;
import dev.siteagent.sandbox.http.Response;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;

/** Lists in pages: 20 items a page unless asked for more, 200 at most, with links to the other pages and the total. */
final class Pages {
    private static final int DEFAULT_SIZE = 20;
    private static final int MAX_SIZE = 200;

    private Pages() {}

    static <T> Response answer(Request request, String name, List<T> items, Function<T, JsonNode> shape) {
        int size = Math.min(MAX_SIZE, positive(request.query(), "per_page", DEFAULT_SIZE));
        int page = positive(request.query(), "page", 1);
        int last = Math.max(1, (items.size() + size - 1) / size);
        long from = Math.min(items.size(), (page - 1L) * size);
        long to = Math.min(items.size(), from + size);
        ArrayNode shown = Json.array();
        items.subList((int) from, (int) to).forEach(item -> shown.add(shape.apply(item)));
        ObjectNode body = Json.object();
        body.set(name, shown);
        body.set("links", links(request, page, last));
        body.set("meta", Json.object().put("total", items.size()));
        return Response.json(200, body);
    }

    private static int positive(Query query, String name, int otherwise) {
        int value = query.number(name).orElse(otherwise);
        return value > 0 ? value : otherwise;
    }

    private static ObjectNode links(Request request, int page, int last) {
        ObjectNode links = Json.object();
        ObjectNode pages = Json.object();
        if (page > 1) {
            pages.put("first", link(request, 1));
            pages.put("prev", link(request, Math.min(page - 1, last)));
        }
        if (page < last) {
            pages.put("next", link(request, page + 1));
            pages.put("last", link(request, last));
        }
        if (!pages.isEmpty()) {
            links.set("pages", pages);
        }
        return links;
    }

    private static String link(Request request, int page) {
        StringBuilder link =
                new StringBuilder(url(request, request.path())).append("?page=").append(page);
        for (String name : request.query().names()) {
            if (!name.equals("page")) {
                request.query().all(name).forEach(value -> link.append('&')
                        .append(name)
                        .append('=')
                        .append(URLEncoder.encode(value, StandardCharsets.UTF_8)));
            }
        }
        return link.toString();
    }

    /** Returns the address of a path as the caller sees it. */
    static String url(Request request, String path) {
        return "http://" + request.header("Host").orElse("127.0.0.1") + path;
    }
}
