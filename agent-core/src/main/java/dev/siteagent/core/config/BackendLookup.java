package dev.siteagent.core.config;

import dev.siteagent.core.config.Node.Mapping;
import dev.siteagent.core.config.Node.Scalar;
import dev.siteagent.spi.BackendProvider;
import dev.siteagent.spi.NoSettings;
import dev.siteagent.spi.UsernameBackendProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.Supplier;

/** Finds the classes that the settings of an offering are bound to, and reports what no plugin brings. */
final class BackendLookup {
    /**
     * The classes of one backend.
     *
     * @param backend its name
     * @param settings what {@code backend_settings} is bound to
     * @param component what its own keys of a component are bound to
     */
    record Classes(String backend, Class<?> settings, Class<?> component) {}

    private final BackendCatalog catalog;
    private final Problems problems;

    BackendLookup(BackendCatalog catalog, Problems problems) {
        this.catalog = catalog;
        this.problems = problems;
    }

    /** Returns the classes of every backend that an offering names, without those that are missing, an error each. */
    List<Classes> backends(Mapping offering, KeyPath path, ChosenBackends chosen) {
        List<Classes> found = new ArrayList<>();
        chosen.keysByName().forEach((name, key) -> backend(name, offering, key, path.key(key))
                .ifPresent(found::add));
        return found;
    }

    private Optional<Classes> backend(String name, Mapping offering, String key, KeyPath path) {
        Location location = offering.locationOf(key);
        Optional<BackendProvider<?>> provider = catalog.backend(name);
        if (provider.isEmpty()) {
            String why = catalog.whyMissing(name)
                    .filter(reason -> isShown(offering, key))
                    .map(reason -> " (" + reason + ")")
                    .orElse("");
            problems.error(
                    location,
                    path,
                    "no plugin brings the backend " + shown(offering, key) + why
                            + known(offering, key, catalog.backendNames()));
            return Optional.empty();
        }
        Optional<Class<?>> settings = ask(provider.get()::settingsType, location, path, problems);
        Optional<Class<?>> component = ask(provider.get()::componentSettingsType, location, path, problems);
        return settings.isPresent() && component.isPresent()
                ? Optional.of(new Classes(name, settings.get(), component.get()))
                : Optional.empty();
    }

    /** Returns the name of the username backend to use: {@code base} for one that no plugin brings, which is a warning. */
    String usernameBackend(Mapping offering, KeyPath path, ChosenBackends chosen) {
        String key = ChosenBackends.USERNAME;
        String name = chosen.username();
        if (name.equals(ChosenBackends.DEFAULT_USERNAME)
                || catalog.usernameBackend(name).isPresent()) {
            return name;
        }
        problems.warning(
                offering.locationOf(key),
                path.key(key),
                "no plugin brings the username backend " + shown(offering, key)
                        + "; 'base' is used, which gives no usernames"
                        + known(offering, key, catalog.usernameBackendNames()));
        return ChosenBackends.DEFAULT_USERNAME;
    }

    /** Returns the settings class of a username backend. */
    Class<?> usernameSettings(String name, Mapping offering, KeyPath path) {
        String key = ChosenBackends.USERNAME;
        Optional<UsernameBackendProvider<?>> provider = catalog.usernameBackend(name);
        return provider.<Class<?>>flatMap(
                        found -> ask(found::settingsType, offering.locationOf(key), path.key(key), problems))
                .orElse(NoSettings.class);
    }

    /** Asks a plugin for a class. Whatever it does instead of answering is reported. */
    static Optional<Class<?>> ask(Supplier<Class<?>> settingsType, Location location, KeyPath path, Problems problems) {
        String failure = "gives none";
        try {
            Class<?> answer = settingsType.get();
            if (answer != null) {
                return Optional.of(answer);
            }
        } catch (RuntimeException | LinkageError e) {
            failure = "fails: " + e;
        }
        problems.error(location, path, "the plugin of this name, asked for its settings class, " + failure);
        return Optional.empty();
    }

    /** Returns the name that a key gives, in quotes; a word in its place when it comes from outside the file. */
    static String shown(Mapping section, String key) {
        return isShown(section, key) && section.value(key) instanceof Scalar scalar
                ? Quoted.of(scalar.text().strip())
                : "that is named here";
    }

    /** Returns the names there are, and the nearest to what a key gives. */
    static String known(Mapping section, String key, SortedSet<String> names) {
        if (names.isEmpty()) {
            return "; there are none: is the plugins folder the right one?";
        }
        String hint = isShown(section, key) && section.value(key) instanceof Scalar scalar
                ? NearestName.hint(scalar.text().strip(), names)
                : "";
        return "; known: " + String.join(", ", names) + hint;
    }

    private static boolean isShown(Mapping section, String key) {
        return section.value(key) instanceof Scalar scalar && !scalar.interpolated();
    }
}
