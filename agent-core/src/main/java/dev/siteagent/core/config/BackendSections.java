package dev.siteagent.core.config;

import dev.siteagent.core.config.BackendLookup.Classes;
import dev.siteagent.core.config.ComponentsReader.Components;
import dev.siteagent.core.config.Node.Mapping;
import dev.siteagent.core.config.OfferingSection.CommonSection;
import dev.siteagent.spi.CommonSettings;
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
    /** What was read; complete only when no error was reported for the offering. */
    record Sections(
            Map<String, BackendBinding> backends,
            String usernameBackend,
            Optional<BackendBinding> username,
            Optional<CommonSettings> common,
            Map<String, ComponentConfiguration> components) {}

    private static final String SETTINGS = "backend_settings";
    private static final String COMPONENTS = "backend_components";

    private final BackendLookup lookup;
    private final ComponentsReader componentsReader;
    private final Binder binder;
    private final Problems problems;

    BackendSections(BackendCatalog catalog, Binder binder, Problems problems) {
        this.lookup = new BackendLookup(catalog, problems);
        this.componentsReader = new ComponentsReader(binder, problems);
        this.binder = binder;
        this.problems = problems;
    }

    Sections read(Mapping offering, KeyPath path, ChosenBackends chosen) {
        List<Classes> backends = lookup.backends(offering, path, chosen);
        boolean allKnown = chosen.type().isPresent()
                && backends.size() == chosen.keysByName().size();
        String usernameBackend = lookup.usernameBackend(offering, path, chosen);
        Class<?> usernameSettings = lookup.usernameSettings(usernameBackend, offering, path);

        Components components = offering.mapping(COMPONENTS, path.key(COMPONENTS), problems)
                .map(section -> componentsReader.read(section, path.key(COMPONENTS), backends, allKnown))
                .orElse(Components.NONE);
        Optional<Mapping> section = offering.mapping(SETTINGS, path.key(SETTINGS), problems);
        if (section.isEmpty()) {
            return new Sections(Map.of(), usernameBackend, Optional.empty(), Optional.empty(), components.components());
        }
        Mapping settings = section.get();
        KeyPath at = path.key(SETTINGS);
        KnownKeys keys = allKnown ? settingKeys(backends, usernameSettings) : KnownKeys.ANY;
        Map<String, Object> bound = new LinkedHashMap<>();
        backends.forEach(backend -> binder.bind(settings, backend.settings(), at, keys)
                .ifPresent(value -> bound.put(backend.backend(), value)));
        Optional<?> username = binder.bind(settings, usernameSettings, at, KnownKeys.ANY);
        Optional<CommonSettings> common =
                binder.bind(settings, CommonSection.class, at, keys).map(CommonSection::toCommonSettings);

        // Only now is it known which settings are secrets by their type.
        Map<String, Object> raw = Untyped.concealed(settings, at, binder::isSecret);
        Map<String, BackendBinding> bindings = new LinkedHashMap<>();
        bound.forEach((name, value) -> bindings.put(name, new BackendBinding(value, components.ownOf(name), raw)));
        return new Sections(
                bindings,
                usernameBackend,
                username.map(value -> new BackendBinding(value, Map.of(), raw)),
                common,
                components.components());
    }

    private static KnownKeys settingKeys(List<Classes> backends, Class<?> username) {
        Set<String> keys = new LinkedHashSet<>(Binder.keysOf(CommonSection.class));
        backends.forEach(backend -> keys.addAll(Binder.keysOf(backend.settings())));
        keys.addAll(Binder.keysOf(username));
        return KnownKeys.of(keys);
    }
}
