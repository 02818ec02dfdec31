package dev.siteagent.core.runtime;

import dev.siteagent.core.config.AgentConfiguration;
import dev.siteagent.core.config.OfferingConfiguration;
import dev.siteagent.core.config.ServiceConfiguration;
import dev.siteagent.core.plugins.PluginHost;
import dev.siteagent.core.plugins.PluginReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Makes of a configuration the {@link Post}s of a run. */
final class Posts {
    private final PluginHost plugins;
    private final RunOptions options;
    private final ResourceClaims claims = new ResourceClaims();
    private final Runnable ended;

    /**
     * Makes posts.
     *
     * @param plugins the plugins
     * @param options how to run
     * @param ended called whenever some work has ended
     */
    Posts(PluginHost plugins, RunOptions options, Runnable ended) {
        this.plugins = plugins;
        this.options = options;
        this.ended = ended;
    }

    /** Returns a post for each offering, and for each service unless the run is to end by itself. */
    List<Post> of(AgentConfiguration configuration) {
        Globals globals = Globals.of(configuration);
        WaldurClients waldurs = new WaldurClients(globals.proxy(), options.clock(), options.waldurCalls());
        Supplier<Assembly> assemblies = () -> new Assembly(globals, waldurs, plugins, options, claims, ended);
        ModeChoice choice = new ModeChoice(options.modes());
        Map<UUID, List<OfferingConfiguration>> byOffering = new LinkedHashMap<>();
        configuration.offerings().forEach(entry -> byOffering
                .computeIfAbsent(entry.uuid(), uuid -> new ArrayList<>())
                .add(entry));
        List<Post> posts = new ArrayList<>();
        byOffering.forEach((uuid, entries) -> posts.add(offering(uuid, entries, globals, choice, assemblies.get())));
        if (!options.once()) {
            Map<String, Integer> count = new HashMap<>();
            for (ServiceConfiguration service : configuration.services()) {
                int number = count.merge(service.type(), 1, Integer::sum);
                posts.add(service(service, number, globals, assemblies.get()));
            }
        }
        return posts;
    }

    private Post offering(
            UUID uuid, List<OfferingConfiguration> entries, Globals globals, ModeChoice choice, Assembly assembly) {
        String names =
                entries.stream().map(OfferingConfiguration::name).distinct().collect(Collectors.joining(", "));
        int minutes = entries.stream()
                .mapToInt(OfferingConfiguration::orderWaitMinutes)
                .max()
                .orElseThrow();
        return new Post(
                uuid,
                "Offering " + names,
                List.of(
                        globals,
                        entries.stream().map(OfferingConfiguration::fingerprint).toList()),
                entries,
                Duration.ofMinutes(minutes),
                () -> pluginsOf(entries),
                () -> new OfferingWork(entries.stream()
                        .flatMap(entry -> assembly.modeRuns(entry, choice.of(entry)).stream())
                        .toList()));
    }

    private Post service(ServiceConfiguration service, int number, Globals globals, Assembly assembly) {
        String name = "Service " + service.type() + (number == 1 ? "" : " (" + number + ")");
        return new Post(
                name,
                name,
                List.of(globals, service.fingerprint()),
                List.of(),
                options.grace(),
                () -> pluginsOf(service),
                () -> assembly.service(service));
    }

    private Set<String> pluginsOf(List<OfferingConfiguration> entries) {
        Set<String> names = new LinkedHashSet<>();
        entries.forEach(entry -> {
            names.addAll(entry.backends().keySet());
            names.add(entry.usernameBackend());
        });
        return ids(names);
    }

    /** A service may use every backend that makes machines; which of them, only its plugin knows. */
    private Set<String> pluginsOf(ServiceConfiguration service) {
        Set<String> names = new LinkedHashSet<>(plugins.registry().machines().keySet());
        names.add(service.type());
        return ids(names);
    }

    private Set<String> ids(Set<String> names) {
        return plugins.reports().stream()
                .filter(plugin -> plugin.state() == PluginReport.State.STARTED && plugin.bringsAny(names))
                .map(PluginReport::id)
                .collect(Collectors.toSet());
    }
}
