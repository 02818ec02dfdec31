package dev.siteagent.core.health;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.siteagent.core.status.StatusPage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves {@code /} (the status, for people), {@code /healthz} (is the agent alive), {@code /readyz} (does Waldur answer) and
 * {@code /metrics} over HTTP, for reading only. Health answers 200 or, with a line for each problem, 503. Thread-safe.
 */
public final class HealthServer implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(HealthServer.class);

    /**
     * Each holds one request; one whose client sends it slowly or never reads the answer is closed after some seconds (the
     * launcher says after how many), and health is to be answered meanwhile.
     */
    private static final int THREADS = 32;

    private static final Duration IDLE = Duration.ofSeconds(30);
    private static final int BACKLOG = 50;
    private static final String TEXT = "text/plain; charset=utf-8";
    private static final String HTML = "text/html; charset=utf-8";

    private static final Pattern LOCAL_HOST =
            Pattern.compile("(localhost|127\\.[0-9.]+|\\[::1])(:[0-9]+)?", Pattern.CASE_INSENSITIVE);

    private final Map<String, Page> pages;
    private final UnaryOperator<String> redaction;
    private final HttpServer server;
    private final ExecutorService threads;

    /** What answers one path. */
    @FunctionalInterface
    private interface Page {
        Answer answer() throws IOException, InterruptedException;
    }

    /** What writes the metrics. */
    @FunctionalInterface
    public interface Writing {
        /**
         * Writes.
         *
         * @throws IOException when it cannot
         */
        void write(OutputStream out) throws IOException;
    }

    private record Answer(int status, String type, String body) {
        static Answer text(int status, String text) {
            return new Answer(status, TEXT, text + "\n");
        }
    }

    /**
     * Opens the port and serves.
     *
     * @param address where to listen; port 0 is any free one
     * @param alive whether the agent is alive
     * @param ready whether it can work
     * @param metricsType the media type of the metrics
     * @param metrics writes them
     * @param status the status as a page of HTML, without secrets
     * @param redaction takes secrets out of what health says
     * @throws IOException when the port cannot be opened
     */
    public HealthServer(
            InetSocketAddress address,
            Health alive,
            Health ready,
            String metricsType,
            Writing metrics,
            Supplier<String> status,
            UnaryOperator<String> redaction)
            throws IOException {
        this.redaction = redaction;
        this.pages = Map.of(
                "/", () -> new Answer(200, HTML, status.get()),
                "/healthz", () -> health("alive", alive),
                "/readyz", () -> health("ready", ready),
                "/metrics",
                        () -> {
                            ByteArrayOutputStream body = new ByteArrayOutputStream();
                            metrics.write(body);
                            return new Answer(200, metricsType, body.toString(StandardCharsets.UTF_8));
                        });
        this.server = HttpServer.create(address, BACKLOG);
        this.threads = threads();
        server.setExecutor(threads);
        server.createContext("/", this::serve);
        server.start();
    }

    private static ExecutorService threads() {
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                THREADS, THREADS, IDLE.toSeconds(), TimeUnit.SECONDS, new LinkedBlockingQueue<>(), work -> {
                    Thread thread = new Thread(work, "health");
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    /** Returns the address, without a slash at the end. */
    public URI url() {
        String host = server.getAddress().getAddress().getHostAddress();
        return URI.create("http://" + (host.contains(":") ? "[" + host + "]" : host) + ":"
                + server.getAddress().getPort());
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private Answer health(String good, Health asked) throws InterruptedException {
        List<String> problems = asked.problems();
        return problems.isEmpty()
                ? Answer.text(200, good)
                : Answer.text(503, redaction.apply(String.join("\n", problems)));
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            send(exchange, answer(exchange));
        } catch (InterruptedException e) {
            // The server closes; the caller's connection with it.
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            log.error(
                    "A request for {} failed by a fault of the agent.",
                    exchange.getRequestURI().getPath(),
                    e);
            throw e;
        }
    }

    private Answer answer(HttpExchange exchange) throws IOException, InterruptedException {
        String method = exchange.getRequestMethod();
        if (!method.equals("GET") && !method.equals("HEAD")) {
            exchange.getResponseHeaders().set("Allow", "GET, HEAD");
            return Answer.text(405, "only GET and HEAD are served here");
        }
        if (isForeign(exchange)) {
            return Answer.text(403, "the status is shown to this machine's own browsers; ask for it as localhost");
        }
        Page page = pages.get(exchange.getRequestURI().getPath());
        return page == null
                ? Answer.text(404, "there is nothing here; look at /, /healthz, /readyz and /metrics")
                : page.answer();
    }

    /**
     * Tells a browser that was led here by a name that somebody else's page made point to this machine. Only the status is
     * held back from it: probes and scrapers come through proxies of many names.
     */
    private static boolean isForeign(HttpExchange exchange) {
        String host = exchange.getRequestHeaders().getFirst("Host");
        return exchange.getRequestURI().getPath().equals("/")
                && exchange.getLocalAddress().getAddress().isLoopbackAddress()
                && host != null
                && !LOCAL_HOST.matcher(host).matches();
    }

    private static void send(HttpExchange exchange, Answer answer) throws IOException {
        byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", answer.type());
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
        if (answer.type().equals(HTML)) {
            exchange.getResponseHeaders().set("Content-Security-Policy", StatusPage.CONTENT_SECURITY_POLICY);
            exchange.getResponseHeaders().set("Referrer-Policy", "no-referrer");
        }
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.getResponseHeaders().set("Content-Length", Integer.toString(body.length));
            exchange.sendResponseHeaders(answer.status(), -1);
        } else {
            exchange.sendResponseHeaders(answer.status(), body.length);
            exchange.getResponseBody().write(body);
        }
    }
}
