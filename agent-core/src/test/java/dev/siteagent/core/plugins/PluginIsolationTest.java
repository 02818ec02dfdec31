package dev.siteagent.core.plugins;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.BackendProvider;
import dev.siteagent.spi.ResourceBackend;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a plugin sees, and what it does not. */
class PluginIsolationTest {
    @TempDir
    private Path plugins;

    @TempDir
    private Path elsewhere;

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
    void twoPluginsHaveDifferentVersionsOfOneLibrary() throws Exception {
        pluginWithLibrary("alpha", "1.0");
        pluginWithLibrary("beta", "2.0");
        host.start();

        assertThat(seenBy("alpha")).containsExactlyInAnyOrder("library 1.0", "package 1.0");
        assertThat(seenBy("beta")).containsExactlyInAnyOrder("library 2.0", "package 2.0");
    }

    private void pluginWithLibrary(String name, String version) {
        Path library = PluginJar.builder()
                .manifest("Implementation-Version", version)
                .source(
                        "library.Version",
                        "public class Version { public static String text() { return \"library %s\"; } }"
                                .formatted(version))
                .writeTo(plugins.resolve(name + "/lib/library.jar"));
        PluginJar.plugin(name, """
                        return Set.of(
                                library.Version.text(),
                                "package " + library.Version.class.getPackage().getImplementationVersion());
                        """).library(library).writeTo(plugins.resolve(name + "/" + name + ".jar"));
    }

    @Test
    void pluginSeesTheSharedPackagesAndTheJdkAndNothingElse() throws Exception {
        PluginJar.plugin("alpha", """
                        Set<String> seen = new HashSet<>();
                        for (String name : List.of(
                                "dev.siteagent.spi.BackendProvider",
                                "org.slf4j.Logger",
                                "org.slf4j.event.Level",
                                "jakarta.validation.Valid",
                                "jakarta.validation.constraints.NotNull",
                                "java.sql.Connection",
                                "java.net.http.HttpClient",
                                "com.fasterxml.jackson.databind.ObjectMapper",
                                "org.pf4j.Plugin",
                                "org.hibernate.validator.HibernateValidator",
                                "ch.qos.logback.classic.Logger",
                                "dev.siteagent.core.plugins.PluginHost",
                                "org.junit.jupiter.api.Test")) {
                            try {
                                Class.forName(name);
                                seen.add(name);
                            } catch (ClassNotFoundException e) {
                                // Not seen.
                            }
                        }
                        return seen;
                        """).writeTo(plugins.resolve("alpha.jar"));
        host.start();

        assertThat(seenBy("alpha"))
                .containsExactlyInAnyOrder(
                        "dev.siteagent.spi.BackendProvider",
                        "org.slf4j.Logger",
                        "org.slf4j.event.Level",
                        "jakarta.validation.Valid",
                        "jakarta.validation.constraints.NotNull",
                        "java.sql.Connection",
                        "java.net.http.HttpClient");
    }

    @Test
    void pluginSeesNoResourceOfTheHost() throws Exception {
        assertThat(getClass().getClassLoader().getResource("META-INF/services/org.slf4j.spi.SLF4JServiceProvider"))
                .isNotNull();
        PluginJar.plugin("alpha", """
                        ClassLoader loader = Backend.class.getClassLoader();
                        Set<String> seen = new HashSet<>();
                        for (String name : List.of(
                                "META-INF/services/org.slf4j.spi.SLF4JServiceProvider",
                                "META-INF/services/jakarta.validation.spi.ValidationProvider",
                                "META-INF/services/dev.siteagent.spi.BackendProvider",
                                "logback.xml",
                                "logback-test.xml",
                                "dev/siteagent/core/plugins/PluginHost.class",
                                "own text #1.txt")) {
                            if (loader.getResource(name) != null) {
                                seen.add(name + " x" + Collections.list(loader.getResources(name)).size());
                            }
                        }
                        return seen;
                        """).entry("own text #1.txt", "mine").writeTo(plugins.resolve("alpha.jar"));
        host.start();

        assertThat(seenBy("alpha"))
                .containsExactlyInAnyOrder(
                        "META-INF/services/dev.siteagent.spi.BackendProvider x1", "own text #1.txt x1");
    }

    @Test
    void resourceIsRead() throws Exception {
        PluginJar.plugin("alpha", """
                        try (java.io.InputStream in = Backend.class.getResourceAsStream("/a folder/näme%20+#?.txt")) {
                            return Set.of(new String(in.readAllBytes(), "UTF-8"));
                        }
                        """)
                .entry("a folder/näme%20+#?.txt", "mine")
                .writeTo(plugins.resolve("a plugin's jar.jar"));
        host.start();

        assertThat(seenBy("alpha")).containsExactly("mine");
    }

    @Test
    void bundledCopiesOfSharedClassesAreNotUsed() throws Exception {
        PluginJar.plugin("alpha", """
                        return Set.of(
                                "" + (LimitsBackend.class.getClassLoader() == Backend.class.getClassLoader()),
                                org.slf4j.LoggerFactory.getLogger("alpha").getClass().getName());
                        """)
                .source(
                        "org.slf4j.LoggerFactory",
                        "public class LoggerFactory {"
                                + " public static Logger getLogger(String name) { throw new IllegalStateException(\"mine\"); } }")
                .source("dev.siteagent.spi.NoSettings", "public record NoSettings() {}")
                .writeTo(plugins.resolve("alpha.jar"));
        host.start();

        assertThat(seenBy("alpha")).containsExactlyInAnyOrder("false", "ch.qos.logback.classic.Logger");
        assertThat(host.registry().backend("alpha").orElseThrow().settingsType())
                .isSameAs(dev.siteagent.spi.NoSettings.class);
    }

