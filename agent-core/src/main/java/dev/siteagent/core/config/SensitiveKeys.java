package dev.siteagent.core.config;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Tells by its name whether the value of a key must not be shown, whatever type it is bound to. */
final class SensitiveKeys {
    private static final List<String> MARKS = List.of(
            "token",
            "password",
            "passwd",
            "passphrase",
            "secret",
            "dsn",
            "private_key",
            "privatekey",
            "api_key",
            "apikey",
            "access_key",
            "credential",
            "authorization",
            "user_data",
            "cloud_init");

    /** The host's own keys that only sound so: hidden, these values would be missing in every message about them. */
    private static final Set<String> HARMLESS = Set.of("oidc_token_url");

    private SensitiveKeys() {}

    static boolean isSensitive(String key) {
        String name = key.toLowerCase(Locale.ROOT).replace('-', '_');
        return !HARMLESS.contains(name) && MARKS.stream().anyMatch(name::contains);
    }

    /** Returns whether any key on the way is sensitive, so that what is below it is as well. */
    static boolean isSensitive(KeyPath path) {
        for (KeyPath step = path; step.parent() != null; step = step.parent()) {
            if (!step.isIndex() && isSensitive(step.step())) {
                return true;
            }
        }
        return false;
    }
}
