package dev.siteagent.sandbox.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class SandboxServerTest {
    private static final String TOKEN = "dop_v1_not_for_any_eye";

    private final AtomicInteger made = new AtomicInteger();
    private final SandboxServer server = SandboxServer.start(
            SandboxServer.Options.named("counter"),
            Routes.builder()
                    .get("/count", request -> Response.json(200, Json.object().put("count", made.get())))
                    .post("/count", request -> Response.json(201, Json.object().put("count", made.incrementAndGet())))
                    .post("/echo", request -> Response.json(200, request.json()))
                    .post("/refuse", request -> {
                        throw new Refusal(Response.text(422, "no"));
                    })
                    .get("/broken", request -> {
                        throw new IllegalStateException("a bug");
                    })
                    .build());
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void faultAnswersInPlaceOfTheServiceAndNothingIsDone() throws Exception {
        server.faults()
                .on(Requests.of("POST", "/count"))
                .once(Fault.answer(
                        Response.html(502, "<html>Bad Gateway</html>").with("Retry-After", "7")));

        HttpResponse<String> first = post("/count", "");

        assertThat(first.statusCode()).isEqualTo(502);
        assertThat(first.body()).contains("Bad Gateway");
        assertThat(first.headers().firstValue("retry-after")).contains("7");
        assertThat(made).hasValue(0);
        assertThat(post("/count", "").statusCode()).isEqualTo(201);
    }

    @Test
    void resetBeforeTheWorkLeavesNothingDone() {
        server.faults().on(Requests.writes()).once(Fault.reset());

        assertThatThrownBy(() -> post("/count", "")).isInstanceOf(IOException.class);

        assertThat(made).hasValue(0);
    }

    @Test
    void lostAnswerLeavesTheWorkDone() {
        server.faults().on(Requests.writes()).once(Fault.answerLost());

        assertThatThrownBy(() -> post("/count", "")).isInstanceOf(IOException.class);

        assertThat(made).hasValue(1);
        RecordedRequest lost = server.log().all().get(0);
        assertThat(lost.status()).isEmpty();
        assertThat(lost.worked()).isTrue();
    }

    @Test
    void answerReplacedAfterTheWorkLeavesTheWorkDone() throws Exception {
        server.faults().on(Requests.writes()).once(Fault.answerAfterWork(Response.text(504, "gateway time-out")));

        assertThat(post("/count", "").statusCode()).isEqualTo(504);

        assertThat(made).hasValue(1);
    }

    @Test
    void impatientClientMissesTheAnswerOfWorkThatWasDone() {
        server.faults().on(Requests.writes()).once(Fault.stallAfterWork(Duration.ofMinutes(1)));

        assertThatThrownBy(() -> client.send(
                        request("/count")
                                .timeout(Duration.ofMillis(200))
                                .POST(BodyPublishers.noBody())
                                .build(),
                        BodyHandlers.ofString()))
                .isInstanceOf(HttpTimeoutException.class);

        assertThat(made).hasValue(1);
    }

    @Test
    void truncatedAnswerEndsInTheMiddle() {
        server.faults().on(Requests.any()).once(Fault.truncate());

        assertThatThrownBy(() -> get("/count")).isInstanceOf(IOException.class);
    }

    @Test
    void garbledAnswerKeepsItsStatus() throws Exception {
        server.faults().on(Requests.any()).once(Fault.garbage());

        HttpResponse<String> response = get("/count");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).contains("not JSON");
    }

    @Test
    void everyThirdRequestFailsAndTheRuleCanBeRemoved() throws Exception {
        Faults.Rule rule =
                server.faults().on(Requests.of("GET", "/count")).every(3, Fault.answer(Response.text(500, "third")));
        List<Integer> statuses = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            statuses.add(get("/count").statusCode());
        }
        rule.remove();
        for (int i = 0; i < 3; i++) {
            statuses.add(get("/count").statusCode());
        }

        assertThat(statuses).containsExactly(200, 200, 500, 200, 200, 500, 200, 200, 200, 200);
        assertThat(rule.struck()).isEqualTo(2);
    }

    @Test
    void latencyIsSetPerRoute() throws Exception {
        server.latency().set(Requests.path("/count"), Duration.ofMillis(150));

        long start = System.nanoTime();
        get("/count");

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(150));
    }

    @Test
    void tapIsCalledAfterTheWriteAndBeforeItsAnswer() throws Exception {
        CountDownLatch written = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        server.tap((request, response) -> {
            written.countDown();
            release.await();
        });

        CompletableFuture<HttpResponse<String>> answer =
                client.sendAsync(request("/count").POST(BodyPublishers.noBody()).build(), BodyHandlers.ofString());

        assertThat(written.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(made).hasValue(1);
        assertThat(answer).isNotDone();
        release.countDown();
        assertThat(answer.get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(201);
    }

    @Test
    void tapIsNotCalledForReadsAndRefusals() throws Exception {
        AtomicInteger taps = new AtomicInteger();
        server.tap((request, response) -> taps.incrementAndGet());

        get("/count");
        assertThat(post("/refuse", "").statusCode()).isEqualTo(422);

        assertThat(taps).hasValue(0);
    }

    @Test
    void logKeepsRequestsWithoutTheirCredentials() throws Exception {
        client.send(
                request("/echo?page=2")
                        .header("Authorization", "Bearer " + TOKEN)
                        .POST(BodyPublishers.ofString("{\"name\":\"é你好\"}"))
                        .build(),
                BodyHandlers.ofString());

        RecordedRequest recorded =
                server.log().all(Requests.of("POST", "/echo")).get(0);
        assertThat(recorded.status()).hasValue(200);
        assertThat(recorded.query().first("page")).contains("2");
        assertThat(recorded.json().path("name").asText()).isEqualTo("é你好");
        assertThat(recorded.headers().get("AUTHORIZATION")).containsExactly(RequestLog.hash("Bearer " + TOKEN));
        assertThat(recorded + " " + recorded.headers()).doesNotContain(TOKEN);
    }

    @Test
    void logKeepsTheNewestRequestsOnly() throws Exception {
        try (SandboxServer small = SandboxServer.start(
                new SandboxServer.Options("small", 0, java.time.Clock.systemUTC(), 3),
                request -> Response.text(200, request.path()))) {
            for (int i = 1; i <= 5; i++) {
                client.send(HttpRequest.newBuilder(small.url().resolve("/" + i)).build(), BodyHandlers.ofString());
            }

            assertThat(small.log().all()).extracting(RecordedRequest::path).containsExactly("/3", "/4", "/5");
        }
    }

    @Test
    void errorOfTheHandlerIsKeptForTheTest() throws Exception {
        assertThat(get("/broken").statusCode()).isEqualTo(500);

        assertThat(server.failures()).hasSize(1).first().isInstanceOf(IllegalStateException.class);
    }

    @Test
    void errorOfATapIsKeptForTheTest() {
        server.tap((request, response) -> {
            throw new AssertionError("not what the test expected");
        });

        assertThatThrownBy(() -> post("/count", "")).isInstanceOf(IOException.class);

        assertThat(server.failures()).hasSize(1).first().isInstanceOf(AssertionError.class);
    }

    @Test
    void hundredsOfRequestsAreServedAtOnce() throws Exception {
        CountDownLatch allAreHere = new CountDownLatch(300);
        // No answer goes out before the last request has come.
        server.tap((request, response) -> {
            allAreHere.countDown();
            allAreHere.await();
        });
        List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            answers.add(client.sendAsync(
                    request("/count").POST(BodyPublishers.noBody()).build(), BodyHandlers.ofString()));
        }
        for (CompletableFuture<HttpResponse<String>> answer : answers) {
            assertThat(answer.get(20, TimeUnit.SECONDS).statusCode()).isEqualTo(201);
        }
        assertThat(made).hasValue(300);
    }

    @Test
    void smallAnswersDoNotWaitForAnAcknowledgement() {
        // Read once by the JDK's server; without it every answer on a kept connection takes 40 ms.
        assertThat(System.getProperty("sun.net.httpserver.nodelay")).isEqualTo("true");
    }

    @Test
    void closingEndsRequestsThatWait() throws Exception {
        server.faults().on(Requests.any()).always(Fault.stall(Duration.ofHours(1)));
        CompletableFuture<HttpResponse<String>> answer =
                client.sendAsync(request("/count").build(), BodyHandlers.ofString());
        while (server.log().all().isEmpty()) {
            Thread.onSpinWait();
        }

        server.close();

        assertThat(answer).failsWithin(Duration.ofSeconds(10));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(server.url() + path));
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(request(path).build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
        return client.send(request(path).POST(BodyPublishers.ofString(body)).build(), BodyHandlers.ofString());
    }
}
