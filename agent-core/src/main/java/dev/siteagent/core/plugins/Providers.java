package dev.siteagent.core.plugins;

import dev.siteagent.spi.AgentServiceProvider;
import dev.siteagent.spi.BackendProvider;
import dev.siteagent.spi.UsernameBackendProvider;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The providers of one plugin by name, ready to be called by the host, and the capabilities that they declare.
 *
 * @param backends of resource backends
 * @param usernameBackends of username backends
 * @param services of agent services, by type
 * @param capabilities see {@link PluginReport#capabilities()}
 */
record Providers(
        SortedMap<String, BackendProvider<?>> backends,
        SortedMap<String, UsernameBackendProvider<?>> usernameBackends,
        SortedMap<String, AgentServiceProvider<?>> services,
        SortedSet<String> capabilities) {
    /** Returns a new, empty set, to be filled by a {@link ProviderReader}. */
    static Providers empty() {
        return new Providers(new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), new TreeSet<>());
    }

    /** Returns whether there is none. */
    boolean isEmpty() {
        return backends.isEmpty() && usernameBackends.isEmpty() && services.isEmpty();
    }

    /** Returns the names of all kinds. */
    List<String> names() {
        return List.of(backends.keySet(), usernameBackends.keySet(), services.keySet()).stream()
                .flatMap(names -> names.stream())
                .toList();
    }
}
