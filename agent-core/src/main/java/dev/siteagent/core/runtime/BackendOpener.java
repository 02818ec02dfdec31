package dev.siteagent.core.runtime;

import dev.siteagent.core.config.BackendBinding;
import dev.siteagent.core.config.OfferingConfiguration;
import dev.siteagent.core.plugins.PluginRegistry;
import dev.siteagent.spi.BackendContext;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.BackendProvider;
import dev.siteagent.spi.Component;
import dev.siteagent.spi.Offering;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.RateBudgets;
import dev.siteagent.spi.ResourceBackend;
import dev.siteagent.spi.UsernameBackend;
import dev.siteagent.spi.UsernameBackendProvider;
import java.net.URI;
import java.time.Clock;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Opens backends for offerings, with everything the host gives. Thread-safe. */
final class BackendOpener {
    private final PluginRegistry plugins;
    private final Function<String, RateBudgets> budgets;
    private final ZoneId timezone;
    private final Optional<URI> proxy;
    private final String userAgent;
    private final Clock clock;

    BackendOpener(
            PluginRegistry plugins,
            Function<String, RateBudgets> budgets,
            ZoneId timezone,
            Optional<URI> proxy,
            String userAgent,
            Clock clock) {
        this.plugins = plugins;
        this.budgets = budgets;
        this.timezone = timezone;
        this.proxy = proxy;
        this.userAgent = userAgent;
        this.clock = clock;
    }

    /**
     * Opens a backend.
     *
     * @param offering the offering it serves
     * @param name its name
     * @param facts what Waldur says of the offering; empty while Waldur cannot be reached
     * @throws BackendException when it refuses to serve the offering, or no plugin has it any more
     */
    ResourceBackend open(OfferingConfiguration offering, String name, Optional<OfferingFacts> facts)
            throws BackendException {
        try {
            return open(provider(name), offering, name, facts);
        } catch (RuntimeException | LinkageError e) {
            throw new PermanentBackendException("the plugin of backend " + name + " failed: " + e, e);
        }
    }

    /**
     * Returns the components that a backend of an offering gets.
     *
     * @param facts what Waldur says of the offering; empty while Waldur cannot be reached
     */
    Map<String, Component> components(OfferingConfiguration offering, String name, Optional<OfferingFacts> facts)
            throws PermanentBackendException {
        return OfferingComponents.of(
                offering.components(),
                binding(offering, name),
                provider(name).componentSettingsType(),
                facts.map(known -> known.offering().components()).orElse(List.of()));
    }

    /**
     * Opens the username backend of an offering.
     *
     * @param facts what Waldur says of the offering; empty while Waldur cannot be reached
     * @throws BackendException when it refuses to serve the offering, or no plugin has it any more
     */
    UsernameBackend openUsernames(OfferingConfiguration offering, Optional<OfferingFacts> facts)
            throws BackendException {
        String name = offering.usernameBackend();
        Optional<UsernameBackendProvider<?>> provider = plugins.usernameBackend(name);
        if (provider.isEmpty()) {
            throw new PermanentBackendException(
                    "no plugin has the username backend " + name + "; there are " + plugins.usernameBackendNames());
        }
        try {
            return openUsernames(provider.get(), offering, facts);
        } catch (RuntimeException | LinkageError e) {
            throw new PermanentBackendException("the plugin of username backend " + name + " failed: " + e, e);
        }
    }

    private <S> UsernameBackend openUsernames(
            UsernameBackendProvider<S> provider, OfferingConfiguration offering, Optional<OfferingFacts> facts)
            throws BackendException {
        Map<String, Component> none = Map.of();
        return provider.open(
                context(provider.settingsType().cast(offering.usernameBinding().settings()), none, offering, facts));
    }

    private <S> ResourceBackend open(
            BackendProvider<S> provider, OfferingConfiguration offering, String name, Optional<OfferingFacts> facts)
            throws BackendException {
        return provider.open(context(
                provider.settingsType().cast(binding(offering, name).settings()),
                components(offering, name, facts),
                offering,
                facts));
    }

    private <S> BackendContext<S> context(
            S settings,
            Map<String, Component> components,
            OfferingConfiguration offering,
            Optional<OfferingFacts> facts) {
        return new BackendContext<>(
                facts.map(known -> known.toSpi(offering.uuid(), offering.name()))
                        .orElse(Offering.of(offering.uuid(), offering.name())),
                settings,
                offering.common(),
                components,
                timezone,
                proxy,
                userAgent,
                budgets.apply(offering.name()),
                clock);
    }

    private BackendProvider<?> provider(String name) throws PermanentBackendException {
        Optional<BackendProvider<?>> provider = plugins.backend(name);
        if (provider.isEmpty()) {
            throw new PermanentBackendException("no plugin has the backend " + name + "; there are "
                    + plugins.backendNames()
                    + plugins.whyMissing(name).map(why -> "; " + why).orElse(""));
        }
        return provider.get();
    }

    private static BackendBinding binding(OfferingConfiguration offering, String name) {
        return offering.backends().get(name);
    }
}
