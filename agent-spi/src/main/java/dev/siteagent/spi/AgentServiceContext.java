package dev.siteagent.spi;

import java.net.URI;
import java.time.Clock;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What the host gives a service at start.
 *
 * @param settings the bound and validated section
 * @param machines backend name to the provider of machines, for every loaded backend that is one; calls run with the
 *     right class loader
 * @param proxy the HTTP proxy for every outgoing request, empty for none
 * @param userAgent the value for {@code User-Agent}
 * @param rateBudgets the budgets of rate-limited accounts
 * @param clock the time
 * @param <S> the settings class
 * @since 1.0.0
 */
public record AgentServiceContext<S>(
        S settings,
        Map<String, MachinesProvider> machines,
        Optional<URI> proxy,
        String userAgent,
        RateBudgets rateBudgets,
        Clock clock) {
    /** Copies the map and refuses nulls. */
    public AgentServiceContext {
        Objects.requireNonNull(settings, "settings");
        machines = Records.copy(machines, "machines");
        Objects.requireNonNull(proxy, "proxy");
        Objects.requireNonNull(userAgent, "userAgent");
        Objects.requireNonNull(rateBudgets, "rateBudgets");
        Objects.requireNonNull(clock, "clock");
    }

    /** Returns what may be shown; settings and proxy can hold secrets. */
    @Override
    public String toString() {
        return "AgentServiceContext[machines of " + machines.keySet() + "]";
    }
}
