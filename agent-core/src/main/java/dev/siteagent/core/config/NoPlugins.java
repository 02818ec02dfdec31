package dev.siteagent.core.config;

import dev.siteagent.spi.AgentServiceProvider;
import dev.siteagent.spi.BackendProvider;
import dev.siteagent.spi.UsernameBackendProvider;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;

/** A catalog without a plugin. */
final class NoPlugins implements BackendCatalog {
    @Override
    public Optional<BackendProvider<?>> backend(String name) {
        return Optional.empty();
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
        return Collections.emptySortedSet();
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
}
