package dev.siteagent.core.plugins;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.siteagent.spi.BackendProvider;
import dev.siteagent.spi.ResourceBackend;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class PluginUnloadTest {
    /** Opens the plugin's own resources in the ways that libraries do, and forgets to close one. */
    private static final String READ_RESOURCES = """
            java.net.URL url = Backend.class.getResource("/own.txt");
            try (java.io.InputStream in = url.openStream()) { in.readAllBytes(); }
            try (java.io.InputStream in = Backend.class.getResourceAsStream("/own.txt")) { in.readAllBytes(); }
            ((java.net.JarURLConnection) url.openConnection()).getContentLength();
            ResourceBundle.getBundle("own", Locale.ROOT, Backend.class.getClassLoader());
            ServiceLoader.load(Runnable.class).forEach(Runnable::run);
            return Set.of(new String(url.openStream().readAllBytes(), "UTF-8"));
            """;

    @TempDir
    private Path plugins;

    private PluginHost host;

    @BeforeEach
    void prepare() {
        host = new PluginHost(plugins);
    }

    @AfterEach
    void close() {
        host.close();
    }

    @Test
    void unloadedPluginLeavesTheRegistry() {
        PluginJar.plugin("alpha").writeTo(plugins.resolve("alpha.jar"));
        PluginJar.plugin("beta").writeTo(plugins.resolve("beta.jar"));
        host.start();

        host.unload("alpha");

        assertThat(host.registry().backendNames()).containsExactly("beta");
        assertThat(host.registry().pluginOf("alpha")).isEmpty();
        assertThat(host.reports()).extracting(PluginReport::id).containsExactly("beta");
        assertThatThrownBy(() -> host.unload("alpha"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("plugin alpha cannot be unloaded");
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "open files are read from /proc")
    void unloadedPluginIsCollectedAndItsJarReleased() throws Exception {
        Path jar = writeReader("1");
        host.start();
        WeakReference<ClassLoader> loader = useOnce("1");

        host.unload("alpha");

        await().atMost(Duration.ofSeconds(20)).until(() -> {
            System.gc();
            return loader.get() == null;
        });
        await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
            System.gc();
            assertThat(openFiles()).doesNotContain(jar);
        });
    }

    @Test
    void jarIsReplacedAfterUnload() throws Exception {
        Path jar = writeReader("1");
        host.start();
        useOnce("1");

        host.unload("alpha");
        Files.delete(jar);
        writeReader("2");
        PluginReport report = host.load(jar);

        assertThat(report.problem()).isEmpty();
        useOnce("2");
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "open files are read from /proc")
    void badPluginReleasesItsJarAtOnce() throws IOException {
        Path jar = PluginJar.plugin("alpha").leaveOut("alpha.Backend").writeTo(plugins.resolve("alpha.jar"));

        host.start();

        assertThat(host.reports()).singleElement().satisfies(report -> assertThat(report.problem())
                .isPresent());
        assertThat(openFiles()).doesNotContain(jar);
        PluginJar.plugin("alpha").writeTo(jar);
        assertThat(host.load(jar).problem()).isEmpty();
        assertThat(openFiles()).contains(jar);
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "open files are read from /proc")
    void closeUnloadsAll() throws IOException {
        Path alpha = PluginJar.plugin("alpha").writeTo(plugins.resolve("alpha.jar"));
        Path beta = PluginJar.plugin("beta").writeTo(plugins.resolve("beta/beta.jar"));
        host.start();
        assertThat(openFiles()).contains(alpha, beta);

        host.close();

        assertThat(openFiles()).doesNotContain(alpha, beta);
        assertThat(host.registry().backendNames()).isEmpty();
        assertThat(host.reports()).isEmpty();
    }

    private Path writeReader(String text) {
        return PluginJar.plugin("alpha", READ_RESOURCES)
                .entry("own.txt", text)
                .entry("own.properties", "key=value")
                .source("alpha.Task", "public class Task implements Runnable { public void run() {} }")
                .service(Runnable.class, "alpha.Task")
                .source("alpha.Settings", "public record Settings(String region) {}")
                .source("alpha.More", """
                        import dev.siteagent.spi.*;

                        public final class More implements BackendProvider<Settings> {
                            public String name() { return "settings"; }
                            public Class<Settings> settingsType() { return Settings.class; }
                            public ResourceBackend open(BackendContext<Settings> context) { return new Backend(); }
                        }
                        """)
                .service(BackendProvider.class, "alpha.Provider", "alpha.More")
                .writeTo(plugins.resolve("alpha.jar"));
    }

    /** Uses the plugin and keeps nothing of it but the weak reference. */
    private WeakReference<ClassLoader> useOnce(String text) throws Exception {
        try (ResourceBackend backend = Contexts.open(host, "alpha")) {
            assertThat(backend.componentTypes()).containsExactly(text);
        }
        return new WeakReference<>(
                host.registry().backend("settings").orElseThrow().settingsType().getClassLoader());
    }

    /** The files that this process has open, as Linux tells. */
    private static List<Path> openFiles() throws IOException {
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            return descriptors.flatMap(PluginUnloadTest::target).toList();
        }
    }

    private static Stream<Path> target(Path descriptor) {
        try {
            return Stream.of(Files.readSymbolicLink(descriptor));
        } catch (IOException closedMeanwhile) {
            return Stream.empty();
        }
    }
}
