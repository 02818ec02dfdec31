package dev.siteagent.sandbox.stomp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/**
 * A RabbitMQ that {@code .ci/rabbitmq start DIR} started; the environment variable {@code SITE_AGENT_RABBITMQ} names the
 * folder. Virtual hosts, users and queues are made by the same requests as Waldur's.
 */
public final class RabbitMq implements EventBroker {
    /** The environment variable that names the folder. */
    public static final String VARIABLE = "SITE_AGENT_RABBITMQ";

    private static final int MANAGEMENT_LIMIT = 1024 * 1024;

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();
    private final ObjectMapper json = new ObjectMapper();
    private final Properties properties = new Properties();

    private RabbitMq(Path folder) {
        try (Reader reader = Files.newBufferedReader(folder.resolve("broker.properties"))) {
            properties.load(reader);
        } catch (IOException e) {
            throw new UncheckedIOException(VARIABLE + " names a folder in which no RabbitMQ was started", e);
        }
    }

    /** Returns the broker that the environment names. */
    public static Optional<RabbitMq> given() {
        return Optional.ofNullable(System.getenv(VARIABLE))
                .filter(folder -> !folder.isBlank())
                .map(folder -> new RabbitMq(Path.of(folder)));
    }

    @Override
    public int port() {
        return Integer.parseInt(properties.getProperty("stomp.port"));
    }

    /** Returns the port with TLS; the certificate is of the broker's own making. */
    public int securePort() {
        return Integer.parseInt(properties.getProperty("stomps.port"));
    }

    @Override
    public void user(String virtualHost, String user, String passcode) {
        Map<String, String> all = Map.of("configure", ".*", "write", ".*", "read", ".*");
        call("PUT", "/vhosts/" + encoded(virtualHost), Map.of());
        call("PUT", "/users/" + encoded(user), Map.of("password", passcode, "tags", ""));
        call("PUT", "/permissions/" + encoded(virtualHost) + "/" + encoded(user), all);
        call("PUT", "/permissions/" + encoded(virtualHost) + "/" + properties.getProperty("administrator"), all);
    }

    @Override
    public void drop(String virtualHost) {
        call("DELETE", "/vhosts/" + encoded(virtualHost), null);
    }

    @Override
    public void queue(String virtualHost, String queue) {
        Map<String, Object> arguments = Map.of(
                "x-message-ttl", 3_600_000,
                "x-max-length", 10_000,
                "x-overflow", "reject-publish-dlx",
                "x-dead-letter-exchange", "",
                "x-dead-letter-routing-key", "waldur.dlq.messages");
        call(
                "PUT",
                "/queues/" + encoded(virtualHost) + "/" + encoded(queue),
                Map.of("durable", true, "arguments", arguments));
    }

    @Override
    public void publish(String virtualHost, String queue, byte[] body) {
        if (body.length > MANAGEMENT_LIMIT) {
            send(virtualHost, queue, body);
            return;
        }
        JsonNode answer = call(
                "POST",
                "/exchanges/" + encoded(virtualHost) + "/amq.default/publish",
                Map.of(
                        "properties",
                        Map.of("delivery_mode", 2),
                        "routing_key",
                        queue,
                        "payload",
                        Base64.getEncoder().encodeToString(body),
                        "payload_encoding",
                        "base64"));
        if (!answer.path("routed").asBoolean()) {
            throw new IllegalStateException("RabbitMQ has no queue " + queue);
        }
    }

    /** Publishes over STOMP, since the management API takes no large messages. */
    private void send(String virtualHost, String queue, byte[] body) {
        CompletableFuture<Void> sent = new CompletableFuture<>();
        WebSocket.Listener listener = new WebSocket.Listener() {
            @Override
            public CompletionStage<?> onText(WebSocket socket, CharSequence text, boolean last) {
                if (text.toString().startsWith("RECEIPT")) {
                    sent.complete(null);
                }
                socket.request(1);
                return null;
            }

            @Override
            public void onError(WebSocket socket, Throwable failure) {
                sent.completeExceptionally(failure);
            }
        };
        WebSocket socket = http.newWebSocketBuilder()
                .subprotocols("v12.stomp")
                .buildAsync(URI.create("ws://127.0.0.1:" + port() + PATH), listener)
                .join();
        StompText connect = new StompText("CONNECT")
                .with("accept-version", "1.2")
                .with("host", virtualHost)
                .with("login", properties.getProperty("administrator"))
                .with("passcode", properties.getProperty("password"));
        StompText message = new StompText("SEND")
                .with("destination", "/amq/queue/" + queue)
                .with("persistent", "true")
                .with("receipt", "sent")
                .with(body);
        socket.sendBinary(ByteBuffer.wrap(connect.bytes()), true)
                .thenCompose(open -> open.sendBinary(ByteBuffer.wrap(message.bytes()), true))
                .join();
        sent.orTimeout(60, TimeUnit.SECONDS).join();
        socket.abort();
    }

    /** The statistics are seconds old; the totals of a list without them are counted when they are asked for. */
    @Override
    public int messages(String virtualHost, String queue) {
        JsonNode queues =
                call("GET", "/queues/" + encoded(virtualHost) + "?disable_stats=true&enable_queue_totals=true", null);
        for (JsonNode each : queues) {
            if (each.path("name").asText().equals(queue)) {
                return each.path("messages").asInt(-1);
            }
        }
        return -1;
    }

    /** Cuts the connections of a user, also those that no statistics show yet. */
    public void cutConnections(String user) {
        call("DELETE", "/connections/username/" + encoded(user), null);
    }

    /** Goes down and comes up again; queues and persistent messages survive. */
    public void restart() {
        try {
            Process script = new ProcessBuilder(
                            List.of(properties.getProperty("restart").split(" ", -1)))
                    .inheritIO()
                    .start();
            if (!script.waitFor(120, TimeUnit.SECONDS) || script.exitValue() != 0) {
                throw new IllegalStateException("RabbitMQ did not restart");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("RabbitMQ may not have restarted", e);
        }
    }

    private JsonNode call(String method, String path, Object body) {
        String user = properties.getProperty("administrator") + ":" + properties.getProperty("password");
        try {
            HttpRequest request = HttpRequest.newBuilder(
                            URI.create(properties.getProperty("management") + "/api" + path))
                    .timeout(Duration.ofSeconds(30))
                    .header(
                            "Authorization",
                            "Basic " + Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8)))
                    .header("Content-Type", "application/json")
                    .method(
                            method,
                            body == null
                                    ? HttpRequest.BodyPublishers.noBody()
                                    : HttpRequest.BodyPublishers.ofByteArray(json.writeValueAsBytes(body)))
                    .build();
            HttpResponse<byte[]> answer = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
            if (answer.statusCode() >= 300) {
                throw new IllegalStateException(method + " " + path + " answered " + answer.statusCode() + ": "
                        + new String(answer.body(), StandardCharsets.UTF_8));
            }
            return json.readTree(answer.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private static String encoded(String part) {
        return URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
