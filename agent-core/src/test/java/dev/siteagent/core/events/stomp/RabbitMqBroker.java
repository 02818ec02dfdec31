package dev.siteagent.core.events.stomp;

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
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.TimeUnit;

/**
 * A RabbitMQ that {@code .ci/rabbitmq start DIR} started; the environment variable {@code SITE_AGENT_RABBITMQ} names the
 * folder. Virtual hosts, users and queues are made by the same requests as Waldur's.
 */
public final class RabbitMqBroker implements EventBroker {
    /** The environment variable that names the folder. */
    public static final String VARIABLE = "SITE_AGENT_RABBITMQ";

    private static final int MANAGEMENT_LIMIT = 1024 * 1024;

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();
    private final ObjectMapper json = new ObjectMapper();
    private final Properties properties = new Properties();

    private RabbitMqBroker(Path folder) {
        try (Reader reader = Files.newBufferedReader(folder.resolve("broker.properties"))) {
            properties.load(reader);
        } catch (IOException e) {
            throw new UncheckedIOException(VARIABLE + " names a folder in which no RabbitMQ was started", e);
        }
    }

    /** Returns the broker that the environment names. */
    public static Optional<RabbitMqBroker> given() {
        return Optional.ofNullable(System.getenv(VARIABLE))
                .filter(folder -> !folder.isBlank())
                .map(folder -> new RabbitMqBroker(Path.of(folder)));
    }

    @Override
    public BrokerAddress address(boolean tls, boolean verify) {
        int port = Integer.parseInt(properties.getProperty(tls ? "stomps.port" : "stomp.port"));
        return new BrokerAddress("127.0.0.1", port, "/rmqws-stomp", tls, verify);
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
        try (WebSocket socket =
                WebSocket.open(address(false, true), "v12.stomp", Duration.ofSeconds(10), 1024, new SecureRandom())) {
            Frame connect = Frame.of("CONNECT")
                    .with("accept-version", "1.2")
                    .with("host", virtualHost)
                    .with("login", properties.getProperty("administrator"))
                    .with("passcode", properties.getProperty("password"));
            socket.send(FrameEncoder.encode(connect));
            socket.receive();
            Frame head = Frame.of("SEND")
                    .with("destination", "/amq/queue/" + queue)
                    .with("persistent", "true")
                    .with("content-length", Integer.toString(body.length))
                    .with("receipt", "sent");
            socket.send(FrameEncoder.encode(new Frame(head.command(), head.headers(), body)));
            socket.receive();
            socket.leave();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public int messages(String virtualHost, String queue) {
        return call("GET", "/queues/" + encoded(virtualHost) + "/" + encoded(queue), null)
                .path("messages")
                .asInt(-1);
    }

    @Override
    public void cutConnections(String virtualHost) {
        for (JsonNode connection : call("GET", "/vhosts/" + encoded(virtualHost) + "/connections", null)) {
            call("DELETE", "/connections/" + encoded(connection.path("name").asText()), null);
        }
    }

    @Override
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

    @Override
    public void close() {
        // The script that started it stops it.
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
