package dev.siteagent.core.plugins;

import dev.siteagent.spi.BackendProvider;
import jakarta.validation.Constraint;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.slf4j.Logger;

/** A jar compiled from source at test time: a plugin, a library of one, or something that is neither. */
public final class PluginJar {
    private final Map<String, String> manifest = new LinkedHashMap<>();
    private final Map<String, String> sources = new LinkedHashMap<>();
    private final Map<String, byte[]> entries = new LinkedHashMap<>();
    private final List<String> leftOut = new ArrayList<>();
    private final List<Path> libraries = new ArrayList<>();
    private Path spi = locationOf(BackendProvider.class);
    private boolean withManifest = true;

    private PluginJar() {}

    /** Starts with an empty jar without a descriptor. */
    public static PluginJar builder() {
        return new PluginJar();
    }

    /**
     * Starts with a whole plugin: descriptor, and one backend that does nothing.
     *
     * @param name of plugin and backend; letters only
     */
    public static PluginJar plugin(String name) {
        return plugin(name, "return Set.of();");
    }

    /**
     * Starts with a whole plugin whose backend runs some code.
     *
     * @param name of plugin and backend; letters only
     * @param componentTypes the body of {@code Set<String> componentTypes() throws Exception}, by which tests look out of
     *     the plugin
     */
    public static PluginJar plugin(String name, String componentTypes) {
        return builder().descriptor(name, "1.0.0").backend(name, componentTypes);
    }

    /** Sets the entries that every plugin must have. */
    public PluginJar descriptor(String id, String version) {
        return manifest("Plugin-Id", id).manifest("Plugin-Version", version);
    }

    /** Sets an entry of the manifest. */
    public PluginJar manifest(String key, String value) {
        manifest.put(key, value);
        return this;
    }

    /** Leaves the manifest out. */
    public PluginJar withoutManifest() {
        withManifest = false;
        return this;
    }

    /** Adds {@code <name>.Provider} and {@code <name>.Backend}, and registers the provider. */
    public PluginJar backend(String name, String componentTypes) {
        return provider(name, name)
                .backendSource(name, componentTypes)
                .service(BackendProvider.class, name + ".Provider");
    }

    /** Adds {@code <packageName>.Provider} of a backend, to be registered apart. */
    public PluginJar provider(String packageName, String backendName) {
        return source(packageName + ".Provider", """
                import dev.siteagent.spi.*;

                public final class Provider implements BackendProvider<NoSettings> {
                    public String name() { return "%s"; }
                    public Class<NoSettings> settingsType() { return NoSettings.class; }
                    public Backend open(BackendContext<NoSettings> context) { return new Backend(); }
                }
                """.formatted(backendName));
    }

    /** Adds {@code <packageName>.Backend}. */
    public PluginJar backendSource(String packageName, String componentTypes) {
        return source(packageName + ".Backend", """
                import dev.siteagent.spi.*;
                import java.util.*;

                final class Backend implements LimitsBackend, PendingWorkBackend {
                    public void ping() {}
                    public Diagnosis diagnose() { return new Diagnosis(List.of()); }
                    public Outcome create(CreateRequest request) { return Outcome.done(); }
                    public Outcome delete(Resource resource) { return Outcome.done(); }
                    public Outcome setLimits(Resource resource, LimitsBackend.Change change) { return Outcome.done(); }
                    public Map<UUID, Lookup<BackendResource>> read(Collection<Resource> resources) { return Map.of(); }
                    public Map<UUID, Attempt<Outcome>> poll(Collection<PendingWork> works) { return Map.of(); }
                    public void close() {}
                    public Set<String> componentTypes() {
                        try { return look(); } catch (Exception e) { throw new IllegalStateException(e); }
                    }
                    private Set<String> look() throws Exception { %s }
                }
                """.formatted(componentTypes));
    }

    /** Adds a class; the package statement is put before the source. */
    public PluginJar source(String className, String source) {
        String packageName = className.substring(0, className.lastIndexOf('.'));
        sources.put(className, "package " + packageName + ";\n" + source);
        return this;
    }

    /** Adds a module descriptor. */
    public PluginJar module(String source) {
        sources.put("module-info", source);
        return this;
    }

    /** Registers providers of a service in {@code META-INF/services}. */
    public PluginJar service(Class<?> service, String... providers) {
        return entry("META-INF/services/" + service.getName(), String.join("\n", providers));
    }

    /** Adds an entry. */
    public PluginJar entry(String name, String text) {
        return entry(name, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Adds an entry. */
    public PluginJar entry(String name, byte[] content) {
        entries.put(name, content.clone());
        return this;
    }

    /** Compiles a class, but leaves it out of the jar. */
    public PluginJar leaveOut(String className) {
        leftOut.add(className.replace('.', '/') + ".class");
        return this;
    }

    /** Compiles against another jar, which does not become part of this one. */
    public PluginJar library(Path jar) {
        libraries.add(jar);
        return this;
    }

    /** Compiles against another SPI than the present one. */
    public PluginJar spi(Path jar) {
        spi = jar;
        return this;
    }

    /**
     * Compiles and writes.
     *
     * @param jar where to; missing folders are made
     * @return the same path
     */
    public Path writeTo(Path jar) {
        try {
            Path classes = Files.createTempDirectory("plugin-classes");
            compileTo(classes);
            Files.createDirectories(jar.toAbsolutePath().getParent());
            try (OutputStream out = Files.newOutputStream(jar);
                    JarOutputStream jarOut =
                            withManifest ? new JarOutputStream(out, manifest()) : new JarOutputStream(out)) {
                for (Path file : filesBelow(classes)) {
                    String name = classes.relativize(file).toString().replace(File.separatorChar, '/');
                    if (!leftOut.contains(name)) {
                        put(jarOut, name, Files.readAllBytes(file));
                    }
                }
                for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                    put(jarOut, entry.getKey(), entry.getValue());
                }
            }
            try (Stream<Path> compiled = Files.walk(classes)) {
                for (Path path : compiled.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
            return jar;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private Manifest manifest() {
        Manifest result = new Manifest();
        result.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.forEach((key, value) -> result.getMainAttributes().putValue(key, value));
        return result;
    }

    private void compileTo(Path classes) throws IOException {
        if (sources.isEmpty()) {
            return;
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        String path = Stream.concat(
                        Stream.of(spi, locationOf(Logger.class), locationOf(Constraint.class)), libraries.stream())
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
        boolean modular = sources.containsKey("module-info");
        List<String> options = List.of(
                "--release",
                "17",
                "-proc:none",
                "-d",
                classes.toString(),
                modular ? "--module-path" : "--class-path",
                path);
        List<Source> units = sources.entrySet().stream()
                .map(source -> new Source(source.getKey(), source.getValue()))
                .toList();
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            if (!compiler.getTask(messages, files, null, options, null, units).call()) {
                throw new IllegalArgumentException("the sources do not compile: " + messages);
            }
        }
    }

    private static Path locationOf(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static List<Path> filesBelow(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private static void put(JarOutputStream out, String name, byte[] bytes) throws IOException {
        out.putNextEntry(new JarEntry(name));
        out.write(bytes);
        out.closeEntry();
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String className, String text) {
            super(
                    URI.create("string:///" + className.replace('.', '/') + Kind.SOURCE.extension),
                    JavaFileObject.Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
