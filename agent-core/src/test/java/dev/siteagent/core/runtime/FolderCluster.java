package dev.siteagent.core.runtime;

import dev.siteagent.core.plugins.PluginJar;
import dev.siteagent.spi.BackendProvider;
import java.nio.file.Path;

/**
 * A plugin as a jar, compiled at test time: a cluster that does whatever it is told and writes a line for it into the file
 * {@code calls} of the folder that the setting {@code folder} names. A file {@code broken} in the folder makes every call
 * fail, a file {@code lost} makes it lack its resource until that is made again. A
 * file {@code parent} holds the parent of the resource that could be imported.
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
                static final class Backend implements ApiKeysBackend, PeriodicSettingsBackend,
                        MembersBackend, UserAttributesBackend, ImportBackend {
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
                    public BackendTraits traits() {
                        return BackendTraits.defaults().withIds(BackendTraits.Ids.CHOSEN_BY_HOST);
                    }
                    public Diagnosis diagnose() { return new Diagnosis(List.of()); }
                    public Outcome create(CreateRequest request) throws BackendException {
                        called("create " + request.chosenId().get());
                        try {
                            Files.deleteIfExists(folder.resolve("lost"));
                        } catch (IOException e) {
                            throw new TransientBackendException("disk", e);
                        }
                        return Outcome.ready(BackendResource.ready(request.chosenId().get()));
                    }
                    public Outcome delete(Resource resource) { return Outcome.done(); }
                    public Map<UUID, Lookup<BackendResource>> read(Collection<Resource> resources) {
                        Map<UUID, Lookup<BackendResource>> found = new HashMap<>();
                        for (Resource resource : resources) {
                            found.put(resource.uuid(), Files.exists(folder.resolve("lost"))
                                    ? new Lookup.Absent<>("it was lost")
                                    : new Lookup.Present<>(BackendResource.ready(resource.backendId().get())));
                        }
                        return found;
                    }
                    private final Set<String> members = new TreeSet<>();
                    public Map<UUID, Lookup<Set<String>>> members(Collection<Resource> resources) {
                        Map<UUID, Lookup<Set<String>>> found = new HashMap<>();
                        resources.forEach(each -> found.put(each.uuid(), new Lookup.Present<>(Set.copyOf(members))));
                        return found;
                    }
                    public Map<String, Attempt<Boolean>> addMembers(Resource resource, Collection<Member> added)
                            throws BackendException {
                        Map<String, Attempt<Boolean>> results = new HashMap<>();
                        for (Member member : added) {
                            called("add " + member.username());
                            results.put(member.username(), new Attempt.Succeeded<>(members.add(member.username())));
                        }
                        return results;
                    }
                    public Map<String, Attempt<Boolean>> removeMembers(Resource resource, Set<String> names)
                            throws BackendException {
                        Map<String, Attempt<Boolean>> results = new HashMap<>();
                        for (String name : names) {
                            called("remove " + name);
                            results.put(name, new Attempt.Succeeded<>(members.remove(name)));
                        }
                        return results;
                    }
                    public void updateUserAttributes(String username, Map<String, String> attributes)
                            throws BackendException {
                        called("attributes " + new TreeMap<>(attributes) + " of " + username);
                    }
                    public List<Importable> listResources() throws BackendException {
                        String parent;
                        try {
                            parent = Files.readString(folder.resolve("parent"));
                        } catch (IOException e) {
                            throw new TransientBackendException("disk", e);
                        }
                        BackendResource found = new BackendResource("found-1", true, BackendResource.Power.UNKNOWN, Map.of(),
                                Map.of(), List.of(), Optional.of(parent), Optional.empty());
                        return List.of(new Importable(found, "Found", Optional.empty(), Map.of()));
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
