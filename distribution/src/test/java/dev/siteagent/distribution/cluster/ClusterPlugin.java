package dev.siteagent.distribution.cluster;

import dev.siteagent.spi.BackendProvider;
import dev.siteagent.spi.UsernameBackendProvider;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/** Packs the plugin. */
public final class ClusterPlugin {
    private ClusterPlugin() {}

    /**
     * Writes its jar.
     *
     * @param jar the file, which must not be there yet
     */
    public static void writeTo(Path jar) throws IOException, URISyntaxException {
        Path classes = Path.of(ClusterPlugin.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        Path folder = classes.resolve(ClusterPlugin.class.getPackageName().replace('.', '/'));
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest());
                Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                put(out, classes.relativize(file).toString(), Files.readAllBytes(file));
            }
            register(out, BackendProvider.class, ClusterProvider.class, MeterProvider.class);
            register(out, UsernameBackendProvider.class, DirectoryProvider.class);
        }
    }

    private static Manifest manifest() {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.putValue("Plugin-Id", "cluster");
        attributes.putValue("Plugin-Version", "1.0.0");
        return manifest;
    }

    private static void register(JarOutputStream out, Class<?> service, Class<?>... providers) throws IOException {
        List<String> names = Stream.of(providers).map(Class::getName).toList();
        put(
                out,
                "META-INF/services/" + service.getName(),
                String.join("\n", names).getBytes(StandardCharsets.UTF_8));
    }

    private static void put(JarOutputStream out, String name, byte[] content) throws IOException {
        out.putNextEntry(new JarEntry(name));
        out.write(content);
        out.closeEntry();
    }
}
