package dev.siteagent.sandbox.waldur;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

class WaldurSandboxTest {
    private final WaldurSandbox waldur = WaldurSandbox.start();
    private final UUID offering = waldur.addOffering(NewOffering.ofMachines("VM"));
    private final UUID project = waldur.people().addProject("Climate Model");
    private final HttpClient http = HttpClient.newHttpClient();

    @AfterEach
    void nothingFailedInTheSandbox() {
        waldur.close();
        assertThat(waldur.failures()).isEmpty();
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(waldur.apiUrl() + path))
                .header("Authorization", "Token " + waldur.token());
    }

    private HttpResponse<String> get(String path) throws Exception {
        return http.send(request(path).build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> post(String path, String body) throws Exception {
        return http.send(
                request(path)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void requestWithoutATokenIsRefused() throws Exception {
        HttpResponse<String> response = http.send(
                HttpRequest.newBuilder(URI.create(waldur.apiUrl() + "users/me/"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());

        assertThat(response.statusCode()).isEqualTo(401);
        assertThat(response.body()).contains("Authentication credentials were not provided.");
    }

    @Test
    void unknownObjectsPagesAndMethodsAreRefusedAsWaldurDoes() throws Exception {
        assertThat(get("marketplace-orders/" + UUID.randomUUID() + "/").body())
                .isEqualTo("{\"detail\":\"No Order matches the given query.\"}");
        assertThat(get("marketplace-orders/?page=2").body()).isEqualTo("{\"detail\":\"Invalid page.\"}");
        assertThat(get("marketplace-orders/?state=nonsense").statusCode()).isEqualTo(400);
        assertThat(post("marketplace-orders/", "{}").statusCode()).isEqualTo(405);
        assertThat(get("nowhere/").statusCode()).isEqualTo(404);
        UUID resource = waldur.addResource(offering, project, NewOrder.named("vm"), "1");
        assertThat(post("marketplace-provider-resources/" + resource + "/set_limits/", "{")
                        .body())
                .contains("JSON parse error");
        assertThat(post("marketplace-provider-resources/" + resource + "/set_limits/", "{}")
                        .body())
                .isEqualTo("{\"limits\":[\"This field is required.\"]}");
    }

    @Test
    void pagesCarryLinksAndTheCount() throws Exception {
        for (int i = 0; i < 25; i++) {
            waldur.createOrder(offering, project, NewOrder.named("vm " + i));
        }

        HttpResponse<String> second = get("marketplace-orders/?page=2&page_size=10&state=pending-provider");

        assertThat(second.headers().firstValue("x-result-count")).contains("25");
        assertThat(second.headers().firstValue("link").orElseThrow())
                .contains("marketplace-orders/?page_size=10&state=pending-provider>; rel=\"prev\"")
                .contains("marketplace-orders/?page_size=10&state=pending-provider&page=3>; rel=\"next\"")
                .contains("page=3>; rel=\"last\"");
        assertThat(get("marketplace-orders/?page=3&page_size=10")
                        .headers()
                        .firstValue("link")
                        .orElseThrow())
                .doesNotContain("rel=\"next\"");
        assertThat(new JsonMapper()
                        .readTree(get("marketplace-orders/?page_size=1000").body()))
                .hasSize(25);
    }

    @Test
    void fieldParametersTrimTheAnswer() throws Exception {
        UUID order = waldur.createOrder(offering, project, NewOrder.named("vm")).uuid();

        assertThat(get("marketplace-orders/" + order + "/?field=state&field=type")
                        .body())
                .isEqualTo("{\"type\":\"Create\",\"state\":\"pending-provider\"}");
    }

    @Test
    void listenerHearsOfEachStepOnceTheChangeCanBeSeen() throws Exception {
        List<OrderSnapshot.State> heard = new CopyOnWriteArrayList<>();
        waldur.onOrderChange(order -> {
            assertThat(waldur.order(order.uuid()).state()).isEqualTo(order.state());
            heard.add(order.state());
        });
        UUID order = waldur.createOrder(offering, project, NewOrder.named("vm").pendingConsumer())
                .uuid();

        waldur.approveByConsumer(order);
        post("marketplace-orders/" + order + "/approve_by_provider/", "{}");
        post("marketplace-orders/" + order + "/set_state_done/", "");

        assertThat(heard)
                .containsExactly(
                        OrderSnapshot.State.PENDING_CONSUMER,
                        OrderSnapshot.State.PENDING_PROVIDER,
                        OrderSnapshot.State.EXECUTING,
                        OrderSnapshot.State.DONE);
    }

    @Test
    void waitingEndsWithTheStateOrTellsWhereItGotStuck() throws Exception {
        UUID order = waldur.createOrder(offering, project, NewOrder.named("vm")).uuid();
        CompletableFuture<HttpResponse<String>> approval = http.sendAsync(
                request("marketplace-orders/" + order + "/approve_by_provider/")
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString("{}"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());

        assertThat(waldur.waitFor(order, OrderSnapshot.State.EXECUTING, Duration.ofSeconds(10))
                        .state())
                .isEqualTo(OrderSnapshot.State.EXECUTING);
        assertThat(approval.get().statusCode()).isEqualTo(200);
        assertThatThrownBy(() -> waldur.waitFor(order, OrderSnapshot.State.DONE, Duration.ofMillis(20)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("EXECUTING");
    }

    @Test
    void resourceHasOneOpenOrderAtMost() {
        UUID resource = waldur.addResource(offering, project, NewOrder.named("vm"), "1");
        UUID first = waldur.terminateOrder(resource).uuid();

        assertThatThrownBy(() -> waldur.updateOrder(resource, NewOrder.plain().limit("cpu", 2)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(first.toString());
        waldur.cancelOrder(first);
        assertThat(waldur.resource(resource).state()).isEqualTo(ResourceSnapshot.State.OK);
        waldur.updateOrder(resource, NewOrder.plain().limit("cpu", 2));
    }

    @Test
    void tenThousandResourcesAndHundredsOfRequestsAtOnceAreServed() throws Exception {
        for (int i = 0; i < 10_000; i++) {
            waldur.addResource(offering, project, NewOrder.named("vm"), "id-" + i);
        }
        List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
        for (int page = 1; page <= 100; page++) {
            for (int again = 0; again < 3; again++) {
                answers.add(http.sendAsync(
                        request("marketplace-provider-resources/?state=OK&page_size=100&page=" + page)
                                .build(),
                        HttpResponse.BodyHandlers.ofString()));
            }
        }

        for (CompletableFuture<HttpResponse<String>> answer : answers) {
            assertThat(answer.get().statusCode()).isEqualTo(200);
        }
    }

    @Test
    void answersKeepToTheContract() throws Exception {
        WaldurContract contract = WaldurContract.find().orElse(null);
        Assumptions.assumeTrue(contract != null, "there is no shared/contracts beside the repository");
        UUID plan = waldur.addPlan(offering, "Small", Map.of("cpu", 1L));
        UUID user = waldur.people().addUser("cuid-1", "Ada L", "ada@example.com");
        waldur.people().addMember(project, user, "PROJECT.MEMBER");
        UUID offeringUser = waldur.people().addOfferingUser(offering, user, "ada");
        waldur.people().addSshKey("laptop", "ssh-ed25519 AAAA ada");
        waldur.people().addServiceAccount(offering, project, "svc");
        waldur.people().addCourseAccount(offering, project, "course");
        UUID resource =
                waldur.addResource(offering, project, NewOrder.named("vm").plan(plan), "17");
        waldur.setUserLimit(resource, "cpu", "ada", java.math.BigDecimal.TEN);
        UUID order =
                waldur.updateOrder(resource, NewOrder.plain().limit("cpu", 2)).uuid();
        post(
                "marketplace-component-usages/set_usage/",
                "{\"resource\": \"" + resource + "\", \"usages\": [{\"type\": \"cpu\", \"amount\": \"1.5\"}]}");
        UUID usage = waldur.usages(resource).get(0).uuid();
        post("marketplace-component-usages/" + usage + "/set_user_usage/", "{\"username\": \"a\", \"usage\": \"1\"}");
        post(
                "marketplace-resource-api-keys/report_created/",
                "{\"resource\": \"" + resource + "\", \"client_id\": \"k\", \"api_key\": \"s\"}");
        post("marketplace-site-agent-identities/", "{\"offering\": \"" + offering + "\", \"name\": \"agent-1\"}");
        UUID identity = waldur.agents().get(0).uuid();
        UUID importRequest = waldur.requestImport(offering);
        JsonNode provider =
                new JsonMapper().readTree(get("marketplace-service-providers/").body());
        List<String> paths = List.of(
                "marketplace-orders/",
                "marketplace-orders/" + order + "/",
                "marketplace-provider-resources/",
                "marketplace-provider-resources/" + resource + "/",
                "marketplace-provider-resources/" + resource + "/team/",
                "marketplace-provider-offerings/" + offering + "/",
                "marketplace-provider-offerings/" + offering + "/list_course_accounts/",
                "marketplace-provider-offerings/" + offering + "/list_project_service_accounts/",
                "marketplace-provider-offerings/" + offering + "/user-attribute-config/",
                "marketplace-plans/" + plan + "/",
                "marketplace-offering-users/",
                "marketplace-offering-users/" + offeringUser + "/",
                "marketplace-service-providers/",
                "marketplace-service-providers/" + provider.path(0).path("uuid").asText() + "/keys/",
                "marketplace-service-providers/" + provider.path(0).path("uuid").asText() + "/projects/",
                "marketplace-component-usages/",
                "marketplace-component-user-usages/",
                "component-user-usage-limits/",
                "marketplace-resource-api-keys/",
                "marketplace-site-agent-identities/",
                "backend-resource-requests/" + importRequest + "/",
                "projects/",
                "users/me/",
                "version/");

        List<String> violations = new ArrayList<>();
        for (String path : paths) {
            HttpResponse<String> response = get(path);
            JsonNode body = new JsonMapper().readTree(response.body());
            assertThat(body).as(path).isNotEmpty();
            violations.addAll(contract.answerViolations("GET", "/api/" + path, response.statusCode(), body));
        }
        violations.addAll(written(
                contract,
                "marketplace-site-agent-identities/" + identity + "/register_service/",
                "{\"name\": \"orders\"}"));
        violations.addAll(written(
                contract,
                "marketplace-site-agent-identities/" + identity + "/register_event_subscription/",
                "{\"observable_object_type\": \"order\"}"));
        violations.addAll(written(
                contract,
                "backend-resources/",
                "{\"name\": \"n\", \"project\": \"" + project + "\", \"offering\": \"" + offering + "\"}"));

        assertThat(violations).isEmpty();
        assertThat(contract.violations(waldur.requests().all())).isEmpty();
    }

    private List<String> written(WaldurContract contract, String path, String body) throws Exception {
        HttpResponse<String> response = post(path, body);
        return contract.answerViolations(
                "POST", "/api/" + path, response.statusCode(), new JsonMapper().readTree(response.body()));
    }

    @Test
    void requestsThatDoNotKeepToTheContractAreFound() throws Exception {
        WaldurContract contract = WaldurContract.find().orElse(null);
        Assumptions.assumeTrue(contract != null, "there is no shared/contracts beside the repository");
        UUID resource = waldur.addResource(offering, project, NewOrder.named("vm"), "17");

        get("marketplace-orders/?sate=executing");
        get("marketplace-orders/?state=running");
        get("marketplace-orders/?page=one");
        get("marketplace-nothing/");
        post("marketplace-provider-resources/" + resource + "/set_backend_id/", "{\"backend_id\": 17}");
        post("marketplace-provider-resources/" + resource + "/set_limits/", "{\"limit\": {}}");
        post("marketplace-provider-resources/" + resource + "/set_as_ok/", "{}");

        assertThat(contract.violations(waldur.requests().all()))
                .anySatisfy(found -> assertThat(found).contains("no query parameter sate"))
                .anySatisfy(found -> assertThat(found).contains("?state: not one of the values"))
                .anySatisfy(found -> assertThat(found).contains("?page: not a whole number"))
                .anySatisfy(found -> assertThat(found).contains("marketplace-nothing/: the contract has no such path"))
                .anySatisfy(found -> assertThat(found).contains("body.backend_id: not a text"))
                .anySatisfy(found -> assertThat(found).contains("body.limits: missing"))
                .anySatisfy(found -> assertThat(found).contains("body.limit: the contract has no such field"))
                .anySatisfy(found -> assertThat(found).contains("the contract wants no body"));
    }
}
