package dev.siteagent.sandbox.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RoutesTest {
    private final Routes routes = Routes.builder()
            .get("/v2/droplets/{id}", request -> Response.text(200, request.pathParameter("id")))
            .get("/v2/droplets", request -> Response.text(200, "list"))
            .delete("/v2/droplets/{id}", request -> Response.empty(204))
            .get("/api/orders/{uuid}/", request -> Response.text(200, "slash"))
            .build();

    @Test
    void pathParameterIsDecoded() {
        assertThat(body("GET", "/v2/droplets/waldur-resource%3Aab+c%20d")).isEqualTo("waldur-resource:ab+c d");
    }

    @Test
    void slashAtTheEndCounts() {
        assertThat(body("GET", "/api/orders/1/")).isEqualTo("slash");
        assertThat(routes.handle(request("GET", "/api/orders/1", null)).status())
                .isEqualTo(404);
        assertThat(routes.handle(request("GET", "/v2/droplets/", null)).status())
                .isEqualTo(404);
    }

    @Test
    void knownPathWithAnotherMethodNamesTheAllowedOnes() {
        Response response = routes.handle(request("PUT", "/v2/droplets/1", null));

        assertThat(response.status()).isEqualTo(405);
        assertThat(response.headers().get("Allow")).containsExactly("DELETE, GET");
    }

    @Test
    void repeatedQueryParametersKeepTheirOrder() {
        Query query = Query.parse("state=b&field=uuid&state=a&empty=&flag&q=a+b%26c");

        assertThat(query.all("state")).containsExactly("b", "a");
        assertThat(query.first("q")).contains("a b&c");
        assertThat(query.first("empty")).contains("");
        assertThat(query.first("flag")).contains("");
        assertThat(query.first("none")).isEmpty();
        assertThat(query.names()).containsExactly("state", "field", "empty", "flag", "q");
    }

    @Test
    void queryParameterThatIsNoNumberIsNone() {
        assertThat(Query.parse("page=x").number("page")).isEmpty();
        assertThat(Query.parse("page=12").number("page")).hasValue(12);
    }

    private String body(String method, String path) {
        return routes.handle(request(method, path, null)).body().text();
    }

    private static Request request(String method, String path, String query) {
        return new Request(1, Instant.EPOCH, method, path, Map.of(), Query.parse(query), Map.of(), Body.empty());
    }
}
