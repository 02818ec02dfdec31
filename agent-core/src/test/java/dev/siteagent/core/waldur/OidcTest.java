package dev.siteagent.core.waldur;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.getRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import com.github.tomakehurst.wiremock.stubbing.Scenario;
import dev.siteagent.spi.Secret;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class OidcTest {
    private static final String TOKEN_PATH = "/realms/waldur/token";
    private static final String CLIENT_SECRET = "s3cr3t+/=&";

    @RegisterExtension
    private static final WireMockExtension server =
            WireMockExtension.newInstance().build();

    private final RecordingSleeper time = new RecordingSleeper();
    private final OidcTokens tokens = new OidcTokens(time);

    @BeforeEach
    void waldurAnswers() {
        server.stubFor(get(urlPathEqualTo("/api/version/")).willReturn(okJson("{\"version\": \"8.1.3\"}")));
    }

    private WaldurClient client(String clientId) {
        WaldurCredentials.Oidc credentials = new WaldurCredentials.Oidc(
                URI.create(server.baseUrl() + TOKEN_PATH), clientId, Secret.of(CLIENT_SECRET));
        return WaldurClient.builder(WaldurConnection.to(server.baseUrl() + "/api", credentials, "test"))
                .tokens(tokens)
                .clock(time)
                .sleeper(time)
                .build();
    }

    private static void issue(String body) {
        server.stubFor(post(urlPathEqualTo(TOKEN_PATH)).willReturn(okJson(body)));
    }

    @Test
    void tokenIsAskedForWithAFormAndSentAsBearer() throws Exception {
        issue("{\"access_token\": \"jwt-1\", \"expires_in\": 600}");

        assertThat(client("agent").version()).isEqualTo("8.1.3");

        server.verify(postRequestedFor(urlPathEqualTo(TOKEN_PATH))
                .withHeader("Content-Type", equalTo("application/x-www-form-urlencoded"))
                .withoutHeader("Authorization")
                .withFormParam("grant_type", equalTo("client_credentials"))
                .withFormParam("client_id", equalTo("agent"))
                .withFormParam("client_secret", equalTo(CLIENT_SECRET)));
        server.verify(
                getRequestedFor(urlPathEqualTo("/api/version/")).withHeader("Authorization", equalTo("Bearer jwt-1")));
    }

    @Test
    void tokenIsSharedByClientsOfTheSameUrlAndId() throws Exception {
        issue("{\"access_token\": \"jwt-1\", \"expires_in\": 600}");

        client("agent").version();
        client("agent").version();
        client("other").version();

        server.verify(2, postRequestedFor(urlPathEqualTo(TOKEN_PATH)));
    }

    @Test
    void tokenIsRenewedThirtySecondsBeforeItExpires() throws Exception {
        issue("{\"access_token\": \"jwt-1\", \"expires_in\": 600}");
        WaldurClient client = client("agent");

        client.version();
        time.advance(Duration.ofSeconds(569));
        client.version();
        server.verify(1, postRequestedFor(urlPathEqualTo(TOKEN_PATH)));
        time.advance(Duration.ofSeconds(1));
        client.version();
        server.verify(2, postRequestedFor(urlPathEqualTo(TOKEN_PATH)));
    }

    @Test
    void tokenWithoutALifetimeLivesFiveMinutes() throws Exception {
        issue("{\"access_token\": \"jwt-1\"}");
        WaldurClient client = client("agent");

        client.version();
        time.advance(Duration.ofSeconds(269));
        client.version();
        server.verify(1, postRequestedFor(urlPathEqualTo(TOKEN_PATH)));
        time.advance(Duration.ofSeconds(1));
        client.version();
        server.verify(2, postRequestedFor(urlPathEqualTo(TOKEN_PATH)));
    }

    @Test
    void tokenThatWaldurRefusesIsRenewedOnce() throws Exception {
        server.stubFor(post(urlPathEqualTo(TOKEN_PATH))
                .inScenario("rotation")
                .whenScenarioStateIs(Scenario.STARTED)
                .willReturn(okJson("{\"access_token\": \"old\", \"expires_in\": 600}"))
                .willSetStateTo("rotated"));
        server.stubFor(post(urlPathEqualTo(TOKEN_PATH))
                .inScenario("rotation")
                .whenScenarioStateIs("rotated")
                .willReturn(okJson("{\"access_token\": \"new\", \"expires_in\": 600}")));
        server.stubFor(get(urlPathEqualTo("/api/version/"))
                .withHeader("Authorization", equalTo("Bearer old"))
                .willReturn(aResponse().withStatus(401)));

        assertThat(client("agent").version()).isEqualTo("8.1.3");
        server.verify(2, postRequestedFor(urlPathEqualTo(TOKEN_PATH)));
    }

    @Test
    void secondRefusalIsReported() {
        issue("{\"access_token\": \"jwt-1\", \"expires_in\": 600}");
        server.stubFor(
                get(urlPathEqualTo("/api/version/")).willReturn(aResponse().withStatus(401)));

        assertThatThrownBy(() -> client("agent").version())
                .isInstanceOf(WaldurRejectedException.class)
                .hasMessageNotContaining("jwt-1");
        server.verify(2, postRequestedFor(urlPathEqualTo(TOKEN_PATH)));
    }

    @Test
    void refusedClientIsReportedWithoutItsSecret() {
        server.stubFor(post(urlPathEqualTo(TOKEN_PATH))
                .willReturn(aResponse().withStatus(401).withBody("{\"error\": \"invalid_client\"}")));

        assertThatThrownBy(() -> client("agent").version())
                .isInstanceOf(WaldurRejectedException.class)
                .hasMessageStartingWith("The OIDC server refused to issue a token to client agent")
                .hasMessageContaining("invalid_client")
                .hasMessageNotContaining(CLIENT_SECRET);
    }

    @Test
    void oidcServerThatIsDownIsAPassingFailure() {
        server.stubFor(post(urlPathEqualTo(TOKEN_PATH)).willReturn(aResponse().withStatus(503)));

        assertThatThrownBy(() -> client("agent").version())
                .isInstanceOfSatisfying(
                        WaldurUnavailableException.class,
                        failure -> assertThat(failure.mayHaveTakenEffect()).isFalse());
        assertThat(time.slept()).isNotEmpty();
    }

    @Test
    void answerWithoutATokenIsReported() {
        issue("{\"token_type\": \"bearer\"}");

        assertThatThrownBy(() -> client("agent").version())
                .isInstanceOf(WaldurAnswerException.class)
                .hasMessageContaining("access_token")
                .hasMessageContaining("oidc_token_url");
    }

    @Test
    void manyThreadsFetchOneToken() throws Exception {
        server.stubFor(post(urlPathEqualTo(TOKEN_PATH))
                .willReturn(okJson("{\"access_token\": \"jwt-1\", \"expires_in\": 600}")
                        .withFixedDelay(100)));
        WaldurClient client = client("agent");
        ExecutorService threads = Executors.newFixedThreadPool(8);
        CountDownLatch served = new CountDownLatch(8);
        for (int i = 0; i < 8; i++) {
            threads.execute(() -> {
                try {
                    client.version();
                    served.countDown();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }

        assertThat(served.await(20, TimeUnit.SECONDS)).isTrue();
        threads.shutdown();
        server.verify(1, postRequestedFor(urlPathEqualTo(TOKEN_PATH)));
    }

    @Test
    void nothingThatIsPrintedShowsTheSecret() {
        WaldurConnection connection = WaldurConnection.to(
                "http://w/api/",
                new WaldurCredentials.Oidc(URI.create("http://i/token"), "agent", Secret.of(CLIENT_SECRET)),
                "test");

        assertThat(connection
                        .withProxy(HttpProxy.parse("http://u:pa55word@proxy:3128"))
                        .toString())
                .doesNotContain(CLIENT_SECRET)
                .doesNotContain("pa55word");
    }
}
