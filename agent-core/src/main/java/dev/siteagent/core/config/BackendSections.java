package dev.siteagent.core.config;

import dev.siteagent.core.config.Node.Mapping;
import dev.siteagent.core.config.Node.Scalar;
import dev.siteagent.core.config.OfferingSection.CommonSection;
import dev.siteagent.spi.BackendProvider;
import dev.siteagent.spi.CommonSettings;
import dev.siteagent.spi.NoSettings;
import dev.siteagent.spi.UsernameBackendProvider;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads {@code backend_settings} and {@code backend_components} of one offering, each against the classes of every backend
 * that the offering names. A key is unknown when no class knows it.
 */
final class BackendSections {
    /** What was read; complete only when no problem was reported for the offering. */
    record Read(
            Map<String, BackendBinding> backends,
            String usernameName,
            Optional<BackendBinding> username,
            Optional<CommonSettings> common,
            Map<String, ComponentConfiguration> components) {}

    private record Classes(String backend, Class<?> settings, Class<?> component) {}

    private record UsernameClass(String name, Class<?> settings) {}

    private static final String SETTINGS = "backend_settings";
    private static final String COMPONENTS = "backend_components";

    private final BackendCatalog catalog;
    private final Binder binder;
    private final Problems problems;

    BackendSections(BackendCatalog catalog, Binder binder, Problems problems) {
        this.catalog = catalog;
        this.binder = binder;
        this.problems = problems;
    }

    Read read(Mapping offering, KeyPath path, ChosenBackends chosen) {
        List<Classes> backends = new ArrayList<>();
        chosen.keysByName().forEach((name, key) -> classes(name, offering.locationOf(key), path.key(key))
                .ifPresent(backends::add));
        boolean allKnown = chosen.type().isPresent()
                && backends.size() == chosen.keysByName().size();

        UsernameClass username = username(chosen, offering, path);
        Map<String, ComponentConfiguration> components = new LinkedHashMap<>();
        Map<String, Map<String, Object>> own = components(offering, path, backends, allKnown, components);
        Optional<Mapping> settings = section(offering, SETTINGS, path);
        if (settings.isEmpty()) {
            return new Read(Map.of(), username.name(), Optional.empty(), Optional.empty(), components);
        }
        KnownKeys keys = allKnown ? settingKeys(backends, username.settings()) : KnownKeys.ANY;
        return settings(settings.get(), path.key(SETTINGS), backends, username, keys, own, components);
    }

    private Read settings(
            Mapping settings,
            KeyPath path,
            List<Classes> backends,
            UsernameClass username,
            KnownKeys keys,
            Map<String, Map<String, Object>> own,
            Map<String, ComponentConfiguration> components) {
        Optional<CommonSettings> common =
                binder.bind(settings, CommonSection.class, path, keys).map(CommonSection::toCommonSettings);
        Map<String, Object> bound = new LinkedHashMap<>();
        for (Classes backend : backends) {
            binder.bind(settings, backend.settings(), path, keys)
                    .ifPresent(value -> bound.put(backend.backend(), value));
        }
        Optional<?> usernameBound = binder.bind(settings, username.settings(), path, KnownKeys.ANY);

        // Only now is it known which settings are secrets by their type.
        Map<String, Object> raw = Untyped.concealed(settings, path, binder::isSecret);
        Map<String, BackendBinding> bindings = new LinkedHashMap<>();
        bound.forEach((name, value) -> bindings.put(name, new BackendBinding(value, own.get(name), raw)));
        return new Read(
                bindings,
                username.name(),
                usernameBound.map(value -> new BackendBinding(value, Map.of(), raw)),
                common,
                components);
    }

