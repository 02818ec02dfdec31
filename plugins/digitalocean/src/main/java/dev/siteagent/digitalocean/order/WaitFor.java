package dev.siteagent.digitalocean.order;

import dev.siteagent.spi.PermanentBackendException;

/**
 * When a droplet is in service.
 *
 * @param port the TCP port that must take connections; 0 when the droplet's being active is enough
 */
public record WaitFor(int port) {
    /** As soon as the droplet is active. */
    public static final WaitFor ACTIVE = new WaitFor(0);

    /**
     * Reads {@code active} or {@code port:<number>}.
     *
     * @param text as the settings or the order have it
     * @throws PermanentBackendException when it is neither
     */
    public static WaitFor of(String text) throws PermanentBackendException {
        if (text.equals("active")) {
            return ACTIVE;
        }
        if (text.matches("port:[0-9]{1,5}")) {
            int port = Integer.parseInt(text.substring("port:".length()));
            if (port > 0 && port < 65_536) {
                return new WaitFor(port);
            }
        }
        throw new PermanentBackendException("wait_for is '" + text + "'; it must be 'active' or 'port:' and a number");
    }
}
