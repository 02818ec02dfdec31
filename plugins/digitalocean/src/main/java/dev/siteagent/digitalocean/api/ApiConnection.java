package dev.siteagent.digitalocean.api;

import dev.siteagent.spi.Secret;
import java.net.URI;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * Where the API is and how long to wait for it.
 *
 * @param url base URL without the version, for example {@code https://api.digitalocean.com}; a path before the version
 *     is kept, since a proxy may need it
 * @param token the API token
 * @param proxy HTTP proxy to go through, with user and password where it wants them
 * @param userAgent what the requests call themselves
 * @param connectTimeout longest wait for a connection
 * @param answerTimeout longest time for one request, from the connection to the last byte of the answer
 */
public record ApiConnection(
        URI url, Secret token, Optional<URI> proxy, String userAgent, Duration connectTimeout, Duration answerTimeout) {
    /** The address that DigitalOcean publishes. */
    public static final URI PUBLIC_URL = URI.create("https://api.digitalocean.com");

    /** Checks the parts and strips a trailing slash or version from the URL. */
    public ApiConnection {
        Objects.requireNonNull(token, "token");
        Objects.requireNonNull(proxy, "proxy");
        Objects.requireNonNull(userAgent, "userAgent");
        url = withoutVersion(url);
        if (url.getHost() == null || !("http".equals(url.getScheme()) || "https".equals(url.getScheme()))) {
            throw new IllegalArgumentException("api_url must be an http or https URL with a host, but is " + url);
        }
    }

    /**
     * A connection with time-outs that suit the public API: 10 s to connect, 60 s for an answer.
     *
     * @param url base URL
     * @param token the API token
     * @param proxy HTTP proxy to go through
     * @param userAgent what the requests call themselves
     * @return the connection
     */
    public static ApiConnection of(URI url, Secret token, Optional<URI> proxy, String userAgent) {
        return new ApiConnection(url, token, proxy, userAgent, Duration.ofSeconds(10), Duration.ofSeconds(60));
    }

    /** Leaves out the proxy, which may hold a password. */
    @Override
    public String toString() {
        return "ApiConnection[" + url + "]";
    }

    private static URI withoutVersion(URI url) {
        String text = url.toString();
        while (text.endsWith("/")) {
            text = text.substring(0, text.length() - 1);
        }
        return URI.create(text.endsWith("/v2") ? text.substring(0, text.length() - "/v2".length()) : text);
    }
}
