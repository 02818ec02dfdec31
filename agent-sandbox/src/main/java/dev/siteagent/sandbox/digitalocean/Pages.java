package dev.siteagent.sandbox.digitalocean;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.siteagent.sandbox.http.Json;
import dev.siteagent.sandbox.http.Request;
import dev.siteagent.sandbox.http.Response;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;

/** The JSON of a list: the items of one page, links to other pages, and the total. */
final class Pages {
    private Pages() {}

    static <T> Response answer(Request request, String name, List<T> all, Function<T, JsonNode> shape) {
        return answer(request, name, Slice.asked(request.query()).of(all), shape);
    }

    static <T> Response answer(Request request, String name, Page<T> page, Function<T, JsonNode> shape) {
        ArrayNode shown = Json.array();
        page.items().forEach(item -> shown.add(shape.apply(item)));
        ObjectNode body = Json.object();
        body.set(name, shown);
        body.set("links", links(request, page.slice().number(), page.last()));
        body.set("meta", Json.object().put("total", page.total()));
        return Response.json(200, body);
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
