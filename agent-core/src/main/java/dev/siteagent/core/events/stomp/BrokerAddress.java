package dev.siteagent.core.events.stomp;

import java.util.Objects;

/**
 * Where a broker takes WebSocket connections.
 *
 * @param host its name or address, not null
 * @param port its port, 1 to 65535
 * @param path the path of the upgrade request, with a slash at its start
 * @param tls whether to speak TLS
 * @param verifyCertificate false to accept any certificate and host name
 */
public record BrokerAddress(String host, int port, String path, boolean tls, boolean verifyCertificate) {
    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;

    /** Checks port and path. */
    public BrokerAddress {
        Objects.requireNonNull(host, "host");
        if (port < 1 || port > 65535) {
            throw new IllegalArgumentException("The broker's port must be 1 to 65535, not " + port + ".");
        }
        if (!path.startsWith("/") || path.chars().anyMatch(c -> c <= ' ' || c == 127)) {
            throw new IllegalArgumentException("The broker's path must start with a slash and hold no blanks.");
        }
    }

    /** Returns the {@code Host} header of the upgrade request. */
    String hostHeader() {
        String name = host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
        return port == (tls ? HTTPS_PORT : HTTP_PORT) ? name : name + ":" + port;
    }

    /** Returns the address as a URL. */
    @Override
    public String toString() {
        return (tls ? "wss://" : "ws://") + hostHeader() + path;
    }
}
