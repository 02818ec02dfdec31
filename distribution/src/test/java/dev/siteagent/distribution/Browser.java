package dev.siteagent.distribution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** Chromium without a window, the size of a phone, steered by its DevTools protocol. */
final class Browser implements AutoCloseable {
    private static final List<String> PROGRAMS = List.of("/usr/bin/chromium", "/usr/bin/chromium-browser");
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final ObjectMapper json = new ObjectMapper();
    private final HttpClient http = HttpClient.newHttpClient();
    private final BlockingQueue<JsonNode> answers = new LinkedBlockingQueue<>();
    private final Process process;
    private final WebSocket socket;
    private int commands;

    /** Returns where the program is; empty when this machine has none. */
    static Optional<Path> program() {
        return PROGRAMS.stream().map(Path::of).filter(Files::isExecutable).findFirst();
    }

    /**
     * Starts it.
     *
     * @param program the program
     * @param profile an existing folder for what it writes
     */
    Browser(Path program, Path profile) throws IOException, InterruptedException {
        process = new ProcessBuilder(
                        program.toString(),
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--no-first-run",
                        "--user-data-dir=" + profile,
                        "--remote-debugging-port=0",
                        "about:blank")
                .redirectErrorStream(true)
                .redirectOutput(profile.resolve("chromium.log").toFile())
                .start();
        Path port = profile.resolve("DevToolsActivePort");
        Awaitility.await().atMost(PATIENCE).until(() -> Files.exists(port) && lines(port) >= 2);
        URI tabs = URI.create("http://127.0.0.1:" + Files.readAllLines(port).get(0) + "/json/new?about:blank");
        JsonNode tab = json.readTree(http.send(
                        HttpRequest.newBuilder(tabs)
                                .PUT(HttpRequest.BodyPublishers.noBody())
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body());
        socket = http.newWebSocketBuilder()
                .buildAsync(URI.create(tab.path("webSocketDebuggerUrl").asText()), new Listener())
                .join();
        ObjectNode phone = json.createObjectNode()
                .put("width", 360)
                .put("height", 740)
                .put("deviceScaleFactor", 2)
                .put("mobile", true);
        call("Emulation.setDeviceMetricsOverride", phone);
    }

    private static long lines(Path file) throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.count();
        }
    }

    /** Shows a page and waits until it is there. */
    void show(URI page) throws InterruptedException {
        call("Page.navigate", json.createObjectNode().put("url", page.toString()));
        Awaitility.await().atMost(PATIENCE).until(() -> evaluate("document.readyState + ' ' + location.href")
                .equals("complete " + page));
    }

    /** Returns the text that a person reads. */
    String text() throws InterruptedException {
        return evaluate("document.body.innerText");
    }

    /** Returns the value of an expression of JavaScript as text. */
    String evaluate(String expression) throws InterruptedException {
        ObjectNode parameters =
                json.createObjectNode().put("expression", expression).put("returnByValue", true);
        return call("Runtime.evaluate", parameters).path("result").path("value").asText();
    }

    /** Keeps a picture of the whole page. */
    void picture(Path file) throws IOException, InterruptedException {
        ObjectNode parameters = json.createObjectNode().put("format", "png").put("captureBeyondViewport", true);
        String data = call("Page.captureScreenshot", parameters).path("data").asText();
        Files.write(file, Base64.getDecoder().decode(data));
    }

    private JsonNode call(String method, ObjectNode parameters) throws InterruptedException {
        int id = ++commands;
        ObjectNode command = json.createObjectNode().put("id", id).put("method", method);
        command.set("params", parameters);
        socket.sendText(command.toString(), true).join();
        while (true) {
            JsonNode answer = answers.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            if (answer == null) {
                throw new AssertionError("the browser does not answer to " + method);
            }
            if (answer.path("id").asInt() == id) {
                return answer.path("result");
            }
        }
    }

    @Override
    public void close() {
        socket.abort();
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private final class Listener implements WebSocket.Listener {
        private final StringBuilder message = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean last) {
            message.append(data);
            if (last) {
                answers.add(read(message.toString()));
                message.setLength(0);
            }
            webSocket.request(1);
            return null;
        }

        private JsonNode read(String text) {
            try {
                return json.readTree(text);
            } catch (IOException e) {
                throw new IllegalStateException("the browser sends no JSON: " + text, e);
            }
        }
    }
}
