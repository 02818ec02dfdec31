package dev.siteagent.core.waldur;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Sends one HTTP request and reads its whole answer, within a time and a size. Thread-safe. */
final class Transport {
    /** Far above a page of 100 resources, far below what would hurt. */
    private static final int LONGEST_ANSWER = 32 * 1024 * 1024;

    private static final String BASIC_IN_TUNNELS = "jdk.http.auth.tunneling.disabledSchemes";

    private final HttpClient http;
    private final HttpProxy proxy;
    private final String userAgent;
    private final Duration timeout;

    Transport(WaldurConnection connection) {
        this.proxy = connection.proxy();
        this.userAgent = connection.userAgent();
        this.timeout = connection.requestTimeout();
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(connection.connectTimeout())
                // A redirect would carry the token to a host that nobody configured.
                .followRedirects(HttpClient.Redirect.NEVER);
        if (proxy != null) {
            allowBasicInTunnels();
            builder.proxy(ProxySelector.of(new InetSocketAddress(proxy.host(), proxy.port())));
        }
        if (!connection.verifySsl()) {
            builder.sslContext(TrustEverything.context());
        }
        this.http = builder.build();
    }

    /**
     * Lets credentials go to a proxy also for https: the JDK holds them back unless this property of the whole process says
     * otherwise, and reads it once, when its first client is made. A value that the operator set stays.
     */
    private void allowBasicInTunnels() {
        if (proxy.authorization() != null && System.getProperty(BASIC_IN_TUNNELS) == null) {
            System.setProperty(BASIC_IN_TUNNELS, "");
        }
    }

    /** Starts a request to an address, with the headers that every request has. */
    HttpRequest.Builder request(URI uri) {
        HttpRequest.Builder builder = HttpRequest.newBuilder(uri)
                .timeout(timeout)
                .header("User-Agent", userAgent)
                .header("Accept", "application/json");
        if (proxy != null && proxy.authorization() != null) {
            // By hand: with an Authenticator the JDK client would meddle with the answers 401 of Waldur as well.
            builder.header("Proxy-Authorization", proxy.authorization().reveal());
        }
        return builder;
    }

    /**
     * Sends a request. The JDK's own time-out ends when the headers are there, hence the second one over the whole.
     *
     * @throws IOException when no whole answer came, {@link HttpTimeoutException} when it took too long
     * @throws InterruptedException when the thread is interrupted; the request is given up
     */
    Answer send(HttpRequest request) throws IOException, InterruptedException {
        CompletableFuture<HttpResponse<byte[]>> sent = http.sendAsync(request, head -> new LimitedBody(LONGEST_ANSWER));
        try {
            HttpResponse<byte[]> response = sent.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            return new Answer(
                    response.statusCode(), response.headers(), new String(response.body(), StandardCharsets.UTF_8));
        } catch (TimeoutException e) {
            sent.cancel(true);
            throw new HttpTimeoutException("no whole answer within " + timeout.toMillis() + " ms");
        } catch (InterruptedException e) {
            sent.cancel(true);
            throw e;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException io) {
                throw io;
            }
            throw new IOException("the request failed", e.getCause());
        }
    }
}
