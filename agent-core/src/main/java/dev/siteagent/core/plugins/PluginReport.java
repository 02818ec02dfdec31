package dev.siteagent.core.plugins;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What an operator should know of one plugin, loaded or not. No component is null.
 *
 * @param id its {@code Plugin-Id}; empty when that could not be read; for a plugin on the host's class path that has
 *     none, the name of its first provider
 * @param version its {@code Plugin-Version}, may be empty
 * @param provider its {@code Plugin-Provider}, may be empty
 * @param description its {@code Plugin-Description}, may be empty
 * @param backendNames the resource backends that it brings, or would have brought as far as that is known; sorted
 * @param usernameBackendNames the same for username backends
 * @param serviceTypes the same for agent services
 * @param capabilities what its backends can do besides create, read and delete: the names of the SPI's capability
 *     interfaces, in lower case with hyphens and without {@code Backend}, as far as the declared return type of {@code
 *     open} tells; sorted
 * @param state whether it works
 * @param file the jar or folder that it comes from
 * @param problem why it is not loaded and what to do, in one line; empty when it is
 */
public record PluginReport(
        String id,
        String version,
        String provider,
        String description,
        List<String> backendNames,
        List<String> usernameBackendNames,
        List<String> serviceTypes,
        List<String> capabilities,
        State state,
        String file,
        Optional<String> problem) {
    /** Whether a plugin works. */
    public enum State {
        /** Its providers can be used. */
        STARTED,
        /** It is not loaded. */
        FAILED
    }

    /** Copies the lists and refuses nulls. */
    public PluginReport {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(provider, "provider");
        Objects.requireNonNull(description, "description");
        backendNames = List.copyOf(backendNames);
        usernameBackendNames = List.copyOf(usernameBackendNames);
        serviceTypes = List.copyOf(serviceTypes);
        capabilities = List.copyOf(capabilities);
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(file, "file");
        Objects.requireNonNull(problem, "problem");
    }

    /** Returns the one line that tells of a plugin that is not loaded: which file, why, and what to do. */
    public Optional<String> failure() {
        return problem.map(reason -> "plugin " + file + " is not loaded: " + reason);
    }

    /** Returns whether it brings, or would have brought, a provider of one of these names. */
    public boolean bringsAny(Collection<String> providers) {
        return providers.stream().anyMatch(this::names);
    }

    /** Returns whether it brings, or would have brought, a provider of that name. */
    boolean names(String name) {
        return backendNames.contains(name) || usernameBackendNames.contains(name) || serviceTypes.contains(name);
    }

    /** Returns whether not even the names of its providers could be read. */
    boolean nameless() {
        return backendNames.isEmpty() && usernameBackendNames.isEmpty() && serviceTypes.isEmpty();
    }
}
