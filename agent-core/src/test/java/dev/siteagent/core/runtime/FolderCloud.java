package dev.siteagent.core.runtime;

import dev.siteagent.core.plugins.PluginJar;
import dev.siteagent.spi.AgentServiceProvider;
import dev.siteagent.spi.BackendProvider;
import java.nio.file.Path;

/**
 * A plugin as a jar, compiled at test time: its machines are files in a folder, named by id, with the resource's UUID in
 * them. The setting {@code folder} says where; without it the backend refuses to open. A file {@code hang} in the folder
 * makes it hang until it is interrupted, {@code deaf} as long as the file is there, interrupted or not; with {@code error}
 * it throws one; {@code maintenance} and {@code broken} make its preflight fail. With the setting
 * {@code measures} it finds in a file {@code usage} how many hours each machine was used. Its service {@code clinger} is never well and stops
 * only when it is interrupted.
 * Each opening of a backend adds a line to the file {@code <folder>.opened}: the version of the plugin.
 */
public final class FolderCloud {
    private static final String SOURCE = """
            import dev.siteagent.spi.*;
            import java.io.IOException;
            import java.nio.file.*;
            import java.util.*;
            import java.util.concurrent.CountDownLatch;
            import java.util.stream.*;

            public final class Provider implements BackendProvider<Provider.Settings> {
                public record Settings(String folder, boolean measures) {}
                public String name() { return "folders"; }
                public Class<Settings> settingsType() { return Settings.class; }
                public ResourceBackend open(BackendContext<Settings> context) throws BackendException {
                    if (context.settings().folder() == null) {
                        throw new PermanentBackendException("the setting folder is missing");
                    }
                    Path folder = Path.of(context.settings().folder());
                    try {
                        Files.writeString(Path.of(folder + ".opened"), Provider.class.getPackage().getImplementationVersion() + "\\n",
                                StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                    } catch (IOException e) {
                        throw new TransientBackendException("disk", e);
                    }
                    return context.settings().measures() ? new Measuring(folder) : new Backend(folder);
                }
                static final class Measuring extends Backend implements UsageBackend {
                    Measuring(Path folder) { super(folder); }
                    public Map<UUID, Lookup<Usage>> currentUsage(Collection<Resource> resources) throws BackendException {
                        try {
                            Usage hours = new Usage(Map.of("hours", new java.math.BigDecimal(
                                    Files.readString(folder.resolve("usage")))), Map.of());
                            Map<UUID, Lookup<Usage>> found = new HashMap<>();
                            resources.forEach(resource -> found.put(resource.uuid(), new Lookup.Present<>(hours)));
                            return found;
                        } catch (IOException e) {
                            throw new TransientBackendException("there is no meter", e);
                        }
                    }
                }
                static class Backend implements ResourceBackend {
                    final Path folder;
                    Backend(Path folder) { this.folder = folder; }
                    public void ping() {}
                    public BackendTraits traits() { return BackendTraits.defaults().withPreflightEachCycle(true); }
                    public void preflight() throws BackendException {
                        if (Files.exists(folder.resolve("maintenance"))) {
                            throw new BackendNotReadyException("maintenance");
                        }
                        if (Files.exists(folder.resolve("broken"))) {
                            throw new PermanentBackendException("the disk is broken");
                        }
                    }
                    public Diagnosis diagnose() { return new Diagnosis(List.of()); }
                    public Outcome create(CreateRequest request) throws BackendException, InterruptedException {
                        if (Files.exists(folder.resolve("hang"))) { new CountDownLatch(1).await(); }
                        while (Files.exists(folder.resolve("deaf"))) { Thread.onSpinWait(); }
                        if (Files.exists(folder.resolve("error"))) { throw new AssertionError("mine"); }
                        if (Files.notExists(folder)) {
                            throw new PermanentBackendException("there is no folder " + folder);
                        }
                        try {
                            String uuid = request.resource().uuid().toString();
                            Optional<Path> made = find(uuid);
                            Path file = made.isPresent() ? made.get() : folder.resolve("vm-" + uuid.substring(0, 8));
                            Files.writeString(file, uuid);
                            return Outcome.ready(BackendResource.ready(file.getFileName().toString())
                                    .withMetadata(Map.of("folder", "shown")));
                        } catch (IOException e) {
                            throw new TransientBackendException("disk", e);
                        }
                    }
                    private Optional<Path> find(String uuid) throws IOException {
                        try (Stream<Path> files = Files.list(folder)) {
                            for (Path file : files.collect(Collectors.toList())) {
                                if (Files.readString(file).equals(uuid)) { return Optional.of(file); }
                            }
                        }
                        return Optional.empty();
                    }
                    public Outcome delete(Resource resource) throws BackendException {
                        try {
                            Optional<Path> file = find(resource.uuid().toString());
                            if (file.isPresent()) { Files.delete(file.get()); }
                            return Outcome.done();
                        } catch (IOException e) {
                            throw new TransientBackendException("disk", e);
                        }
                    }
                    public Map<UUID, Lookup<BackendResource>> read(Collection<Resource> resources) {
                        Map<UUID, Lookup<BackendResource>> found = new HashMap<>();
                        for (Resource resource : resources) {
                            Path file = folder.resolve(resource.backendId().get());
                            found.put(resource.uuid(), Files.exists(file)
                                    ? new Lookup.Present<>(BackendResource.ready(resource.backendId().get()))
                                    : new Lookup.Absent<>("no such file"));
                        }
                        return found;
                    }
                    public void close() {}
                }
            }
            """;

    private static final String CLINGER = """
            import dev.siteagent.spi.*;
            import java.time.Duration;
            import java.util.concurrent.CountDownLatch;

            public final class Clinger implements AgentServiceProvider<NoSettings> {
                public String type() { return "clinger"; }
                public Class<NoSettings> settingsType() { return NoSettings.class; }
                public AgentService start(AgentServiceContext<NoSettings> context) {
                    return new AgentService() {
                        public Health health() { return new Health(false, "here to stay"); }
                        public void stop(Duration grace) throws InterruptedException { new CountDownLatch(1).await(); }
                        public void close() {}
                    };
                }
            }
            """;

    private FolderCloud() {}

    /** Writes the jar into a plugins folder. */
    public static void writeTo(Path plugins) {
        jar("1.2.3").writeTo(plugins.resolve("folders.jar"));
    }

    /** Returns the jar of a version whose backend has one more setting, {@code account}, and needs it. */
    public static PluginJar jarThatNeedsAnAccount(String version) {
        String source = SOURCE.replace(
                "Settings(String folder,",
                "Settings(@jakarta.validation.constraints.NotNull String account, String folder,");
        return jar(version).source("folders.Provider", source);
    }

    /** Returns the jar of a version, to be written. */
    public static PluginJar jar(String version) {
        return PluginJar.builder()
                .descriptor("folders", version)
                .manifest("Implementation-Version", version)
                .source("folders.Provider", SOURCE)
                .source("folders.Clinger", CLINGER)
                .service(BackendProvider.class, "folders.Provider")
                .service(AgentServiceProvider.class, "folders.Clinger");
    }
}
