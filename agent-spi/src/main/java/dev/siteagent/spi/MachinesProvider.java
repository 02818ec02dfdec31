package dev.siteagent.spi;

import java.net.URI;
import java.time.Clock;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A {@link BackendProvider} that can make machines for a bridge: credentials come with each account and not from an
 * offering, and the bridge keeps the records.
 *
 * @since 1.0.0
 */
public interface MachinesProvider {
    /** Returns the name of the backend, as {@link BackendProvider#name()} does. */
    String name();

    /** Returns the words that objects of this backend are named by. */
    default Words words() {
        return new Words("Machine", "MachineKey");
    }

    /**
     * Returns the meaning of every named parameter that {@link Machines#create} takes, besides name and keys: parameter
     * name to whether it is required.
     */
    Map<String, Boolean> parameters();

    /**
     * Opens an account. Reaches no network.
     *
     * @throws BackendException when the credentials can never work (a blank token)
     */
    Machines openMachines(MachinesContext context) throws BackendException;

    /**
     * The kinds that a bridge names its objects by.
     *
     * @param machineKind such as {@code Droplet}
     * @param keyKind such as {@code Key}
     */
    record Words(String machineKind, String keyKind) {
        /** Refuses blanks. */
        public Words {
            Records.requireText(machineKind, "machineKind");
            Records.requireText(keyKind, "keyKind");
        }
    }

    /**
     * What the host gives for one account.
     *
     * @param credentials the token of the account
     * @param apiUrl another address of the remote side, for a proxy or a test server; empty for the usual one
     * @param proxy the HTTP proxy for every outgoing request, empty for none
     * @param userAgent the value for {@code User-Agent}
     * @param rateBudgets the budgets of rate-limited accounts
     * @param clock the time
     */
    record MachinesContext(
            Secret credentials,
            Optional<URI> apiUrl,
            Optional<URI> proxy,
            String userAgent,
            RateBudgets rateBudgets,
            Clock clock) {
        /** Refuses nulls. */
        public MachinesContext {
            Objects.requireNonNull(credentials, "credentials");
            Objects.requireNonNull(apiUrl, "apiUrl");
            Objects.requireNonNull(proxy, "proxy");
            Objects.requireNonNull(userAgent, "userAgent");
            Objects.requireNonNull(rateBudgets, "rateBudgets");
            Objects.requireNonNull(clock, "clock");
        }

        /** Returns what may be shown; the proxy can hold a password. */
        @Override
        public String toString() {
            return "MachinesContext[" + apiUrl.map(URI::toString).orElse("the usual address") + "]";
        }
    }
}
