package dev.siteagent.core.runtime;

import dev.siteagent.core.config.OfferingConfiguration;
import dev.siteagent.core.config.WaldurCredentials;
import dev.siteagent.core.waldur.HttpProxy;
import dev.siteagent.core.waldur.OidcTokens;
import dev.siteagent.core.waldur.RetryPolicy;
import dev.siteagent.core.waldur.WaldurCallListener;
import dev.siteagent.core.waldur.WaldurClient;
import dev.siteagent.core.waldur.WaldurConnection;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/**
 * Makes the Waldur client of an offering by its configuration, the same for every mode and command. Clients of offerings
 * with the same OIDC account share its tokens. Thread-safe.
 */
public final class WaldurClients {
    private static final Duration PROBE_TIMEOUT = Duration.ofSeconds(5);
    private static final RetryPolicy PROBE_ONCE =
            new RetryPolicy(1, Duration.ofMillis(1), Duration.ofMillis(1), PROBE_TIMEOUT);

    private final Optional<URI> proxy;
    private final Clock clock;
    private final WaldurCallListener listener;
    private final OidcTokens tokens;

    /**
     * Makes clients.
     *
     * @param proxy the proxy they all go through, empty for none
     * @param clock the time
     * @param listener hears of every call
     */
    public WaldurClients(Optional<URI> proxy, Clock clock, WaldurCallListener listener) {
        this.proxy = proxy;
        this.clock = clock;
        this.listener = listener;
        this.tokens = new OidcTokens(clock);
    }

    /**
     * Makes the client for the work of an offering.
     *
     * @param userAgent the {@code User-Agent} header
     */
    public WaldurClient of(OfferingConfiguration offering, String userAgent) {
        return builder(connection(offering, userAgent)).build();
    }

    /**
     * Makes a client that asks only once and waits only 5 s, for somebody who waits for the answer.
     *
     * @param userAgent the {@code User-Agent} header
     */
    public WaldurClient probe(OfferingConfiguration offering, String userAgent) {
        return builder(connection(offering, userAgent).withTimeouts(PROBE_TIMEOUT, PROBE_TIMEOUT))
                .retryPolicy(PROBE_ONCE)
                .build();
    }

    private WaldurClient.Builder builder(WaldurConnection connection) {
        return WaldurClient.builder(connection).tokens(tokens).clock(clock).listener(listener);
    }

    private WaldurConnection connection(OfferingConfiguration offering, String userAgent) {
        WaldurConnection connection = WaldurConnection.to(
                        offering.waldurApiUrl().toString(), credentials(offering.credentials()), userAgent)
                .withVerifySsl(offering.verifySsl());
        return proxy.map(address -> connection.withProxy(HttpProxy.parse(address.toString())))
                .orElse(connection);
    }

    private static dev.siteagent.core.waldur.WaldurCredentials credentials(WaldurCredentials configured) {
        if (configured instanceof WaldurCredentials.Oidc oidc) {
            return new dev.siteagent.core.waldur.WaldurCredentials.Oidc(
                    oidc.tokenUrl(), oidc.clientId(), oidc.clientSecret());
        }
        return new dev.siteagent.core.waldur.WaldurCredentials.Token(((WaldurCredentials.Token) configured).value());
    }
}
