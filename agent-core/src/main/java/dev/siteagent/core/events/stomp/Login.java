package dev.siteagent.core.events.stomp;

import dev.siteagent.spi.Secret;
import java.util.Objects;

/**
 * Who connects to which virtual host of a broker.
 *
 * @param address where the broker is
 * @param virtualHost the virtual host
 * @param user the user's name
 * @param passcode the user's password
 */
public record Login(BrokerAddress address, String virtualHost, String user, Secret passcode) {

    /** Checks what must be there. */
    public Login {
        Objects.requireNonNull(address, "address");
        Objects.requireNonNull(virtualHost, "virtualHost");
        Objects.requireNonNull(user, "user");
        Objects.requireNonNull(passcode, "passcode");
    }
}
