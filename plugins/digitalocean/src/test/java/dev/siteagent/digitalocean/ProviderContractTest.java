package dev.siteagent.digitalocean;

import dev.siteagent.spi.BackendProvider;
import dev.siteagent.spi.Secret;
import dev.siteagent.testkit.ProviderContract;
import java.util.Map;
import java.util.Set;

class ProviderContractTest extends ProviderContract {
    @Override
    protected BackendProvider<?> provider() {
        return new DigitalOceanProvider();
    }

    @Override
    protected Object settings() {
        return Settings.of(Map.of("token", Secret.of("dop_v1_hidden")));
    }

    @Override
    protected Set<String> secrets() {
        return Set.of("dop_v1_hidden");
    }
}
