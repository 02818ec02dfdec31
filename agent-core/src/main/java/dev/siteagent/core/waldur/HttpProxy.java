package dev.siteagent.core.waldur;

import dev.siteagent.spi.Secret;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Objects;
import java.util.Optional;

/**
 * An HTTP proxy between the agent and Waldur ({@code global_proxy} of the configuration).
 *
 * <p>Immutable; {@code toString} shows no credentials.
 *
 * @param host the proxy's host name or address, not null
 * @param port the proxy's port, 1 to 65535
 * @param authorization the value of the {@code Proxy-Authorization} header, or null when the proxy asks for none
 */
public record HttpProxy(String host, int port, Secret authorization) {

    /** Checks the host and the port. */
    public HttpProxy {
        Objects.requireNonNull(host, "host");
        if (port < 1 || port > 65535) {
            throw new IllegalArgumentException("The port of the proxy " + host + " is " + port + ", not 1 to 65535.");
        }
    }

    /**
     * Reads a proxy written as {@code http://[user:password@]host:port}.
     *
     * @param text the proxy's address, not null; user and password may be percent-encoded
     * @return the proxy
     * @throws IllegalArgumentException when the text is not such an address; its message never holds the password
     */
    public static HttpProxy parse(String text) {
        URI uri = parseUri(text);
        if (!"http".equalsIgnoreCase(uri.getScheme()) || uri.getHost() == null) {
            throw new IllegalArgumentException(
                    "The proxy address is not of the form http://[user:password@]host:port, for example"
                            + " http://proxy.example.com:3128.");
        }
        int port = uri.getPort() == -1 ? 80 : uri.getPort();
        return new HttpProxy(uri.getHost(), port, authorization(uri.getRawUserInfo()));
    }

    private static URI parseUri(String text) {
        Optional<URI> uri = Uris.parse(text);
        return uri.orElseThrow(() -> new IllegalArgumentException("The proxy address is not a URL."));
    }

    private static Secret authorization(String rawUserInfo) {
        if (rawUserInfo == null) {
            return null;
        }
        // A plus sign is itself in user info, whereas the decoder below takes it for a space.
        String userInfo = URLDecoder.decode(rawUserInfo.replace("+", "%2B"), StandardCharsets.UTF_8);
        byte[] bytes = userInfo.getBytes(StandardCharsets.UTF_8);
        return Secret.of("Basic " + Base64.getEncoder().encodeToString(bytes));
    }
}
