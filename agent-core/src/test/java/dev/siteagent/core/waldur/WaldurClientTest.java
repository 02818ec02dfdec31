package dev.siteagent.core.waldur;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.equalToJson;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.getRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.github.tomakehurst.wiremock.client.MappingBuilder;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.http.Fault;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import com.github.tomakehurst.wiremock.stubbing.Scenario;
import dev.siteagent.spi.Secret;
import java.math.BigDecimal;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WaldurClientTest {
    private static final String TOKEN = "9e1132b9616ebfe943ddf632ca32bbb7e1109a32";
    private static final UUID OFFERING = UUID.fromString("2c0bb6a3-b4a9-4f3e-9d3f-6c1a5f4b7e10");
    private static final UUID ORDER = UUID.fromString("11111111-2222-3333-4444-555555555555");
    private static final String ORDER_HEX = "11111111222233334444555555555555";
    private static final String ORDER_PATH = "/api/marketplace-orders/" + ORDER_HEX + "/";

    @RegisterExtension
    private static final WireMockExtension waldur =
            WireMockExtension.newInstance().build();

    private final RecordingSleeper time = new RecordingSleeper();

    private WaldurConnection connection() {
        return WaldurConnection.to(
                        waldur.baseUrl() + "/api/",
                        new WaldurCredentials.Token(Secret.of(TOKEN)),
                        "waldur-site-agent-order_process/1.2.3")
                .withTimeouts(Duration.ofSeconds(2), Duration.ofSeconds(10));
    }

    private WaldurClient client() {
        return client(connection());
    }

    private WaldurClient client(WaldurConnection connection) {
        return WaldurClient.builder(connection)
                .clock(time)
                .sleeper(time)
                .random(() -> Long.MAX_VALUE)
                .build();
    }

    @Test
    void requestCarriesTokenAndUserAgentAndTheFieldsOfTheRecord() throws Exception {
        waldur.stubFor(get(urlPathEqualTo(ORDER_PATH)).willReturn(okJson("{\"uuid\": \"" + ORDER_HEX + "\"}")));

        client().orders().get(ORDER);

        waldur.verify(getRequestedFor(urlPathEqualTo(ORDER_PATH))
                .withHeader("Authorization", equalTo("Token " + TOKEN))
                .withHeader("User-Agent", equalTo("waldur-site-agent-order_process/1.2.3"))
                .withQueryParam("field", equalTo("marketplace_resource_uuid"))
                .withQueryParam("field", equalTo("state")));
    }

    @Test
    void unknownFieldsAndEnumValuesAreTolerated() throws Exception {
        waldur.stubFor(get(urlPathEqualTo("/api/marketplace-orders/")).willReturn(okJson("""
                        [{"uuid": "11111111-2222-3333-4444-555555555555", "state": "pending-moon", "type": "Teleport",
                          "limits": {"cpu": 2, "ram": 0.5, "disk": null}, "attributes": null, "tomorrow": [1]},
                         {"uuid": "11111111222233334444555555555555", "state": "executing", "type": "Create"}]""")));

        List<WaldurOrder> orders = client().orders().list(OFFERING, List.of(OrderState.EXECUTING));

        assertThat(orders).extracting(WaldurOrder::uuid).containsExactly(ORDER, ORDER);
        assertThat(orders).extracting(WaldurOrder::state).containsExactly(OrderState.UNKNOWN, OrderState.EXECUTING);
        assertThat(orders.get(0).type()).isEqualTo(OrderType.UNKNOWN);
        assertThat(orders.get(0).attributes()).isEmpty();
        assertThat(orders.get(0).limits()).isEqualTo(Map.of("cpu", new BigDecimal("2"), "ram", new BigDecimal("0.5")));
    }

    @Test
    void pagesAreFollowedByNumberAndNeverToAForeignHost() throws Exception {
        waldur.stubFor(page(1).willReturn(orderPage("a")
                .withHeader(
                        "Link",
                        "<https://elsewhere.example/api/marketplace-orders/>; rel=\"first\", "
                                + "<https://elsewhere.example/api/marketplace-orders/?page=2&page_size=100>; rel=\"next\"")
                .withHeader("X-Result-Count", "2")));
        waldur.stubFor(page(2).willReturn(orderPage("b")
                .withHeader("Link", "<https://elsewhere.example/api/marketplace-orders/?page=1>; rel=\"prev\"")));

        List<WaldurOrder> orders =
                client().orders().list(OFFERING, List.of(OrderState.PENDING_PROVIDER, OrderState.EXECUTING));

        assertThat(orders).extracting(WaldurOrder::slug).containsExactly("a", "b");
        waldur.verify(getRequestedFor(urlPathEqualTo("/api/marketplace-orders/"))
                .withQueryParam("page", equalTo("2"))
                .withQueryParam("page_size", equalTo("100"))
                .withQueryParam("offering_uuid", equalTo("2c0bb6a3b4a94f3e9d3f6c1a5f4b7e10"))
                .withQueryParam("state", equalTo("pending-provider"))
                .withQueryParam("state", equalTo("executing")));
    }

    @Test
    void listThatShrinksWhileItIsReadEndsAtTheMissingPage() throws Exception {
        waldur.stubFor(page(1).willReturn(orderPage("a").withHeader("Link", "<http://w/?page=2>; rel=\"next\"")));
        waldur.stubFor(page(2).willReturn(aResponse().withStatus(404).withBody("{\"detail\": \"Invalid page.\"}")));

        assertThat(client().orders().list(OFFERING, List.of(OrderState.EXECUTING)))
                .hasSize(1);
    }

    @Test
    void usersWhoseCountChangesBetweenPagesAreReadAgainAndNotTakenForAll() throws Exception {
        String path = "/api/marketplace-offering-users/";
        waldur.stubFor(get(urlPathEqualTo(path))
                .withQueryParam("page", equalTo("1"))
                .willReturn(okJson("[{\"uuid\": \"" + ORDER_HEX + "\"}]")
                        .withHeader("X-Result-Count", "3")
                        .withHeader("Link", "<http://w/?page=2>; rel=\"next\"")));
        waldur.stubFor(get(urlPathEqualTo(path))
                .withQueryParam("page", equalTo("2"))
                .willReturn(okJson("[{\"uuid\": \"" + OFFERING + "\"}, {\"uuid\": \"" + ORDER_HEX + "\"}]")
                        .withHeader("X-Result-Count", "2")));

        Listing<OfferingUser> users = client().offeringUsers().list(OFFERING, List.of(), null, List.of());

        assertThat(users.items()).hasSize(2);
        assertThat(users.complete()).isFalse();
        waldur.verify(2, getRequestedFor(urlPathEqualTo(path)).withQueryParam("page", equalTo("1")));
    }

    @Test
    void pagesThatGoInCirclesAreAMalformedAnswer() {
        waldur.stubFor(page(1).willReturn(orderPage("a").withHeader("Link", "<http://w/?page=1>; rel=\"next\"")));

        assertThatThrownBy(() -> client().orders().list(OFFERING, List.of(OrderState.EXECUTING)))
                .isInstanceOf(WaldurAnswerException.class)
                .hasMessageContaining("backwards");
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 502, 503, 504, 429})
    void passingFailureOfAReadIsRepeated(int status) throws Exception {
        waldur.stubFor(failingOnce(get(urlPathEqualTo(ORDER_PATH)), aResponse().withStatus(status)));
        waldur.stubFor(afterwards(get(urlPathEqualTo(ORDER_PATH)).willReturn(okJson("{\"state\": \"done\"}"))));

        assertThat(client().orders().state(ORDER)).isEqualTo(OrderState.DONE);
        assertThat(time.slept()).hasSize(1);
    }

    @Test
    void pausesDoubleAndCallGivesUpAfterTheLastAttempt() {
        waldur.stubFor(get(urlPathEqualTo(ORDER_PATH)).willReturn(aResponse().withStatus(503)));

        WaldurUnavailableException failure = catchThrowableOfType(
                WaldurUnavailableException.class, () -> client().orders().state(ORDER));

        assertThat(failure)
                .hasMessageContaining(ORDER_HEX)
                .hasMessageContaining("503")
                .hasMessageNotContaining(TOKEN);
        assertThat(time.slept()).hasSize(4).isSorted();
        assertThat(time.slept().get(0)).isBetween(Duration.ofMillis(250), Duration.ofMillis(500));
        assertThat(time.slept().get(3)).isBetween(Duration.ofSeconds(2), Duration.ofSeconds(4));
        waldur.verify(5, getRequestedFor(urlPathEqualTo(ORDER_PATH)));
    }

    @Test
    void retryAfterInSecondsIsHonoured() throws Exception {
        waldur.stubFor(failingOnce(
                get(urlPathEqualTo(ORDER_PATH)), aResponse().withStatus(429).withHeader("Retry-After", "7")));
        waldur.stubFor(afterwards(get(urlPathEqualTo(ORDER_PATH)).willReturn(okJson("{\"state\": \"done\"}"))));

        client().orders().state(ORDER);

        assertThat(time.slept()).singleElement().satisfies(pause -> assertThat(pause)
                .isBetween(Duration.ofSeconds(7), Duration.ofSeconds(8)));
    }

    @Test
    void retryAfterAsAnHttpDateIsHonoured() throws Exception {
        waldur.stubFor(failingOnce(
                get(urlPathEqualTo(ORDER_PATH)),
                aResponse().withStatus(503).withHeader("Retry-After", "Sun, 1 Mar 2026 12:00:20 GMT")));
        waldur.stubFor(afterwards(get(urlPathEqualTo(ORDER_PATH)).willReturn(okJson("{\"state\": \"done\"}"))));

        client().orders().state(ORDER);

        assertThat(time.slept()).singleElement().satisfies(pause -> assertThat(pause)
                .isBetween(Duration.ofSeconds(20), Duration.ofSeconds(21)));
    }

    @Test
    void retryAfterBeyondTheTimeOfTheCallIsLeftToTheCaller() {
        waldur.stubFor(get(urlPathEqualTo(ORDER_PATH))
                .willReturn(aResponse().withStatus(429).withHeader("Retry-After", "3600")));

        WaldurUnavailableException failure = catchThrowableOfType(
                WaldurUnavailableException.class, () -> client().orders().state(ORDER));

        assertThat(failure.retryAfter()).contains(Duration.ofHours(1));
        assertThat(time.slept()).isEmpty();
    }

    @Test
    void lostAnswerOfASettingCallIsRepeated() throws Exception {
        String path = "/api/marketplace-provider-resources/" + ORDER_HEX + "/set_backend_id/";
        waldur.stubFor(failingOnce(post(urlPathEqualTo(path)), aResponse().withFault(Fault.CONNECTION_RESET_BY_PEER)));
        waldur.stubFor(afterwards(post(urlPathEqualTo(path)).willReturn(okJson("{\"status\": \"changed\"}"))));

        client().resources().setBackendId(ORDER, "3164494");

        waldur.verify(
                2,
                postRequestedFor(urlPathEqualTo(path)).withRequestBody(equalToJson("{\"backend_id\": \"3164494\"}")));
    }

    @Test
    void refusalAfterALostAnswerSaysThatTheCallMayHaveTakenEffect() {
        String path = ORDER_PATH + "set_state_done/";
        waldur.stubFor(failingOnce(
                post(urlPathEqualTo(path)), aResponse().withStatus(502).withBody("<html>")));
        waldur.stubFor(afterwards(post(urlPathEqualTo(path))
                .willReturn(aResponse()
                        .withStatus(409)
                        .withBody("{\"detail\": \"Valid states for operation: executing.\"}"))));

        WaldurRejectedException refusal = catchThrowableOfType(
                WaldurRejectedException.class, () -> client().orders().setStateDone(ORDER));

        assertThat(refusal.afterLostAnswer()).isTrue();
        assertThat(refusal.wrongState()).isTrue();
        assertThat(refusal.reason()).isEqualTo("Valid states for operation: executing.");
    }

    @Test
    void lostAnswerIsRememberedWhenLaterAttemptsNeverArrive() {
        String path = ORDER_PATH + "set_state_done/";
        waldur.stubFor(failingOnce(post(urlPathEqualTo(path)), aResponse().withStatus(502)));
        waldur.stubFor(
                afterwards(post(urlPathEqualTo(path)).willReturn(aResponse().withStatus(429))));

        WaldurUnavailableException failure = catchThrowableOfType(
                WaldurUnavailableException.class, () -> client().orders().setStateDone(ORDER));

        assertThat(failure.mayHaveTakenEffect()).isTrue();
    }

    @Test
    void creatingCallWhoseAnswerWasLostIsNotRepeated() {
        waldur.stubFor(post(anyUrl()).willReturn(aResponse().withStatus(502)));

        WaldurUnavailableException failure =
                catchThrowableOfType(WaldurUnavailableException.class, () -> client().apiKeys()
                        .reportCreated(ORDER, "key-1", Secret.of("sk-very-secret")));

        assertThat(failure.mayHaveTakenEffect()).isTrue();
        assertThat(failure).hasMessageNotContaining("sk-very-secret");
        waldur.verify(1, postRequestedFor(anyUrl()));
    }

    @Test
    void creatingCallThatWaldurWasTooBusyForIsRepeated() throws Exception {
        waldur.stubFor(failingOnce(post(anyUrl()), aResponse().withStatus(429)));
        waldur.stubFor(afterwards(post(anyUrl()).willReturn(okJson("{\"client_id\": \"key-1\"}"))));

        assertThat(client().apiKeys()
                        .reportCreated(ORDER, "key-1", Secret.of("s"))
                        .clientId())
                .isEqualTo("key-1");
    }

    @Test
    void refusedConnectionHasCertainlyNotTakenEffect() throws Exception {
        int closedPort;
        try (ServerSocket socket = new ServerSocket(0)) {
            closedPort = socket.getLocalPort();
        }
        WaldurClient client = client(WaldurConnection.to(
                "http://127.0.0.1:" + closedPort + "/api/", new WaldurCredentials.Token(Secret.of(TOKEN)), "test"));

        WaldurUnavailableException failure = catchThrowableOfType(
                WaldurUnavailableException.class, () -> client.orders().approveByProvider(ORDER));

        assertThat(failure.mayHaveTakenEffect()).isFalse();
        assertThat(time.slept()).hasSize(4);
    }

    @Test
    void answerThatStallsInItsBodyTimesOut() {
        waldur.stubFor(get(anyUrl()).willReturn(okJson("{\"state\": \"done\"}").withChunkedDribbleDelay(2, 20_000)));
        WaldurClient client = WaldurClient.builder(
                        connection().withTimeouts(Duration.ofSeconds(2), Duration.ofMillis(300)))
                .clock(time)
                .sleeper(time)
                .retryPolicy(new RetryPolicy(1, Duration.ofMillis(1), Duration.ofMillis(1), Duration.ofSeconds(1)))
                .build();

        assertThatThrownBy(() -> client.orders().state(ORDER))
                .isInstanceOf(WaldurUnavailableException.class)
                .hasMessageContaining("time-out");
    }

    @Test
    void interruptEndsACallThatWaitsForItsAnswer() throws Exception {
        waldur.stubFor(get(anyUrl()).willReturn(okJson("{}").withFixedDelay(30_000)));
        InterruptProbe probe = new InterruptProbe(
                () -> client(connection().withTimeouts(Duration.ofSeconds(2), Duration.ofSeconds(60)))
                        .orders()
                        .state(ORDER));

        assertThat(probe.interruptOnceRunning()).isInstanceOf(InterruptedException.class);
    }

    @Test
    void interruptEndsThePauseBetweenTwoAttempts() {
        waldur.stubFor(get(anyUrl()).willReturn(aResponse().withStatus(503)));
        WaldurClient client = WaldurClient.builder(connection())
                .sleeper(pause -> {
                    throw new InterruptedException();
                })
                .build();

        assertThatThrownBy(() -> client.orders().state(ORDER)).isInstanceOf(InterruptedException.class);
        waldur.verify(1, getRequestedFor(urlPathEqualTo(ORDER_PATH)));
    }

    @Test
    void refusalNamesOperationAndIdAndWhatIsWrongWithEachField() {
        waldur.stubFor(post(anyUrl())
                .willReturn(aResponse()
                        .withStatus(400)
                        .withBody(
                                "{\"limits\": {\"cpu\": [\"Must be positive.\"]}, \"non_field_errors\": [\"No.\"]}")));

        assertThatThrownBy(() -> client().resources().setLimits(ORDER, Map.of("cpu", -1)))
                .isInstanceOfSatisfying(WaldurRejectedException.class, refusal -> {
                    assertThat(refusal.status()).isEqualTo(400);
                    assertThat(refusal.reason()).isEqualTo("limits.cpu: Must be positive.; No.");
                    assertThat(refusal.afterLostAnswer()).isFalse();
                })
                .hasMessageStartingWith("Waldur refused to record the limits of resource " + ORDER_HEX
                        + " (POST /api/marketplace-provider-resources/" + ORDER_HEX + "/set_limits/: HTTP 400)");
    }

    @Test
    void longRefusalIsTrimmedAndHtmlLeftOut() {
        waldur.stubFor(get(anyUrl())
                .willReturn(aResponse().withStatus(400).withBody("{\"detail\": \"" + "x".repeat(9000) + "\"}")));
        WaldurRejectedException refusal = catchThrowableOfType(
                WaldurRejectedException.class, () -> client().orders().state(ORDER));
        assertThat(refusal.reason()).hasSize(500).endsWith("…");

        waldur.stubFor(get(anyUrl()).willReturn(aResponse().withStatus(404).withBody("<html><body>no</body></html>")));
        assertThatThrownBy(() -> client().orders().state(ORDER))
                .isInstanceOf(WaldurRejectedException.class)
                .hasMessageNotContaining("html");
    }

    @Test
    void staticTokenThatIsRefusedIsReportedOnce() {
        waldur.stubFor(
                any(anyUrl()).willReturn(aResponse().withStatus(401).withBody("{\"detail\": \"Invalid token.\"}")));

        assertThatThrownBy(() -> client().me())
                .isInstanceOf(WaldurRejectedException.class)
                .hasMessageContaining("Invalid token.")
                .hasMessageContaining("Check the token")
                .hasMessageNotContaining(TOKEN);
        waldur.verify(1, getRequestedFor(urlPathEqualTo("/api/users/me/")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"<html>login</html>", "", "null", "[]", "{\"uuid\": \"nonsense\"}", "{\"limits\": 7}"})
    void bodyThatIsNotWhatTheApiPromisesIsAMalformedAnswer(String body) {
        waldur.stubFor(get(anyUrl()).willReturn(okJson(body)));

        assertThatThrownBy(() -> client().orders().get(ORDER))
                .isInstanceOf(WaldurAnswerException.class)
                .hasMessageContaining(ORDER_HEX)
                .hasMessageNotContaining("nonsense");
    }

    @Test
    void redirectIsNotFollowed() {
        waldur.stubFor(get(anyUrl())
                .willReturn(aResponse().withStatus(302).withHeader("Location", waldur.baseUrl() + "/elsewhere/")));

        assertThatThrownBy(() -> client().me())
                .isInstanceOf(WaldurAnswerException.class)
                .hasMessageContaining("waldur_api_url");
        waldur.verify(0, getRequestedFor(urlPathEqualTo("/elsewhere/")));
    }

    @Test
    void answerBeyondTheLimitIsGivenUp() {
        waldur.stubFor(get(anyUrl()).willReturn(aResponse().withBody(new byte[33 * 1024 * 1024])));

        assertThatThrownBy(() -> client().me())
                .isInstanceOf(WaldurAnswerException.class)
                .hasMessageContaining("longer");
    }

    @Test
    void wholeNumbersGoOutAsWholeNumbersAndNullsInMetadataAreSent() throws Exception {
        waldur.stubFor(post(anyUrl()).willReturn(okJson("{}")));
        Map<String, Object> metadata = new java.util.HashMap<>();
        metadata.put("ip_v6", null);
        metadata.put("state", "active");

        client().resources().setLimits(ORDER, Map.of("ram", new BigDecimal("1E+3")));
        client().resources().setBackendMetadata(ORDER, metadata);

        waldur.verify(postRequestedFor(anyUrl()).withRequestBody(equalTo("{\"limits\":{\"ram\":1000}}")));
        waldur.verify(postRequestedFor(anyUrl())
                .withRequestBody(equalToJson("{\"backend_metadata\": {\"ip_v6\": null, \"state\": \"active\"}}")));
    }

    @Test
    void listenerHearsOfEveryAttemptAndRetry() throws Exception {
        waldur.stubFor(failingOnce(get(urlPathEqualTo(ORDER_PATH)), aResponse().withStatus(503)));
        waldur.stubFor(afterwards(get(urlPathEqualTo(ORDER_PATH)).willReturn(okJson("{\"state\": \"done\"}"))));
        List<String> heard = new java.util.ArrayList<>();
        WaldurClient client = WaldurClient.builder(connection())
                .clock(time)
                .sleeper(time)
                .listener(new WaldurCallListener() {
                    @Override
                    public void attempted(String operation, int status, Duration took) {
                        heard.add(operation + " " + status);
                    }

                    @Override
                    public void retrying(String operation, Duration pause) {
                        heard.add("again " + operation);
                    }
                })
                .build();

        client.orders().state(ORDER);

        assertThat(heard).containsExactly("orders.get 503", "again orders.get", "orders.get 200");
    }

    private static MappingBuilder page(int number) {
        return get(urlPathEqualTo("/api/marketplace-orders/"))
                .withQueryParam("page", equalTo(Integer.toString(number)));
    }

    private static ResponseDefinitionBuilder orderPage(String slug) {
        return okJson("[{\"uuid\": \"" + ORDER_HEX + "\", \"slug\": \"" + slug + "\"}]");
    }

    private static MappingBuilder failingOnce(MappingBuilder call, ResponseDefinitionBuilder failure) {
        return call.inScenario("flaky")
                .whenScenarioStateIs(Scenario.STARTED)
                .willReturn(failure)
                .willSetStateTo("well");
    }

    private static MappingBuilder afterwards(MappingBuilder call) {
        return call.inScenario("flaky").whenScenarioStateIs("well");
    }
}
