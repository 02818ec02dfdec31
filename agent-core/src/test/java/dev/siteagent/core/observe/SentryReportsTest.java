package dev.siteagent.core.observe;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.siteagent.spi.Secret;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SentryReportsTest {
    private final LoggerContext loggers = new LoggerContext();
    private final LogbackMDCAdapter mdc = new LogbackMDCAdapter();
    private final Redaction redaction = new Redaction();
    private final List<String> envelopes = new CopyOnWriteArrayList<>();
    private AgentLog log;
    private HttpServer sentry;

    @BeforeEach
    void start() throws IOException {
        loggers.setMDCAdapter(mdc);
        log = new AgentLog(loggers, redaction);
        sentry = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        sentry.createContext("/api/7/envelope/", this::receive);
        sentry.start();
    }

    @AfterEach
    void stop() {
        sentry.stop(0);
        loggers.stop();
    }

    @Test
    void anErrorIsSentWithItsFailureItsReleaseAndWhatItIsAbout() throws IOException {
        mdc.put("offering", "VM");
        mdc.put("order", "2c0bb6a3");
        mdc.put("mode", "order_process");
        try (SentryReports reports = open()) {
            log.also(reports);
            loggers.getLogger("dev.siteagent.core.orders.CreateFlow")
                    .error("droplet {} failed", 7, new IllegalStateException("no room"));
        }

        JsonNode event = onlyEvent();
        assertThat(event.at("/message/formatted").asText()).isEqualTo("droplet 7 failed");
        assertThat(event.at("/exception/values/0/type").asText()).isEqualTo("IllegalStateException");
        assertThat(event.at("/exception/values/0/value").asText()).isEqualTo("no room");
        assertThat(event.at("/release").asText()).isEqualTo("site-agent@1.2.3");
        assertThat(event.at("/environment").asText()).isEqualTo("staging");
        assertThat(event.at("/logger").asText()).isEqualTo("dev.siteagent.core.orders.CreateFlow");
        assertThat(event.at("/tags/offering").asText()).isEqualTo("VM");
        assertThat(event.at("/tags/order").asText()).isEqualTo("2c0bb6a3");
        assertThat(event.at("/tags/mode").asText()).isEqualTo("order_process");
    }

    @Test
    void secretsThePersonAndTheMachineStayHere() {
        redaction.hide(Secret.of("hush-hush"));
        mdc.put("backend_id", "hush-hush");
        mdc.put("email", "ann@example.com");
        try (SentryReports reports = open()) {
            log.also(reports);
            loggers.getLogger("x")
                    .error(
                            "Authorization: Token 0123456789abcdef",
                            new IllegalStateException("outer hush-hush", new IOException("client_secret=abcdef123")));
        }

        assertThat(envelopes).hasSize(1);
        assertThat(envelopes.get(0))
                .doesNotContain(
                        "hush-hush",
                        "0123456789abcdef",
                        "abcdef123",
                        "ann@example.com",
                        "server_name",
                        "ip_address",
                        System.getProperty("user.name") + "@");
    }

    @Test
    void onlyErrorsAreSent() {
        try (SentryReports reports = open()) {
            log.also(reports);
            loggers.getLogger("x").warn("late");
            loggers.getLogger("x").info("fine");
        }

        assertThat(envelopes).isEmpty();
    }

    @Test
    void theEndDoesNotWaitLongForASentryThatHangs() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            SentryReports reports = open(silent.getLocalPort());
            log.also(reports);
            loggers.getLogger("x").error("one");
            loggers.getLogger("x").error("two");
            Instant before = Instant.now();

            reports.close();

            assertThat(Duration.between(before, Instant.now())).isLessThan(Duration.ofSeconds(6));
        }
    }

    @Test
    void anAddressThatIsNoneIsAWarningThatDoesNotShowIt() {
        assertThat(SentryReports.open(
                        Secret.of("https://sentry.example.com/no-key-here"),
                        Optional.empty(),
                        "1",
                        Optional.empty(),
                        redaction))
                .isEmpty();
    }

    private SentryReports open() {
        return open(sentry.getAddress().getPort());
    }

    private SentryReports open(int port) {
        String dsn = "http://key@127.0.0.1:" + port + "/7";
        return SentryReports.open(Secret.of(dsn), Optional.empty(), "1.2.3", Optional.of("staging"), redaction)
                .orElseThrow();
    }

    private void receive(HttpExchange exchange) throws IOException {
        try (exchange) {
            InputStream body = exchange.getRequestBody();
            boolean packed = "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
            envelopes.add(
                    new String((packed ? new GZIPInputStream(body) : body).readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(200, -1);
        }
    }

    /** An envelope is a line of JSON about itself, one about the event, and the event. */
    private JsonNode onlyEvent() throws IOException {
        assertThat(envelopes).hasSize(1);
        return new ObjectMapper().readTree(envelopes.get(0).split("\n", -1)[2]);
    }
}
