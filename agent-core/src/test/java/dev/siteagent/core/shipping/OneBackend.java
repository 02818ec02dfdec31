package dev.siteagent.core.shipping;

import dev.siteagent.core.config.BackendCatalog;
import dev.siteagent.spi.AgentServiceProvider;
import dev.siteagent.spi.BackendContext;
import dev.siteagent.spi.BackendProvider;
import dev.siteagent.spi.NoSettings;
import dev.siteagent.spi.ResourceBackend;
import dev.siteagent.spi.UsernameBackendProvider;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** A catalog with one backend, {@code cloud}, which nobody opens. */
final class OneBackend implements BackendCatalog {
    @Override
    public Optional<BackendProvider<?>> backend(String name) {
        return name.equals("cloud") ? Optional.of(new Cloud()) : Optional.empty();
    }

    @Override
    public Optional<UsernameBackendProvider<?>> usernameBackend(String name) {
        return Optional.empty();
    }

    @Override
    public Optional<AgentServiceProvider<?>> service(String type) {
        return Optional.empty();
    }

    @Override
    public SortedSet<String> backendNames() {
        return new TreeSet<>(Collections.singleton("cloud"));
    }

    @Override
    public SortedSet<String> usernameBackendNames() {
        return Collections.emptySortedSet();
    }

    @Override
    public SortedSet<String> serviceTypes() {
        return Collections.emptySortedSet();
    }

    @Override
    public Optional<String> whyMissing(String backendName) {
        return Optional.empty();
    }

    private static final class Cloud implements BackendProvider<NoSettings> {
        @Override
        public String name() {
            return "cloud";
        }

        @Override
        public Class<NoSettings> settingsType() {
            return NoSettings.class;
        }

        @Override
        public ResourceBackend open(BackendContext<NoSettings> context) {
            throw new UnsupportedOperationException("nobody opens it");
        }
    }
}
