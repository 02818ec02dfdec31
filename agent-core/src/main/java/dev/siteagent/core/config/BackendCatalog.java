package dev.siteagent.core.config;

import dev.siteagent.spi.AgentServiceProvider;
import dev.siteagent.spi.BackendProvider;
import dev.siteagent.spi.UsernameBackendProvider;
import java.util.Optional;
import java.util.SortedSet;

/** What reading a configuration needs to know of the plugins. Names are looked up in lower case. */
public interface BackendCatalog {
    /** Returns the provider of a backend; empty when no plugin brings it. */
    Optional<BackendProvider<?>> backend(String name);

    /** Returns the provider of a username backend; empty when no plugin brings it. */
    Optional<UsernameBackendProvider<?>> usernameBackend(String name);

    /** Returns the provider of a kind of service; empty when no plugin brings it. */
    Optional<AgentServiceProvider<?>> service(String type);

    /** Returns the names of all backends. */
    SortedSet<String> backendNames();

    /** Returns the names of all username backends. */
    SortedSet<String> usernameBackendNames();

    /** Returns the types of all services. */
    SortedSet<String> serviceTypes();

    /** Returns why a backend is missing, in one line, when that is known: a plugin that would have brought it is bad. */
    Optional<String> whyMissing(String backendName);
}
