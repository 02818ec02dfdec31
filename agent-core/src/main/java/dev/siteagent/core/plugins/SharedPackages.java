package dev.siteagent.core.plugins;

import java.util.Set;

/**
 * The packages of the host that a plugin sees: the SPI and the two APIs that the SPI exposes (spec "Discovery and
 * isolation"). They always come from the host, also where a plugin's jar holds a copy, since only then do host and plugin
 * mean the same class.
 *
 * <p>Exact names and no prefixes for SLF4J, whose other artifacts put their own packages below {@code org.slf4j}: a plugin
 * may bring those itself.
 */
final class SharedPackages {
    private static final Set<String> NAMES = Set.of(
            "dev.siteagent.spi",
            "jakarta.validation",
            "org.slf4j",
            "org.slf4j.event",
            "org.slf4j.helpers",
            "org.slf4j.spi");
    private static final String VALIDATION = "jakarta.validation.";

    private SharedPackages() {}

    /** Returns whether the class of that name comes from the host. */
    static boolean hold(String className) {
        String packageName = className.substring(0, Math.max(0, className.lastIndexOf('.')));
        return NAMES.contains(packageName) || packageName.startsWith(VALIDATION);
    }
}
