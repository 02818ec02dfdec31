package dev.siteagent.digitalocean.api;

import dev.siteagent.spi.Secret;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.http.Header;
import org.apache.http.HttpEntity;
import org.apache.http.HttpEntityEnclosingRequest;
import org.apache.http.HttpHeaders;
import org.apache.http.HttpResponse;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpUriRequest;
import org.apache.http.client.methods.RequestBuilder;
import org.apache.http.client.protocol.HttpClientContext;
import org.apache.http.conn.ConnectTimeoutException;
import org.apache.http.entity.ContentType;
import org.apache.http.impl.client.CloseableHttpClient;

/**
 * One HTTP request and its reply: to our base URL, with our token, within the time-outs, ended by an
 * interrupt.
 *
 * <p>Each request runs on a thread of its own, since a socket that waits feels neither an interrupt nor the overall
 * time-out; the caller does, and breaks it off. Thread-safe.
 */
final class HttpExchange implements AutoCloseable {
    private static final int LARGEST_BODY = 32 * 1024 * 1024;

    private final URI baseUrl;
    private final Secret token;
    private final long answerMillis;
    private final CloseableHttpClient client;
    private final AtomicInteger threads = new AtomicInteger();
    private final ExecutorService workers = Executors.newCachedThreadPool(this::worker);

    private volatile boolean closed;

    HttpExchange(ApiConnection connection) {
        this.baseUrl = connection.url();
        this.token = connection.token();
        this.answerMillis = connection.answerTimeout().toMillis();
        this.client = HttpClients.forConnection(connection);
    }

    private Thread worker(Runnable task) {
        Thread thread = new Thread(task, "digitalocean-http-" + threads.incrementAndGet());
        thread.setDaemon(true);
        // Else it would be whichever loader the first caller happened to have, and keep that one alive.
        thread.setContextClassLoader(HttpExchange.class.getClassLoader());
        return thread;
    }

    /** No answer came. */
    static final class UnansweredException extends Exception {
        private static final long serialVersionUID = 1L;
        private final boolean sent;

        UnansweredException(String message, boolean sent, Throwable cause) {
            super(message, cause);
            this.sent = sent;
        }

        /** Whether at least a part of the request had left. */
        boolean sent() {
            return sent;
        }
    }

    HttpReply exchange(HttpUriRequest request) throws UnansweredException, InterruptedException {
        HttpUriRequest ours = ours(request);
        HttpClientContext context = HttpClientContext.create();
        Future<HttpReply> reply = submitted(ours, context);
        try {
            return reply.get(answerMillis, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            ours.abort();
            throw new UnansweredException(timedOut(), HttpClients.sent(context), e);
        } catch (InterruptedException e) {
            ours.abort();
            throw e;
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof IOException || closed) {
                throw new UnansweredException(describe(cause), HttpClients.sent(context), cause);
            }
            throw new IllegalStateException("the request failed in a way it cannot: " + cause, cause);
        }
    }

    private Future<HttpReply> submitted(HttpUriRequest ours, HttpClientContext context) throws UnansweredException {
        try {
            return workers.submit(() -> {
                try (CloseableHttpResponse response = client.execute(ours, context)) {
                    return reply(response);
                }
            });
        } catch (RejectedExecutionException e) {
            throw new UnansweredException("the connection is closed", false, e);
        }
    }

    private String timedOut() {
        return "no answer within " + answerMillis + " ms";
    }

    private String describe(Throwable cause) {
        // Connecting has a time-out of its own, and its own words.
        if (cause instanceof SocketTimeoutException && !(cause instanceof ConnectTimeoutException)) {
            return timedOut();
        }
        String message = cause.getMessage() == null ? "" : ": " + cause.getMessage();
        return "no answer (" + cause.getClass().getSimpleName() + message + ")";
    }

    /** The request as we want it to travel, wherever it was meant to go. */
    private HttpUriRequest ours(HttpUriRequest request) {
        RequestBuilder ours = RequestBuilder.create(request.getMethod())
                .setUri(located(request.getURI()))
                .setHeader(HttpHeaders.ACCEPT, ContentType.APPLICATION_JSON.getMimeType())
                .setHeader(HttpHeaders.AUTHORIZATION, "Bearer " + token.reveal());
        if (request instanceof HttpEntityEnclosingRequest enclosing) {
            ours.setEntity(enclosing.getEntity());
        }
        return ours.build();
    }

    private URI located(URI uri) {
        String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        return URI.create(baseUrl + uri.getRawPath() + query);
    }

    private static HttpReply reply(HttpResponse response) throws IOException {
        Map<String, String> headers = new HashMap<>();
        for (Header header : response.getAllHeaders()) {
            headers.putIfAbsent(header.getName().toLowerCase(Locale.ROOT), header.getValue());
        }
        return new HttpReply(response.getStatusLine().getStatusCode(), headers, body(response.getEntity()));
    }

    private static String body(HttpEntity entity) throws IOException {
        if (entity == null) {
            return "";
        }
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        byte[] chunk = new byte[8192];
        try (InputStream in = entity.getContent()) {
            for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
                body.write(chunk, 0, read);
                if (body.size() > LARGEST_BODY) {
                    throw new IOException("the answer is larger than " + LARGEST_BODY + " bytes");
                }
            }
        }
        return body.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        closed = true;
        workers.shutdownNow();
        client.close();
    }
}
