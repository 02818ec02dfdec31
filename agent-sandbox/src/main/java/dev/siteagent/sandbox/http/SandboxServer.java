package dev.siteagent.sandbox.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves a {@link Handler} over HTTP on 127.0.0.1, with latency and faults that can be set while it runs, and a log of all
 * requests. Each request has a thread of its own, so hundreds can wait at once. Thread-safe; closing it ends what waits.
 */
public final class SandboxServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SandboxServer.class);
    private static final int BACKLOG = 1024;

    private final Handler handler;
    private final Streaming streaming;
    private final Clock clock;
    private final HttpServer server;
    private final ExecutorService threads;
    private final Latency latency = new Latency();
    private final Faults faults = new Faults();
    private final RequestLog log;
    private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final AtomicLong sequence = new AtomicLong();
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile WriteTap tap = (request, response) -> {};

    private SandboxServer(Options options, Handler handler, Streaming streaming) {
        this.handler = handler;
        this.streaming = streaming;
        this.clock = options.clock;
        this.log = new RequestLog(options.logCapacity);
        this.threads = RequestThreads.open(options.name);
        this.server = open(options);
        server.setExecutor(threads);
        server.createContext("/", this::serve);
        server.start();
    }

    /**
     * How a server runs.
     *
     * @param name the service's name, for thread names and log lines
     * @param port the port, 0 for any free one
     * @param clock gives the time of arrival in the log; latency and stalls take real time
     * @param logCapacity how many of the newest requests the log keeps
     */
    public record Options(String name, int port, Clock clock, int logCapacity) {
        /** Makes the usual options: any free port, the system's clock, the newest 100,000 requests. */
        public static Options named(String name) {
            return new Options(name, 0, Clock.systemUTC(), 100_000);
        }

        /** Returns these options with another port. */
        public Options withPort(int other) {
            return new Options(name, other, clock, logCapacity);
        }

        /** Returns these options with another clock. */
        public Options withClock(Clock other) {
            return new Options(name, port, other, logCapacity);
        }
    }

    /**
     * Opens the port and serves.
     *
     * @throws UncheckedIOException if the port cannot be opened
     */
    public static SandboxServer start(Options options, Handler handler) {
        return start(options, handler, request -> Optional.empty());
    }

    /**
     * Opens the port and serves, some requests by answers without an end.
     *
     * @param streaming asked first, for every request; latency and faults do not concern what it answers
     * @throws UncheckedIOException if the port cannot be opened
     */
    public static SandboxServer start(Options options, Handler handler, Streaming streaming) {
        return new SandboxServer(options, handler, streaming);
    }

    /** Returns the address without a slash at the end, such as {@code http://127.0.0.1:40123}. */
    public URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** Returns what sets the time that requests take. */
    public Latency latency() {
        return latency;
    }

    /** Returns what sets the faults. */
    public Faults faults() {
        return faults;
    }

    /** Returns the log of requests. */
    public RequestLog log() {
        return log;
    }

    /** Sets who listens between a change and its answer; a second call replaces the first. */
    public void tap(WriteTap listener) {
        tap = listener;
    }

    /**
     * Returns the errors of the handler itself, which were answered with status 500, and those of taps and fault scripts,
     * which closed the connection: a test expects none.
     */
    public List<Throwable> failures() {
        return List.copyOf(failures);
    }

    /** Stops serving: open connections are closed, requests that wait end without an answer. */
    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    private static HttpServer open(Options options) {
        // The JDK's server reads these once: without the first, small answers wait 40 ms for the client's
        // acknowledgement; with the second at its default, more than 200 idle connections are closed under their
        // clients' feet.
        setIfAbsent("sun.net.httpserver.nodelay", "true");
        setIfAbsent("sun.net.httpserver.maxIdleConnections", "5000");
        try {
            InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
            return HttpServer.create(new InetSocketAddress(loopback, options.port), BACKLOG);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "the simulated " + options.name + " cannot open port " + options.port + " on 127.0.0.1", e);
        }
    }

    private static void setIfAbsent(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            serveOpen(exchange);
        }
    }

    private void serveOpen(HttpExchange exchange) throws IOException {
        try {
            Request request = read(exchange);
            log.arrived(request);
            Optional<Streaming.Stream> stream = streaming.of(request);
            if (stream.isPresent()) {
                log.ended(request, OptionalInt.of(200), true);
                send(exchange, stream.get());
                return;
            }
            Answer answer = answer(request);
            log.ended(request, answer.status(), answer.worked);
            send(exchange, answer);
        } catch (InterruptedException e) {
            // Only close() interrupts: the connection ends with the exchange.
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            // The JDK's server would drop it without a word; a tap or a script threw it. It is kept before the
            // connection ends, so that a test that saw the end finds it.
            failures.add(e);
            LOG.warn(
                    "the sandbox itself failed, the connection of {} is closed",
                    exchange.getRequestURI().getPath(),
                    e);
            throw e;
        }
    }

    private Request read(HttpExchange exchange) throws IOException {
        Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, List.copyOf(values)));
        Body body = Body.of(exchange.getRequestBody().readAllBytes());
        URI uri = exchange.getRequestURI();
        return new Request(
                sequence.incrementAndGet(),
                clock.instant(),
                exchange.getRequestMethod(),
                uri.getRawPath(),
                Map.of(),
                Query.parse(uri.getRawQuery()),
                headers,
                body);
    }

    private Answer answer(Request request) throws InterruptedException {
        pause(latency.of(request).toMillis());
        Optional<Fault> fault = faults.strike(request);
        if (fault.isEmpty()) {
            return Answer.whole(work(request), true);
        }
        return spoil(request, fault.get());
    }

    private Answer spoil(Request request, Fault fault) throws InterruptedException {
        if (fault instanceof Fault.Answered answered) {
            return Answer.whole(answered.response(), workIfDue(request, answered.moment()));
        } else if (fault instanceof Fault.Dropped dropped) {
            return Answer.none(workIfDue(request, dropped.moment()));
        } else if (fault instanceof Fault.Stalled stalled) {
            if (stalled.moment() == Fault.Moment.BEFORE_WORK) {
                pause(stalled.duration().toMillis());
                return Answer.whole(work(request), true);
            }
            Response response = work(request);
            pause(stalled.duration().toMillis());
            return Answer.whole(response, true);
        } else if (fault instanceof Fault.Garbled garbled) {
            return Answer.whole(work(request).withBody(garbled.body()), true);
        }
        return Answer.half(work(request));
    }

    private boolean workIfDue(Request request, Fault.Moment moment) throws InterruptedException {
        if (moment == Fault.Moment.AFTER_WORK) {
            work(request);
            return true;
        }
        return false;
    }

    private Response work(Request request) throws InterruptedException {
        Response response = handle(request);
        if (request.isWrite() && response.status() < 400) {
            tap.written(request, response);
        }
        return response;
    }

    private Response handle(Request request) {
        try {
            return handler.handle(request);
        } catch (Refusal refusal) {
            return refusal.response();
        } catch (RuntimeException e) {
            LOG.warn("the sandbox itself failed at {} {}", request.method(), request.path(), e);
            failures.add(e);
            return Response.text(500, "the sandbox itself failed: " + e);
        }
    }

    /** Waits, but no longer than the server is open. */
    private void pause(long millis) throws InterruptedException {
        if (millis > 0 && closed.await(millis, TimeUnit.MILLISECONDS)) {
            throw new InterruptedException("the server closed");
        }
    }

    private static void send(HttpExchange exchange, Answer answer) throws IOException {
        Response response = answer.response;
        if (response == null) {
            // Ending the exchange without headers closes the connection.
            return;
        }
        response.headers()
                .forEach((name, values) ->
                        values.forEach(value -> exchange.getResponseHeaders().add(name, value)));
        Body body = response.body();
        boolean bodiless = body.isEmpty() || exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(response.status(), bodiless ? -1 : body.size());
        if (!bodiless) {
            exchange.getResponseBody().write((answer.half ? body.half() : body).bytes());
            exchange.getResponseBody().flush();
        }
    }

    private static void send(HttpExchange exchange, Streaming.Stream stream) throws IOException, InterruptedException {
        exchange.getResponseHeaders().set("Content-Type", stream.contentType());
        // A length of 0 means one that is not known.
        exchange.sendResponseHeaders(200, 0);
        exchange.getResponseBody().flush();
        stream.write(exchange.getResponseBody());
    }

    /** What goes out: the response, null for none; whether only half of it; whether the service did its work. */
    private record Answer(Response response, boolean half, boolean worked) {
        static Answer whole(Response response, boolean worked) {
            return new Answer(response, false, worked);
        }

        static Answer half(Response response) {
            return new Answer(response, true, true);
        }

        static Answer none(boolean worked) {
            return new Answer(null, false, worked);
        }

        OptionalInt status() {
            return response == null ? OptionalInt.empty() : OptionalInt.of(response.status());
        }
    }
}
