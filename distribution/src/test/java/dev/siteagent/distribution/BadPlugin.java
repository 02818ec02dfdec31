package dev.siteagent.distribution;

import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * The jar of a plugin that behaves as badly as it can, by the files in its folder: with {@code deaf} its orders compute for
 * ever and hear no interrupt, with {@code clings} its close never comes back, with {@code exits} it ends the process by
 * reflection. In any case it starts a thread that is no daemon, and a shutdown hook that never comes back.
 */
final class BadPlugin {
    private static final String SOURCE = """
            package bad;

            import dev.siteagent.spi.*;
            import java.nio.file.*;
            import java.util.*;
            import java.util.concurrent.CountDownLatch;

            public final class Provider implements BackendProvider<Provider.Settings> {
                public record Settings(String folder) {}
                public String name() { return "bad"; }
                public Class<Settings> settingsType() { return Settings.class; }
                public ResourceBackend open(BackendContext<Settings> context) {
                    Thread stays = new Thread(Provider::waitForEver, "bad-stays");
                    stays.setDaemon(false);
                    stays.start();
                    Runtime.getRuntime().addShutdownHook(new Thread(Provider::waitForEver, "bad-hook"));
                    return new Backend(Path.of(context.settings().folder()));
                }
                static void waitForEver() {
                    while (true) {
                        try { new CountDownLatch(1).await(); } catch (InterruptedException e) { }
                    }
                }
                static void exit() {
                    try {
                        System.class.getMethod("exit", int.class).invoke(null, 0);
                    } catch (ReflectiveOperationException e) {
                        throw new IllegalStateException(e);
                    }
                }
                record Backend(Path folder) implements ResourceBackend {
                    public void ping() {}
                    public Diagnosis diagnose() { return new Diagnosis(List.of()); }
                    public Outcome create(CreateRequest request) {
                        System.out.println("this is no JSON");
                        if (is("exits")) { new Thread(Provider::exit, "bad-exit").start(); }
                        long computed = 0;
                        while (is("deaf")) { for (int i = 0; i < 100_000_000; i++) { computed += i; } }
                        return Outcome.ready(BackendResource.ready("vm-" + request.resource().uuid()));
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
                    public void close() { if (is("clings")) { waitForEver(); } }
                    private boolean is(String habit) { return Files.exists(folder.resolve(habit)); }
                }
            }
            """;

    private BadPlugin() {}

    /**
     * Compiles the plugin against the SPI of a distribution.
     *
     * @param distribution the distribution's folder
     * @param jar the file to be written
     * @param scratch an existing empty folder
     */
    static void write(Path distribution, Path jar, Path scratch) throws IOException {
        Path source = Files.writeString(scratch.resolve("Provider.java"), SOURCE);
        Path classes = Files.createDirectory(scratch.resolve("classes"));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter problems = new StringWriter();
        List<String> options =
                List.of("--release", "17", "-cp", classPath(distribution.resolve("lib")), "-d", classes.toString());
        boolean good = compiler.getTask(
                        problems,
                        null,
                        null,
                        options,
                        null,
                        compiler.getStandardFileManager(null, null, null).getJavaFileObjects(source))
                .call();
        if (!good) {
            throw new IOException(problems.toString());
        }
        writeJar(classes, jar);
    }

    private static String classPath(Path lib) throws IOException {
        try (Stream<Path> jars = Files.list(lib)) {
            return jars.filter(file -> file.getFileName().toString().startsWith("agent-spi"))
                    .map(Path::toString)
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static void writeJar(Path classes, Path jar) throws IOException {
        Manifest manifest = new Manifest();
        Attributes entries = manifest.getMainAttributes();
        entries.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        entries.putValue("Plugin-Id", "bad");
        entries.putValue("Plugin-Version", "1.0.0");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest);
                Stream<Path> compiled = Files.list(classes.resolve("bad"))) {
            for (Path type : compiled.toList()) {
                put(out, "bad/" + type.getFileName(), Files.readAllBytes(type));
            }
            put(
                    out,
                    "META-INF/services/dev.siteagent.spi.BackendProvider",
                    "bad.Provider".getBytes(StandardCharsets.UTF_8));
        }
    }

    private static void put(JarOutputStream out, String name, byte[] content) throws IOException {
        out.putNextEntry(new ZipEntry(name));
        out.write(content);
        out.closeEntry();
    }
}