    @Test
    void classPathOfTheManifestDoesNotLeadOut() throws Exception {
        PluginJar.builder().source("outside.Thing", "public class Thing {}").writeTo(elsewhere.resolve("outside.jar"));
        PluginJar.plugin("alpha", """
                        try {
                            return Set.of(Class.forName("outside.Thing").getName());
                        } catch (ClassNotFoundException e) {
                            return Set.of("none");
                        }
                        """)
                .manifest("Class-Path", elsewhere.resolve("outside.jar").toUri().toString())
                .writeTo(plugins.resolve("alpha.jar"));
        host.start();

        assertThat(seenBy("alpha")).containsExactly("none");
    }

    @Test
    void providersOfAModuleDescriptorAreFoundToo() throws Exception {
        PluginJar.builder()
                .descriptor("alpha", "1.0.0")
                .provider("alpha", "alpha")
                .backendSource("alpha", "return Set.of(\"\" + Backend.class.getModule().isNamed());")
                .module("module alpha { requires dev.siteagent.spi;"
                        + " provides dev.siteagent.spi.BackendProvider with alpha.Provider; }")
                .writeTo(plugins.resolve("alpha.jar"));
        host.start();

        assertThat(seenBy("alpha")).containsExactly("false");
    }

    @Test
    void providerThatIsDeclaredBothWaysIsFoundOnce() {
        PluginJar.plugin("alpha")
                .module("module alpha { requires dev.siteagent.spi;"
                        + " provides dev.siteagent.spi.BackendProvider with alpha.Provider; }")
                .writeTo(plugins.resolve("alpha.jar"));
        host.start();

        assertThat(host.reports()).singleElement().satisfies(report -> assertThat(report.problem())
                .isEmpty());
    }

    @Test
    void unreadableModuleDescriptorOfALibraryDoesNotMatter() {
        PluginJar.plugin("alpha").entry("module-info.class", "nonsense").writeTo(plugins.resolve("alpha.jar"));
        host.start();

        assertThat(host.registry().backendNames()).containsExactly("alpha");
    }

    @Test
    void multiReleaseJarIsReadForThisJdk() throws Exception {
        Path newer = PluginJar.builder()
                .source("library.Version", "public class Version { public static String text() { return \"new\"; } }")
                .writeTo(elsewhere.resolve("newer.jar"));
        byte[] newerClass;
        try (java.util.jar.JarFile jar = new java.util.jar.JarFile(newer.toFile())) {
            newerClass =
                    jar.getInputStream(jar.getEntry("library/Version.class")).readAllBytes();
        }
        PluginJar.plugin("alpha", "return Set.of(library.Version.text());")
                .manifest("Multi-Release", "true")
                .source("library.Version", "public class Version { public static String text() { return \"old\"; } }")
                .entry("META-INF/versions/17/library/Version.class", newerClass)
                .writeTo(plugins.resolve("alpha.jar"));
        host.start();

        assertThat(seenBy("alpha")).containsExactly("new");
    }

    @Test
    void pluginsOwnServicesAreFoundThroughTheContextClassLoader() throws Exception {
        PluginJar.plugin("alpha", """
                        Set<String> found = new HashSet<>();
                        ServiceLoader.load(Runnable.class).forEach(task -> found.add(task.getClass().getName()));
                        return found;
                        """)
                .source("alpha.Task", "public class Task implements Runnable { public void run() {} }")
                .service(Runnable.class, "alpha.Task")
                .writeTo(plugins.resolve("alpha.jar"));
        host.start();

        assertThat(seenBy("alpha")).containsExactly("alpha.Task");
    }

    @Test
    void validationFindsTheConstraintsOfTheHost() throws Exception {
        PluginJar.plugin("alpha", "return Set.of();")
                .source(
                        "alpha.Settings",
                        "public record Settings(@jakarta.validation.constraints.NotBlank String region) {}")
                .source("alpha.More", """
                        import dev.siteagent.spi.*;

                        public final class More implements BackendProvider<Settings> {
                            public String name() { return "more"; }
                            public Class<Settings> settingsType() { return Settings.class; }
                            public ResourceBackend open(BackendContext<Settings> context) { return new Backend(); }
                        }
                        """)
                .service(BackendProvider.class, "alpha.Provider", "alpha.More")
                .writeTo(plugins.resolve("alpha.jar"));
        host.start();

        Class<?> settings = host.registry().backend("more").orElseThrow().settingsType();
        assertThat(settings.getRecordComponents()[0].getAccessor().getAnnotations())
                .hasSize(1);
        assertThat(host.registry().backendNames()).containsExactly("alpha", "more");
    }

    @Test
    void missingFolderMeansNoPlugins() {
        try (PluginHost none = new PluginHost(plugins.resolve("missing"))) {
            none.start();

            assertThat(none.reports()).isEmpty();
            assertThat(none.registry().usernameBackendNames()).containsExactly("base");
        }
        assertThat(Files.exists(plugins.resolve("missing"))).isFalse();
    }

    private Set<String> seenBy(String backend) throws BackendException, InterruptedException {
        assertThat(host.reports())
                .allSatisfy(report -> assertThat(report.problem()).isEmpty());
        try (ResourceBackend opened = Contexts.open(host, backend)) {
            return opened.componentTypes();
        }
    }
}
