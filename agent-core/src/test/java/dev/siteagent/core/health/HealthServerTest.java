package dev.siteagent.core.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class HealthServerTest {
    private final List<String> deadly = new CopyOnWriteArrayList<>();
    private final List<String> unready = new CopyOnWriteArrayList<>();
    private final HttpClient client = HttpClient.newHttpClient();
    private HealthServer server;

    @BeforeEach
    void serve() throws IOException {
        server = new HealthServer(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                () -> List.copyOf(deadly),
                () -> List.copyOf(unready),
                "text/plain; version=0.0.4",
                out -> out.write("jvm_threads 7\n".getBytes(StandardCharsets.UTF_8)),
                () -> "<p>all is well</p>",
                text -> text.replace("secret", "***"));
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void aliveAgentThatReachesWaldurIsHealthyAndReady() throws Exception {
        assertThat(get("/healthz")).isEqualTo("200 alive");
        assertThat(get("/readyz")).isEqualTo("200 ready");
    }

    @Test
    void whatIsWrongIsSaidWithoutSecrets() throws Exception {
        deadly.add("offering VM: its desk hangs");
        unready.add("offering VM: no answer with secret");
        unready.add("offering DB: refused");

        assertThat(get("/healthz")).isEqualTo("503 offering VM: its desk hangs");
        assertThat(get("/readyz")).isEqualTo("503 offering VM: no answer with ***\noffering DB: refused");
    }

    @Test
    void agentThatWaitsForWaldurIsAliveAllTheSame() throws Exception {
        unready.add("offering VM: no answer");

        assertThat(get("/healthz")).startsWith("200");
    }

    @Test
    void statusIsAPageThatRunsNothing() throws Exception {
        HttpResponse<String> response = send("GET", "/");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("<p>all is well</p>");
        assertThat(response.headers().firstValue("Content-Type")).hasValue("text/html; charset=utf-8");
        assertThat(response.headers().firstValue("Content-Security-Policy"))
                .hasValueSatisfying(policy -> assertThat(policy).startsWith("default-src 'none'"));
        assertThat(send("POST", "/").statusCode()).isEqualTo(405);
    }

    @Test
    void statusIsHeldBackFromAPageThatComesByAForeignName() throws Exception {
        assertThat(rawGet("/", "attacker.example.com:80")).startsWith("HTTP/1.1 403");
        assertThat(rawGet("/", "localhost:" + server.url().getPort())).startsWith("HTTP/1.1 200");
        assertThat(rawGet("/healthz", "probe.example.com")).startsWith("HTTP/1.1 200");
    }

    @Test
    void aTargetWithoutAPathIsNoFaultOfTheAgent() throws Exception {
        for (String target : List.of("mailto:x", "*", "http://", "//", "http://evil.example/")) {
            assertThat(rawGet(target, "localhost")).as(target).matches("(?s)|HTTP/1.1 (200|40[034]).*");
        }
        assertThat(get("/healthz")).startsWith("200");
    }

    @Test
    void clientsThatNeverEndTheirRequestsHoldNobodyUp() throws Exception {
        List<Socket> slow = new ArrayList<>();
        try {
            for (int i = 0; i < 20; i++) {
                Socket socket = new Socket(
                        InetAddress.getLoopbackAddress(), server.url().getPort());
                slow.add(socket);
                socket.getOutputStream().write("GET /he".getBytes(StandardCharsets.US_ASCII));
            }

            assertThat(get("/healthz")).isEqualTo("200 alive");
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }

    private String rawGet(String path, String host) throws IOException {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), server.url().getPort())) {
            socket.getOutputStream()
                    .write(("GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void metricsComeInTheirOwnMediaType() throws Exception {
        HttpResponse<String> response = send("GET", "/metrics");

        assertThat(response.headers().firstValue("Content-Type")).hasValue("text/plain; version=0.0.4");
        assertThat(response.body()).isEqualTo("jvm_threads 7\n");
    }

    @Test
    void headHasTheLengthAndNoBody() throws Exception {
        HttpResponse<String> response = send("HEAD", "/healthz");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Length")).hasValue("6");
        assertThat(response.body()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "PATCH"})
    void nothingCanBeChanged(String method) throws Exception {
        HttpResponse<String> response = send(method, "/healthz");

        assertThat(response.statusCode()).isEqualTo(405);
        assertThat(response.headers().firstValue("Allow")).hasValue("GET, HEAD");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/healthz/x", "/metricsx", "/../etc/passwd", "/%0a"})
    void otherPathsAreNotFound(String path) throws Exception {
        assertThat(get(path)).startsWith("404 ").contains("/healthz");
    }

    private String get(String path) throws Exception {
        HttpResponse<String> response = send("GET", path);
        return response.statusCode() + " " + response.body().strip();
    }

    private HttpResponse<String> send(String method, String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.url() + path))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }
}
