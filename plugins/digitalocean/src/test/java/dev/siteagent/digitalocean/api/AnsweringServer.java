package dev.siteagent.digitalocean.api;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** A server on loopback that gives crafted answers, one after the other, and keeps what it was sent. */
final class AnsweringServer implements AutoCloseable {
    private final HttpServer server;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
    private final List<Received> received = new CopyOnWriteArrayList<>();

    record Answer(int status, Map<String, String> headers, String body, long delayMillis) {}

    record Received(String method, String uri, Map<String, List<String>> headers, String bytes) {
        /** The body, each byte as one character. */
        byte[] body() {
            return bytes.getBytes(StandardCharsets.ISO_8859_1);
        }

        String text() {
            return new String(body(), StandardCharsets.UTF_8);
        }
    }

    AnsweringServer() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "answering");
            thread.setDaemon(true);
            return thread;
        }));
        server.createContext("/", this::answer);
        server.start();
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    AnsweringServer answer(int status, String body) {
        return answer(status, Map.of("Content-Type", "application/json"), body);
    }

    AnsweringServer answer(int status, Map<String, String> headers, String body) {
        answers.add(new Answer(status, headers, body, 0));
        return this;
    }

    AnsweringServer answerAfter(long millis, int status, String body) {
        answers.add(new Answer(status, Map.of(), body, millis));
        return this;
    }

    List<Received> received() {
        return received;
    }

    Received last() {
        return received.get(received.size() - 1);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            received.add(new Received(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().toString(),
                    new LinkedHashMap<>(exchange.getRequestHeaders()),
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.ISO_8859_1)));
            Answer answer = answers.poll();
            if (answer == null) {
                answer = new Answer(500, Map.of(), "the test gave no answer for this request", 0);
            }
            if (closed.await(answer.delayMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
            answer.headers().forEach(exchange.getResponseHeaders()::set);
            byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(body);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
    }
}
