package dev.siteagent.core.plugins;

import java.io.IOException;
import java.io.InputStream;
import java.lang.module.InvalidModuleDescriptorException;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The {@code provides … with} of a jar's module descriptor. A plugin's classes are in no named module, whatever the host
 * is started as, so that the descriptor is read and not resolved.
 */
final class ModuleServices {
    private static final Logger LOG = LoggerFactory.getLogger(ModuleServices.class);
    private static final String SERVICES = "META-INF/services/";

    private final Map<String, List<String>> providers;

    private ModuleServices(Map<String, List<String>> providers) {
        this.providers = providers;
    }

    /**
     * Reads the descriptor of a jar; a jar without one declares nothing. One that this JDK cannot read is left out with a
     * warning: a jar made of many can hold a foreign one, and nothing else depends on it.
     *
     * @throws IOException when the jar cannot be read
     */
    static ModuleServices of(Path path, JarFile jar) throws IOException {
        JarEntry entry = jar.getJarEntry("module-info.class");
        if (entry == null) {
            return new ModuleServices(Map.of());
        }
        try (InputStream in = jar.getInputStream(entry)) {
            Map<String, List<String>> providers = new HashMap<>();
            for (ModuleDescriptor.Provides provides : ModuleDescriptor.read(in).provides()) {
                providers.put(provides.service(), provides.providers());
            }
            return new ModuleServices(Map.copyOf(providers));
        } catch (InvalidModuleDescriptorException unreadable) {
            LOG.warn(
                    "Jar {}: its module-info.class is ignored ({}); providers are found by META-INF/services only",
                    path,
                    unreadable.getMessage());
            return new ModuleServices(Map.of());
        }
    }

    /**
     * Returns the provider classes that belong into a resource.
     *
     * @param resource the name of a resource
     * @return binary class names; empty unless the resource is a service file of a declared service
     */
    List<String> providersFor(String resource) {
        return resource.startsWith(SERVICES)
                ? providers.getOrDefault(resource.substring(SERVICES.length()), List.of())
                : List.of();
    }
}
