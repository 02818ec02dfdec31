package dev.siteagent.core.plugins;

import dev.siteagent.spi.AgentServiceProvider;
import dev.siteagent.spi.BackendProvider;
import dev.siteagent.spi.UsernameBackendProvider;
import java.net.URI;
import java.net.URL;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/**
 * The providers on the host's own class path or module path, put together by the jar or folder that they come from, each
 * of which stands for a plugin.
 */
final class ClassPathPlugins {
    private final Map<String, List<ServiceLoader.Provider<?>>> byLocation = new LinkedHashMap<>();
    private final List<PluginProblem> problems = new ArrayList<>();

    /** Searches through a class loader and its parents. Makes no provider yet. */
    ClassPathPlugins(ClassLoader host) {
        collect(ServiceLoader.load(BackendProvider.class, host));
        collect(ServiceLoader.load(UsernameBackendProvider.class, host));
        collect(ServiceLoader.load(AgentServiceProvider.class, host));
    }

    /** Returns the providers by the location of their classes. */
    Map<String, List<ServiceLoader.Provider<?>>> byLocation() {
        return byLocation;
    }

    /** Returns what is wrong with entries whose classes cannot even be loaded. */
    List<PluginProblem> problems() {
        return problems;
    }

    /**
     * Returns the file of a location.
     *
     * @return empty when it is no file, as for modules of a run-time image
     */
    static Optional<Path> file(String location) {
        try {
            return Optional.of(Path.of(URI.create(location)));
        } catch (IllegalArgumentException | FileSystemNotFoundException noFile) {
            return Optional.empty();
        }
    }

    private <S> void collect(ServiceLoader<S> services) {
        Iterator<ServiceLoader.Provider<S>> found = services.stream().iterator();
        while (true) {
            try {
                if (!found.hasNext()) {
                    return;
                }
                ServiceLoader.Provider<S> provider = found.next();
                byLocation
                        .computeIfAbsent(locationOf(provider.type()), location -> new ArrayList<>())
                        .add(provider);
            } catch (ServiceConfigurationError | LinkageError thrown) {
                PluginProblem problem = PluginProblem.thrownBy("a provider cannot be found", thrown);
                if (isLast(problem)) {
                    // The search does not get past it.
                    return;
                }
                problems.add(problem);
            }
        }
    }

    private boolean isLast(PluginProblem problem) {
        return !problems.isEmpty()
                && problems.get(problems.size() - 1).getMessage().equals(problem.getMessage());
    }

    private static String locationOf(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        URL location = source == null ? null : source.getLocation();
        return location == null ? "class path" : location.toString();
    }
}
