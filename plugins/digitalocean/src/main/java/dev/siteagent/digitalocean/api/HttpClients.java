package dev.siteagent.digitalocean.api;

import java.io.IOException;
import java.net.URI;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.http.HttpClientConnection;
import org.apache.http.HttpException;
import org.apache.http.HttpHost;
import org.apache.http.HttpRequest;
import org.apache.http.HttpResponse;
import org.apache.http.auth.AuthScope;
import org.apache.http.auth.UsernamePasswordCredentials;
import org.apache.http.client.config.CookieSpecs;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.config.ConnectionConfig;
import org.apache.http.config.RegistryBuilder;
import org.apache.http.config.SocketConfig;
import org.apache.http.conn.HttpConnectionFactory;
import org.apache.http.conn.ManagedHttpClientConnection;
import org.apache.http.conn.routing.HttpRoute;
import org.apache.http.conn.socket.ConnectionSocketFactory;
import org.apache.http.conn.socket.PlainConnectionSocketFactory;
import org.apache.http.conn.ssl.SSLConnectionSocketFactory;
import org.apache.http.impl.client.BasicCredentialsProvider;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClientBuilder;
import org.apache.http.impl.conn.DefaultManagedHttpClientConnection;
import org.apache.http.impl.conn.PoolingHttpClientConnectionManager;
import org.apache.http.protocol.HttpContext;
import org.apache.http.protocol.HttpRequestExecutor;

/** Builds the HTTP client that all requests of one token go through. */
final class HttpClients {
    private static final String SENT = "dev.siteagent.sent";
    private static final int CONNECTIONS = 64;
    private static final int IDLE_MILLIS_BEFORE_CHECK = 2_000;

    private HttpClients() {}

    /** Whether at least a part of the request of that context has left for the network. */
    static boolean sent(HttpContext context) {
        return context.getAttribute(SENT) != null;
    }

    static CloseableHttpClient forConnection(ApiConnection connection) {
        int connectMillis = Math.toIntExact(connection.connectTimeout().toMillis());
        int answerMillis = Math.toIntExact(connection.answerTimeout().toMillis());
        HttpClientBuilder builder = HttpClientBuilder.create()
                .setConnectionManager(pool(answerMillis))
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setConnectTimeout(connectMillis)
                        .setConnectionRequestTimeout(answerMillis)
                        .setSocketTimeout(answerMillis)
                        .setCookieSpec(CookieSpecs.IGNORE_COOKIES)
                        .build())
                .setRequestExecutor(new MarkingExecutor())
                .setUserAgent(connection.userAgent())
                // A repeated write may act twice, and a redirect would carry the token elsewhere.
                .disableAutomaticRetries()
                .disableRedirectHandling()
                .disableAuthCaching();
        connection.proxy().ifPresent(proxy -> throughProxy(builder, proxy));
        return builder.build();
    }

    private static void throughProxy(HttpClientBuilder builder, URI proxy) {
        HttpHost host = new HttpHost(proxy.getHost(), proxy.getPort(), proxy.getScheme());
        builder.setProxy(host);
        if (proxy.getUserInfo() != null) {
            String[] parts = proxy.getUserInfo().split(":", 2);
            BasicCredentialsProvider credentials = new BasicCredentialsProvider();
            credentials.setCredentials(
                    new AuthScope(host), new UsernamePasswordCredentials(parts[0], parts.length == 2 ? parts[1] : ""));
            builder.setDefaultCredentialsProvider(credentials);
        }
    }

    private static PoolingHttpClientConnectionManager pool(int answerMillis) {
        PoolingHttpClientConnectionManager pool = new PoolingHttpClientConnectionManager(
                RegistryBuilder.<ConnectionSocketFactory>create()
                        .register("http", PlainConnectionSocketFactory.getSocketFactory())
                        .register("https", SSLConnectionSocketFactory.getSystemSocketFactory())
                        .build(),
                new SilentConnectionFactory(),
                null,
                null,
                5,
                TimeUnit.MINUTES);
        pool.setMaxTotal(CONNECTIONS);
        pool.setDefaultMaxPerRoute(CONNECTIONS);
        pool.setValidateAfterInactivity(IDLE_MILLIS_BEFORE_CHECK);
        // The hand-shake of TLS comes before the request's own time-outs apply.
        pool.setDefaultSocketConfig(SocketConfig.custom()
                .setSoTimeout(answerMillis)
                .setTcpNoDelay(true)
                .build());
        return pool;
    }

    /** Marks the moment from which on a request may have arrived. */
    private static final class MarkingExecutor extends HttpRequestExecutor {
        @Override
        protected HttpResponse doSendRequest(HttpRequest request, HttpClientConnection connection, HttpContext context)
                throws IOException, HttpException {
            context.setAttribute(SENT, true);
            return super.doSendRequest(request, connection, context);
        }
    }

    /** Connections without the HTTP client's wire log, which would write the token into the log at level debug. */
    private static final class SilentConnectionFactory
            implements HttpConnectionFactory<HttpRoute, ManagedHttpClientConnection> {
        private static final int BUFFER = 8 * 1024;
        private final AtomicLong count = new AtomicLong();

        @Override
        public ManagedHttpClientConnection create(HttpRoute route, ConnectionConfig config) {
            return new DefaultManagedHttpClientConnection("digitalocean-" + count.incrementAndGet(), BUFFER);
        }
    }
}
