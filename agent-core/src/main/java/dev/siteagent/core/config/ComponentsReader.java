package dev.siteagent.core.config;

import dev.siteagent.core.config.Node.Mapping;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads {@code backend_components}: the host's keys of each component, and each backend's own. */
final class ComponentsReader {
    /**
     * What was read.
     *
     * @param components by type
     * @param own for each backend by its name, its own settings of each component by type
     */
    record Components(Map<String, ComponentConfiguration> components, Map<String, Map<String, Object>> own) {
        static final Components NONE = new Components(Map.of(), Map.of());

        Map<String, Object> ownOf(String backend) {
            return own.getOrDefault(backend, Map.of());
        }
    }

    private final Binder binder;
    private final Problems problems;

    ComponentsReader(Binder binder, Problems problems) {
        this.binder = binder;
        this.problems = problems;
    }

    /** Reads the section; a key is unknown when neither the host nor a backend knows it, if all backends are known. */
    Components read(Mapping section, KeyPath path, List<BackendLookup.Classes> backends, boolean allKnown) {
        Set<String> names = new LinkedHashSet<>(Binder.keysOf(ComponentConfiguration.class));
        backends.forEach(backend -> names.addAll(Binder.keysOf(backend.component())));
        KnownKeys keys = allKnown ? KnownKeys.of(names) : KnownKeys.ANY;
        Components read = new Components(new LinkedHashMap<>(), new LinkedHashMap<>());
        for (String type : section.entries().keySet()) {
            section.mapping(type, path.key(type), problems)
                    .ifPresent(component -> read(component, type, path.key(type), backends, keys, read));
        }
        return read;
    }

    private void read(
            Mapping component,
            String type,
            KeyPath path,
            List<BackendLookup.Classes> backends,
            KnownKeys keys,
            Components read) {
        binder.bind(component, ComponentConfiguration.class, path, keys)
                .ifPresent(bound -> read.components().put(type, bound));
        for (BackendLookup.Classes backend : backends) {
            binder.bind(component, backend.component(), path, keys).ifPresent(own -> read.own()
                    .computeIfAbsent(backend.backend(), name -> new LinkedHashMap<>())
                    .put(type, own));
        }
    }
}
