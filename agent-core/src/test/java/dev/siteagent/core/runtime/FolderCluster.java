package dev.siteagent.core.runtime;

import dev.siteagent.core.plugins.PluginJar;
import dev.siteagent.spi.BackendProvider;
import java.nio.file.Path;

/**
 * A plugin as a jar, compiled at test time: a cluster that does whatever it is told and writes a line for it into the file
 * {@code calls} of the folder that the setting {@code folder} names. A file {@code broken} in the folder makes every call
 * fail.
 */
final class FolderCluster {
    private static final String SOURCE = """
            import dev.siteagent.spi.*;
            import java.io.IOException;
            import java.nio.file.*;
            import java.util.*;

            public final class Provider implements BackendProvider<Provider.Settings> {
                public record PeriodicLimits(boolean enabled) {}
                public record Settings(String folder, PeriodicLimits periodicLimits) {}
                public String name() { return "cluster"; }
                public Class<Settings> settingsType() { return Settings.class; }
                public ResourceBackend open(BackendContext<Settings> context) {
                    return new Backend(Path.of(context.settings().folder()));
                }
                static final class Backend implements ApiKeysBackend, PeriodicSettingsBackend {
                    private final Path folder;
                    Backend(Path folder) { this.folder = folder; }
                    private synchronized void called(String what) throws BackendException {
                        if (Files.exists(folder.resolve("broken"))) {
                            throw new PermanentBackendException("the cluster is broken");
                        }
                        try {
                            Files.writeString(folder.resolve("calls"), what + "\\n",
                                    StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                        } catch (IOException e) {
                            throw new TransientBackendException("disk", e);
                        }
                    }
                    public void ping() {}
                    public BackendTraits traits() { return BackendTraits.defaults(); }
                    public Diagnosis diagnose() { return new Diagnosis(List.of()); }
                    public Outcome create(CreateRequest request) throws BackendException {
                        throw new PermanentBackendException("this cluster makes nothing");
                    }
                    public Outcome delete(Resource resource) { return Outcome.done(); }
                    public Map<UUID, Lookup<BackendResource>> read(Collection<Resource> resources) {
                        Map<UUID, Lookup<BackendResource>> found = new HashMap<>();
                        for (Resource resource : resources) {
                            found.put(resource.uuid(),
                                    new Lookup.Present<>(BackendResource.ready(resource.backendId().get())));
                        }
                        return found;
                    }
                    public ApiKey mintKey(Resource resource) throws BackendException {
                        throw new PermanentBackendException("this cluster makes nothing");
                    }
                    public ApiKey rotateKey(String backendId, String clientId, Optional<Set<String>> known)
                            throws BackendException {
                        called("rotate " + clientId + " of " + backendId);
                        return new ApiKey(clientId + "-new", Secret.of("value-of-" + clientId + "-new"));
                    }
                    public void pruneKeys(String backendId, Set<String> keep) {}
                    public Applied applyPeriodicSettings(String backendId, Map<String, Object> settings)
                            throws BackendException {
                        called("apply " + settings + " to " + backendId);
                        return new Applied(List.of("share " + settings.get("fairshare")));
                    }
                    public void close() {}
                }
            }
            """;

    private FolderCluster() {}

    /** Writes the jar into a plugins folder. */
    static void writeTo(Path plugins) {
        PluginJar.builder()
                .descriptor("cluster", "1.0.0")
                .source("cluster.Provider", SOURCE)
                .service(BackendProvider.class, "cluster.Provider")
                .writeTo(plugins.resolve("cluster.jar"));
    }
}
