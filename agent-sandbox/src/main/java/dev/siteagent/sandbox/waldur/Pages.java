package dev.siteagent.sandbox.waldur;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.siteagent.sandbox.http.Json;
import dev.siteagent.sandbox.http.Query;
import dev.siteagent.sandbox.http.Request;
import dev.siteagent.sandbox.http.Response;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/** Answers with one page of a list, and with the header fields that lead to the others. */
final class Pages {
    private static final int USUAL = 10;
    private static final int LARGEST = 100;

    private final URI base;

    /** Makes pages whose links start with an address. */
    Pages(URI base) {
        this.base = base;
    }

    /**
     * Answers with the page asked for.
     *
     * @param request the request, whose query names page, page size and fields
     * @param elements all elements in their order
     * @param wanted which of them the filters let through
     * @param json writes one element
     */
    <T> Response answer(Request request, Iterable<T> elements, Predicate<T> wanted, Function<T, ObjectNode> json) {
        List<T> found = new ArrayList<>();
        for (T element : elements) {
            if (wanted.test(element)) {
                found.add(element);
            }
        }
        int size = Math.max(1, Math.min(request.query().number("page_size").orElse(USUAL), LARGEST));
        int last = Math.max(1, (found.size() + size - 1) / size);
        int page = page(request.query(), last);
        ArrayNode body = Json.array();
        found.subList((page - 1) * size, Math.min(found.size(), page * size))
                .forEach(element -> body.add(Fields.trim(request, json.apply(element))));
        return Response.json(200, body)
                .with("X-Result-Count", Integer.toString(found.size()))
                .with("Link", links(request, page, last));
    }

    private static int page(Query query, int last) {
        int page = query.first("page").isEmpty() ? 1 : query.number("page").orElse(0);
        if (page < 1 || page > last) {
            throw Refusals.invalidPage();
        }
        return page;
    }

    private String links(Request request, int page, int last) {
        List<String> links = new ArrayList<>();
        links.add(link(request, 1, "first"));
        if (page > 1) {
            links.add(link(request, page - 1, "prev"));
        }
        if (page < last) {
            links.add(link(request, page + 1, "next"));
        }
        links.add(link(request, last, "last"));
        return String.join(", ", links);
    }

    private String link(Request request, int page, String relation) {
        List<String> pairs = new ArrayList<>();
        for (String name : request.query().names()) {
            if (!name.equals("page")) {
                request.query().all(name).forEach(value -> pairs.add(encode(name) + "=" + encode(value)));
            }
        }
        if (page > 1) {
            pairs.add("page=" + page);
        }
        String query = pairs.isEmpty() ? "" : "?" + String.join("&", pairs);
        return "<" + base + request.path() + query + ">; rel=\"" + relation + "\"";
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
