package dev.siteagent.core.config;

import java.util.Optional;
import java.util.function.Supplier;

/** Asks a plugin which class its settings are bound to. Whatever it does instead of answering is reported. */
final class PluginQuestion {
    private PluginQuestion() {}

    static Optional<Class<?>> ask(
            Supplier<Class<?>> settingsType, String name, Location location, KeyPath path, Problems problems) {
        String failure = "gives none";
        try {
            Class<?> answer = settingsType.get();
            if (answer != null) {
                return Optional.of(answer);
            }
        } catch (RuntimeException | LinkageError e) {
            failure = "fails: " + e;
        }
        problems.error(
                location, path, "the plugin of " + Quoted.of(name) + ", asked for its settings class, " + failure);
        return Optional.empty();
    }
}
