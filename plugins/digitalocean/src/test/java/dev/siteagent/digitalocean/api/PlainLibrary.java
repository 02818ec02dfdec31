package dev.siteagent.digitalocean.api;

import com.myjeeva.digitalocean.impl.DigitalOceanClient;
import java.net.URI;
import org.apache.http.HttpHost;
import org.apache.http.HttpRequest;
import org.apache.http.conn.routing.HttpRoute;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClientBuilder;
import org.apache.http.impl.conn.DefaultRoutePlanner;
import org.apache.http.impl.conn.DefaultSchemePortResolver;
import org.apache.http.protocol.HttpContext;

/** The client library as it comes; only its requests are led to a server of the test. */
final class PlainLibrary {
    private PlainLibrary() {}

    static DigitalOceanClient at(URI url) {
        HttpHost server = new HttpHost(url.getHost(), url.getPort(), url.getScheme());
        CloseableHttpClient http = HttpClientBuilder.create()
                .setRoutePlanner(new DefaultRoutePlanner(DefaultSchemePortResolver.INSTANCE) {
                    @Override
                    public HttpRoute determineRoute(HttpHost host, HttpRequest request, HttpContext context) {
                        return new HttpRoute(server);
                    }
                })
                .build();
        return new DigitalOceanClient("v2", "token", http);
    }
}
