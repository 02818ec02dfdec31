package dev.siteagent.spi;

import java.net.URI;
import java.time.Clock;
import java.time.ZoneId;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What the host gives a backend at open. Immutable; the objects inside are thread-safe.
 *
 * @param offering the offering that is served
 * @param settings the bound and validated {@code backend_settings}
 * @param common the settings that every backend has
 * @param components component type to component, in the order of the file; those the file lacks come from Waldur
 * @param timeZone the zone that decides the billing month
 * @param proxy the HTTP proxy for every outgoing request, empty for none
 * @param userAgent the value for {@code User-Agent}, which names the agent, mode and version
 * @param rateBudgets the budgets of rate-limited accounts, shared by all plugins of the process
 * @param clock the time; a backend takes no other, so that tests can hold it
 * @param <S> the settings class
 * @since 1.0.0
 */
public record BackendContext<S>(
        Offering offering,
        S settings,
        CommonSettings common,
        Map<String, Component> components,
        ZoneId timeZone,
        Optional<URI> proxy,
        String userAgent,
        RateBudgets rateBudgets,
        Clock clock) {
    /** Copies the map and refuses nulls. */
    public BackendContext {
        Objects.requireNonNull(offering, "offering");
        Objects.requireNonNull(settings, "settings");
        Objects.requireNonNull(common, "common");
        components = Records.copy(components, "components");
        Objects.requireNonNull(timeZone, "timeZone");
        Objects.requireNonNull(proxy, "proxy");
        Objects.requireNonNull(userAgent, "userAgent");
        Objects.requireNonNull(rateBudgets, "rateBudgets");
        Objects.requireNonNull(clock, "clock");
    }

    /** Returns what may be shown: the offering. Settings and proxy can hold secrets. */
    @Override
    public String toString() {
        return "BackendContext[" + offering + "]";
    }
}