    private Optional<Classes> classes(String name, Location location, KeyPath path) {
        Optional<BackendProvider<?>> provider = catalog.backend(name);
        if (provider.isEmpty()) {
            String known = catalog.backendNames().isEmpty()
                    ? "there are none, is the plugins folder the right one?"
                    : String.join(", ", catalog.backendNames());
            String why =
                    catalog.whyMissing(name).map(reason -> " (" + reason + ")").orElse("");
            String hint = NearestName.hint(name, catalog.backendNames());
            problems.error(
                    location,
                    path,
                    "no plugin brings the backend " + Quoted.of(name) + why + "; known: " + known + hint);
            return Optional.empty();
        }
        Optional<Class<?>> settings =
                PluginQuestion.ask(() -> provider.get().settingsType(), name, location, path, problems);
        Optional<Class<?>> component =
                PluginQuestion.ask(() -> provider.get().componentSettingsType(), name, location, path, problems);
        return settings.isPresent() && component.isPresent()
                ? Optional.of(new Classes(name, settings.get(), component.get()))
                : Optional.empty();
    }

    private UsernameClass username(ChosenBackends chosen, Mapping offering, KeyPath path) {
        String key = ChosenBackends.USERNAME;
        String name = chosen.username();
        Location location = offering.locationOf(key);
        Optional<UsernameBackendProvider<?>> provider = catalog.usernameBackend(name);
        if (provider.isPresent()) {
            Optional<Class<?>> settings =
                    PluginQuestion.ask(provider.get()::settingsType, name, location, path.key(key), problems);
            return new UsernameClass(name, settings.orElse(NoSettings.class));
        }
        if (!name.equals(ChosenBackends.DEFAULT_USERNAME)) {
            problems.warning(
                    location,
                    path.key(key),
                    "no plugin brings the username backend " + Quoted.of(name)
                            + "; 'base' is used, which gives no usernames; known: "
                            + String.join(", ", catalog.usernameBackendNames())
                            + NearestName.hint(name, catalog.usernameBackendNames()));
        }
        return new UsernameClass(ChosenBackends.DEFAULT_USERNAME, NoSettings.class);
    }

    private static KnownKeys settingKeys(List<Classes> backends, Class<?> username) {
        Set<String> keys = new LinkedHashSet<>(Binder.keysOf(CommonSection.class));
        backends.forEach(backend -> keys.addAll(Binder.keysOf(backend.settings())));
        keys.addAll(Binder.keysOf(username));
        return KnownKeys.of(keys);
    }

    /** Reads the components into a map, and returns for each backend its own settings of each component. */
    private Map<String, Map<String, Object>> components(
            Mapping offering,
            KeyPath path,
            List<Classes> backends,
            boolean allKnown,
            Map<String, ComponentConfiguration> components) {
        Set<String> names = new LinkedHashSet<>(Binder.keysOf(ComponentSection.class));
        backends.forEach(backend -> names.addAll(Binder.keysOf(backend.component())));
        KnownKeys keys = allKnown ? KnownKeys.of(names) : KnownKeys.ANY;
        Map<String, Map<String, Object>> own = new LinkedHashMap<>();
        backends.forEach(backend -> own.put(backend.backend(), new LinkedHashMap<>()));

        Optional<Mapping> section = section(offering, COMPONENTS, path);
        for (String type : section.map(found -> found.entries().keySet()).orElse(Set.of())) {
            KeyPath componentPath = path.key(COMPONENTS).key(type);
            Optional<Mapping> component = section(section.get(), type, path.key(COMPONENTS));
            component
                    .flatMap(found -> binder.bind(found, ComponentSection.class, componentPath, keys))
                    .filter(ComponentSection::isComplete)
                    .ifPresent(bound -> components.put(type, bound.toComponent(type)));
            for (Classes backend : backends) {
                component
                        .flatMap(found -> binder.bind(found, backend.component(), componentPath, keys))
                        .ifPresent(bound -> own.get(backend.backend()).put(type, bound));
            }
        }
        return own;
    }

    /** Returns the mapping of a key, an empty one when the key is missing; empty when it is no mapping, an error. */
    private Optional<Mapping> section(Mapping parent, String key, KeyPath path) {
        Node node = parent.value(key);
        if (node == null) {
            return Optional.of(Mapping.empty(parent.locationOf(key)));
        }
        if (node instanceof Mapping mapping) {
            return Optional.of(mapping);
        }
        if (!(node instanceof Scalar scalar && scalar.kind() == Node.Kind.BROKEN)) {
            problems.error(node.location(), path.key(key), "must be a mapping, not " + node.kindName());
        }
        return Optional.empty();
    }
}
