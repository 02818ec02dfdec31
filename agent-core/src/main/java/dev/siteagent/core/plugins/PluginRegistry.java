package dev.siteagent.core.plugins;

import dev.siteagent.core.config.BackendCatalog;
import dev.siteagent.spi.AgentServiceProvider;
import dev.siteagent.spi.BackendProvider;
import dev.siteagent.spi.MachinesProvider;
import dev.siteagent.spi.UsernameBackendProvider;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The providers of all plugins by name, names compared in lower case.
 *
 * <p>Whatever is called through a provider, and through what it opens, runs with the plugin's class loader as the
 * thread's context class loader. Thread-safe. What was returned must not be used after its plugin was unloaded.
 */
public final class PluginRegistry implements BackendCatalog {
    private final UsernameBackendProvider<?> base = new BaseUsernameProvider();

    /** Replaced as a whole by {@link PluginHost}, which is the only one to change it and does so under its own lock. */
    private volatile List<LoadedPlugin> entries = List.of();

    /** Made by {@link PluginHost}. */
    PluginRegistry() {}

    /** Returns another registry with the same plugins. */
    PluginRegistry copy() {
        PluginRegistry copy = new PluginRegistry();
        copy.entries = entries;
        return copy;
    }

    /** Returns the provider of a resource backend; empty when no plugin has it. */
    @Override
    public Optional<BackendProvider<?>> backend(String name) {
        return find(name, Providers::backends);
    }

    /** Returns the provider of a username backend, also of the host's own {@code base}; empty when there is none. */
    @Override
    public Optional<UsernameBackendProvider<?>> usernameBackend(String name) {
        return lower(name).equals(BaseUsernameProvider.NAME)
                ? Optional.of(base)
                : find(name, Providers::usernameBackends);
    }

    /** Returns the provider of an agent service; empty when no plugin has it. */
    @Override
    public Optional<AgentServiceProvider<?>> service(String type) {
        return find(type, Providers::services);
    }

    /** Returns every resource backend that makes machines for bridges, by its name. */
    public SortedMap<String, MachinesProvider> machines() {
        SortedMap<String, MachinesProvider> machines = new TreeMap<>();
        for (LoadedPlugin entry : entries) {
            entry.providers().backends().forEach((name, provider) -> {
                if (provider instanceof MachinesProvider maker) {
                    machines.put(name, maker);
                }
            });
        }
        return Collections.unmodifiableSortedMap(machines);
    }

    /** Returns the names of all resource backends. */
    @Override
    public SortedSet<String> backendNames() {
        return names(Providers::backends);
    }

    /** Returns the names of all username backends, the host's own {@code base} among them. */
    @Override
    public SortedSet<String> usernameBackendNames() {
        SortedSet<String> names = new TreeSet<>(names(Providers::usernameBackends));
        names.add(BaseUsernameProvider.NAME);
        return Collections.unmodifiableSortedSet(names);
    }

    /** Returns the types of all agent services. */
    @Override
    public SortedSet<String> serviceTypes() {
        return names(Providers::services);
    }

    /**
     * Returns the plugin that a resource backend comes from.
     *
     * @param backendName its name
     * @return the plugin; empty when no plugin has that backend
     */
    public Optional<PluginReport> pluginOf(String backendName) {
        String name = lower(backendName);
        return entries.stream()
                .filter(entry -> entry.providers().backends().containsKey(name))
                .map(LoadedPlugin::report)
                .findFirst();
    }

    /**
     * Returns why a resource backend, username backend or agent service is missing, as far as a bad plugin is the reason.
     * That is the line of the plugin that would have brought it, by the names of its providers, its id or its file; else
     * of those plugins that failed before their names could be read.
     *
     * @param name the name of the provider
     * @return one line for an operator; empty when it is not missing, or when no bad plugin can be the reason
     */
    @Override
    public Optional<String> whyMissing(String name) {
        String wanted = lower(name);
        if (entries.stream().anyMatch(entry -> entry.providers().names().contains(wanted))
                || wanted.equals(BaseUsernameProvider.NAME)) {
            return Optional.empty();
        }
        return failed(report -> report.names(wanted))
                .or(() -> failed(report -> lower(report.id()).equals(wanted)))
                .or(() -> failed(report -> isNamedAfter(wanted, lower(fileName(report)))))
                .or(() -> failed(PluginReport::nameless));
    }

    private Optional<String> failed(Predicate<PluginReport> condition) {
        List<String> lines = entries.stream()
                .map(LoadedPlugin::report)
                .filter(condition)
                .flatMap(report -> report.failure().stream())
                .toList();
        return lines.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", lines));
    }

    /** Returns whether a file is called {@code wanted.jar}, {@code wanted-1.2.jar} or {@code wanted}. */
    private static boolean isNamedAfter(String wanted, String fileName) {
        return fileName.startsWith(wanted)
                && (fileName.length() == wanted.length()
                        || !Character.isLetterOrDigit(fileName.charAt(wanted.length())));
    }

    private static String fileName(PluginReport report) {
        return report.file().substring(report.file().lastIndexOf('/') + 1);
    }

    private <P> Optional<P> find(String name, Function<Providers, ? extends Map<String, P>> kind) {
        String wanted = lower(name);
        return entries.stream()
                .flatMap(entry ->
                        Optional.ofNullable(kind.apply(entry.providers()).get(wanted)).stream())
                .findFirst();
    }

    private SortedSet<String> names(Function<Providers, ? extends Map<String, ?>> kind) {
        SortedSet<String> names = new TreeSet<>();
        entries.forEach(entry -> names.addAll(kind.apply(entry.providers()).keySet()));
        return Collections.unmodifiableSortedSet(names);
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    // What PluginHost does with it.

    List<PluginReport> reports() {
        return entries.stream().map(LoadedPlugin::report).toList();
    }

    Optional<LoadedPlugin> started(String pluginId) {
        return entries.stream()
                .filter(entry -> entry.isStarted() && entry.report().id().equals(pluginId))
                .findFirst();
    }

    /** Refuses names that are taken. */
    void checkFree(Providers providers) throws PluginProblem {
        checkFree("backend", providers, Providers::backends);
        checkFree("username backend", providers, Providers::usernameBackends);
        checkFree("service type", providers, Providers::services);
        if (providers.usernameBackends().containsKey(BaseUsernameProvider.NAME)) {
            throw new PluginProblem(
                    "the username backend base is the agent's own", "take a build of the plugin with another name");
        }
    }

    private void checkFree(String what, Providers providers, Function<Providers, ? extends Map<String, ?>> kind)
            throws PluginProblem {
        for (LoadedPlugin entry : entries) {
            for (String name : kind.apply(providers).keySet()) {
                if (kind.apply(entry.providers()).containsKey(name)) {
                    throw new PluginProblem(
                            "the " + what + " " + name + " is there already, from "
                                    + entry.report().file(),
                            "remove one of both");
                }
            }
        }
    }

    /** Returns every plugin, also those that are not loaded. */
    List<LoadedPlugin> plugins() {
        return entries;
    }

    void add(LoadedPlugin plugin) {
        List<LoadedPlugin> more = new ArrayList<>(entries);
        more.add(plugin);
        entries = List.copyOf(more);
    }

    void remove(LoadedPlugin plugin) {
        entries = entries.stream().filter(entry -> entry != plugin).toList();
    }

    /** Takes over the plugins of another registry, at once. */
    void become(PluginRegistry other) {
        entries = other.entries;
    }
}
