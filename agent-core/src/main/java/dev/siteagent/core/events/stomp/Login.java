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
 * @param hint what a person should know when the broker refuses the log-in, a whole sentence, or empty
 */
public record Login(BrokerAddress address, String virtualHost, String user, Secret passcode, String hint) {

    /** Checks what must be there. */
    public Login {
        Objects.requireNonNull(address, "address");
        Objects.requireNonNull(virtualHost, "virtualHost");
        Objects.requireNonNull(user, "user");
        Objects.requireNonNull(passcode, "passcode");
        Objects.requireNonNull(hint, "hint");
    }
}
