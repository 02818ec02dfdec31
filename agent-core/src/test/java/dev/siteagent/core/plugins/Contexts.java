package dev.siteagent.core.plugins;

import dev.siteagent.spi.BackendContext;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.BackendProvider;
import dev.siteagent.spi.CommonSettings;
import dev.siteagent.spi.NoSettings;
import dev.siteagent.spi.Offering;
import dev.siteagent.spi.RateBudgets;
import dev.siteagent.spi.ResourceBackend;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Opens what the plugins of these tests provide. */
final class Contexts {
    private static final RateBudgets NO_BUDGETS = (api, account, limits) -> {
        throw new IllegalStateException("no plugin of these tests has a rate budget");
    };

    private Contexts() {}

    static BackendContext<NoSettings> context() {
        return new BackendContext<>(
                Offering.of(new UUID(1, 2), "offering"),
                new NoSettings(),
                CommonSettings.defaults(),
                Map.of(),
                ZoneOffset.UTC,
                Optional.empty(),
                "test",
                NO_BUDGETS,
                Clock.systemUTC());
    }

    /** Opens the backend of that name, whose provider has no settings. */
    static ResourceBackend open(PluginHost host, String backend) throws BackendException {
        // The plugins of these tests all have NoSettings, as settingsType() says.
        @SuppressWarnings("unchecked")
        BackendProvider<NoSettings> provider =
                (BackendProvider<NoSettings>) host.registry().backend(backend).orElseThrow();
        return provider.open(context());
    }
}
