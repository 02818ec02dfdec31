package dev.siteagent.digitalocean;

import dev.siteagent.digitalocean.api.ApiConnection;
import dev.siteagent.digitalocean.api.DigitalOceanApi;
import dev.siteagent.digitalocean.api.Pause;
import dev.siteagent.digitalocean.machines.DigitalOceanMachines;
import dev.siteagent.spi.BackendContext;
import dev.siteagent.spi.BackendProvider;
import dev.siteagent.spi.Machines;
import dev.siteagent.spi.MachinesProvider;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.RateBudgets;
import dev.siteagent.spi.Secret;
import java.net.URI;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** The backend {@code digitalocean}: resources, and machines for bridges, that are droplets. */
public final class DigitalOceanProvider implements BackendProvider<DigitalOceanSettings>, MachinesProvider {
    private static final String NAME = "digitalocean";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Class<DigitalOceanSettings> settingsType() {
        return DigitalOceanSettings.class;
    }

    // The precise type: it tells, without opening anything, what the backend can do.
    @Override
    public DigitalOceanBackend open(BackendContext<DigitalOceanSettings> context) throws PermanentBackendException {
        DigitalOceanSettings settings = context.settings();
        if (settings.token() == null || settings.token().isBlank()) {
            throw new PermanentBackendException("Offering " + context.offering().name()
                    + " has no DigitalOcean token. Set token in its backend_settings");
        }
        ApiConnection connection =
                connection(settings.apiUrl(), settings.token(), context.proxy(), context.userAgent());
        return new DigitalOceanBackend(
                context, api(connection, context.rateBudgets(), context.clock()), new TcpProbe());
    }

    @Override
    public Words words() {
        return new Words("Droplet", "Key");
    }

    @Override
    public Map<String, Boolean> parameters() {
        return DigitalOceanMachines.PARAMETERS;
    }

    @Override
    public Machines openMachines(MachinesContext context) throws PermanentBackendException {
        if (context.credentials().isBlank()) {
            throw new PermanentBackendException("The DigitalOcean token is blank. Set token or token-secret");
        }
        ApiConnection connection = connection(
                context.apiUrl().orElse(ApiConnection.PUBLIC_URL),
                context.credentials(),
                context.proxy(),
                context.userAgent());
        return new DigitalOceanMachines(api(connection, context.rateBudgets(), context.clock()), context.clock());
    }

    private static ApiConnection connection(URI url, Secret token, Optional<URI> proxy, String userAgent)
            throws PermanentBackendException {
        try {
            return ApiConnection.of(url, token, proxy, userAgent);
        } catch (IllegalArgumentException e) {
            throw new PermanentBackendException(e.getMessage() + ". Correct api_url in backend_settings", e);
        }
    }

    private static DigitalOceanApi api(ApiConnection connection, RateBudgets budgets, Clock clock) {
        // Random is safe for many threads; the JDK's default generator is not.
        return new DigitalOceanApi(connection, budgets, clock, Pause.SLEEP, new Random());
    }
}
