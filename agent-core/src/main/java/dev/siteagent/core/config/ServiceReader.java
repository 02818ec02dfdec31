package dev.siteagent.core.config;

import dev.siteagent.core.config.Node.Mapping;
import dev.siteagent.spi.AgentServiceProvider;
import jakarta.validation.constraints.NotBlank;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Reads one entry of {@code services}: its type, and settings that the provider of the type has a class for. */
final class ServiceReader {
    /** The key that is the host's. */
    record TypeSection(@NotBlank String type) {}

    private static final String TYPE = "type";

    private final BackendCatalog catalog;
    private final Binder binder;
    private final Problems problems;

    ServiceReader(BackendCatalog catalog, Binder binder, Problems problems) {
        this.catalog = catalog;
        this.binder = binder;
        this.problems = problems;
    }

    /** Returns the service; empty when anything of it has an error. */
    Optional<ServiceConfiguration> read(Mapping entry, KeyPath path) {
        Optional<String> type = binder.bind(entry, TypeSection.class, path, KnownKeys.ANY)
                .map(TypeSection::type)
                .map(name -> name.strip().toLowerCase(Locale.ROOT))
                .filter(name -> !name.isEmpty());
        if (type.isEmpty()) {
            return Optional.empty();
        }
        Optional<AgentServiceProvider<?>> provider = catalog.service(type.get());
        if (provider.isEmpty()) {
            problems.error(
                    entry.locationOf(TYPE),
                    path.key(TYPE),
                    "no plugin brings the service " + BackendLookup.shown(entry, TYPE)
                            + BackendLookup.known(entry, TYPE, catalog.serviceTypes()));
            return Optional.empty();
        }
        Optional<Class<?>> settingsType =
                BackendLookup.ask(provider.get()::settingsType, entry.locationOf(TYPE), path.key(TYPE), problems);
        Optional<?> settings =
                settingsType.flatMap(bound -> binder.bind(entry, bound, path, KnownKeys.of(List.of(TYPE))));
        if (settings.isEmpty() || problems.failed(path)) {
            return Optional.empty();
        }
        Map<String, Object> raw = Untyped.concealed(entry, path, binder::isSecret);
        return Optional.of(new ServiceConfiguration(type.get(), settings.get(), raw, Fingerprint.of(entry)));
    }
}
