package dev.siteagent.core.plugins;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.siteagent.core.plugins.PluginReport.State;
import dev.siteagent.spi.BackendProvider;
import dev.siteagent.spi.NoSettings;
import dev.siteagent.spi.OfferingUser;
import dev.siteagent.spi.UsernameBackend;
import dev.siteagent.spi.UsernameBackendProvider;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is loaded, from where, and what is told about it. */
class PluginHostTest {
    @TempDir
    private Path plugins;

    @TempDir
    private Path elsewhere;

    @Test
    void reportTellsWhatTheDescriptorAndTheProvidersSay() {
        PluginJar.plugin("alpha")
                .manifest("Plugin-Version", "1.2.3")
                .manifest("Plugin-Provider", "Acme")
                .manifest("Plugin-Description", "Clouds")
                .manifest("Plugin-Requires", "^1.0.0")
                .manifest("Plugin-Class", "not.asked.For")
                .writeTo(plugins.resolve("alpha.jar"));

        try (PluginHost host = started()) {
            assertThat(host.reports())
                    .containsExactly(new PluginReport(
                            "alpha",
                            "1.2.3",
                            "Acme",
                            "Clouds",
                            List.of("alpha"),
                            List.of(),
                            List.of(),
                            List.of("limits", "pending-work"),
                            State.STARTED,
                            plugins.resolve("alpha.jar").toString(),
                            Optional.empty()));
            assertThat(host.registry().pluginOf("ALPHA"))
                    .contains(host.reports().get(0));
        }
    }

    @Test
    void requiredVersionsThatFit() {
        for (String range : List.of("*", "1.0.0", "0.9.0", ">=1.0.0 & <2.0.0", "~1.0.0", "1.x", "^1.0.0")) {
            PluginJar.plugin("alpha").manifest("Plugin-Requires", range).writeTo(plugins.resolve("alpha.jar"));

            try (PluginHost host = started()) {
                assertThat(host.registry().backendNames()).as(range).containsExactly("alpha");
            }
        }
    }

    @Test
    void folderPluginHasItsLibraries() throws Exception {
        Path library = PluginJar.builder()
                .source("library.Text", "public class Text { public static String of() { return \"from lib\"; } }")
                .writeTo(plugins.resolve("alpha/lib/text-1.0.jar"));
        PluginJar.plugin("alpha", "return Set.of(library.Text.of());")
                .library(library)
                .writeTo(plugins.resolve("alpha/plugin.jar"));

        try (PluginHost host = started()) {
            assertThat(Contexts.open(host, "alpha").componentTypes()).containsExactly("from lib");
            assertThat(host.reports().get(0).file())
                    .isEqualTo(plugins.resolve("alpha").toString());
        }
    }

    @Test
    void pluginThatIsLoadedTwiceGoesOnWorking() throws Exception {
        Path jar = PluginJar.plugin("alpha", "return Set.of(Later.class.getSimpleName());")
                .source("alpha.Later", "class Later {}")
                .writeTo(plugins.resolve("alpha.jar"));

        try (PluginHost host = started()) {
            PluginReport second = host.load(jar);

            assertThat(second.problem().orElseThrow()).contains("the Plugin-Id alpha is there already, from " + jar);
            assertThat(Contexts.open(host, "alpha").componentTypes()).containsExactly("Later");
        }
    }

    @Test
    void pluginsFolderThatIsAFileIsNoEnd() throws IOException {
        Path file = Files.createFile(elsewhere.resolve("plugins"));

        try (PluginHost host = new PluginHost(file)) {
            host.start();

            assertThat(host.reports()).isEmpty();
        }
    }

    @Test
    void pluginOnTheHostsClassPathIsFoundWithItsDescriptor() throws Exception {
        URL jar = url(PluginJar.plugin("alpha", "return Set.of(\"found\");").writeTo(elsewhere.resolve("alpha.jar")));
        PluginJar.plugin("beta").writeTo(plugins.resolve("beta.jar"));

        try (URLClassLoader classPath =
                        new URLClassLoader(new URL[] {jar}, getClass().getClassLoader());
                PluginHost host = new PluginHost(plugins, classPath, PluginCallListener.NONE)) {
            host.start();

            assertThat(host.reports()).extracting(PluginReport::id).containsExactly("alpha", "beta");
            assertThat(host.reports().get(0).version()).isEqualTo("1.0.0");
            assertThat(host.reports().get(0).file())
                    .isEqualTo(elsewhere.resolve("alpha.jar").toString());
            assertThat(Contexts.open(host, "alpha").componentTypes()).containsExactly("found");
            assertThatThrownBy(() -> host.unload("alpha"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("it was not loaded from " + plugins);
        }
    }

    @Test
    void pluginOnTheHostsClassPathNeedsNoDescriptor() throws Exception {
        URL jar = url(PluginJar.builder().backend("alpha", "return Set.of();").writeTo(elsewhere.resolve("some.jar")));

        try (URLClassLoader classPath =
                        new URLClassLoader(new URL[] {jar}, getClass().getClassLoader());
                PluginHost host = new PluginHost(plugins, classPath, PluginCallListener.NONE)) {
            host.start();

            assertThat(host.reports()).singleElement().satisfies(report -> {
                assertThat(report.id()).isEqualTo("alpha");
                assertThat(report.problem()).isEmpty();
            });
        }
    }

    @Test
    void badPluginOnTheHostsClassPathLeavesTheOthers() throws Exception {
        URL missing = url(PluginJar.builder()
                .service(BackendProvider.class, "missing.Provider")
                .writeTo(elsewhere.resolve("missing.jar")));
        URL broken =
                url(PluginJar.plugin("broken").leaveOut("broken.Backend").writeTo(elsewhere.resolve("broken.jar")));
        URL good = url(PluginJar.plugin("good").writeTo(elsewhere.resolve("good.jar")));
        PluginJar.builder()
                .descriptor("same", "1")
                .provider("same", "good")
                .backendSource("same", "return Set.of();")
                .service(BackendProvider.class, "same.Provider")
                .writeTo(plugins.resolve("same.jar"));

        try (URLClassLoader classPath = new URLClassLoader(
                        new URL[] {missing, broken, good}, getClass().getClassLoader());
                PluginHost host = new PluginHost(plugins, classPath, PluginCallListener.NONE)) {
            host.start();

            assertThat(host.registry().backendNames()).containsExactly("good");
            assertThat(host.reports())
                    .filteredOn(report -> report.state() == State.FAILED)
                    .extracting(report -> report.problem().orElseThrow())
                    .satisfiesExactlyInAnyOrder(
                            problem -> assertThat(problem).contains("Provider missing.Provider not found"),
                            problem -> assertThat(problem).contains("NoClassDefFoundError: broken/Backend"),
                            problem -> assertThat(problem)
                                    .contains("the backend good is there already, from "
                                            + elsewhere.resolve("good.jar")));
        }
    }

    @Test
    void hostsOwnUsernameBackendGivesNoNames() throws Exception {
        try (PluginHost host = started()) {
            UsernameBackendProvider<?> base =
                    host.registry().usernameBackend("Base").orElseThrow();
            // Its settingsType() is NoSettings.
            @SuppressWarnings("unchecked")
            UsernameBackend usernames = ((UsernameBackendProvider<NoSettings>) base).open(Contexts.context());

            assertThat(base.name()).isEqualTo("base");
            assertThat(base.settingsType()).isEqualTo(NoSettings.class);
            assertThat(host.registry().usernameBackendNames()).containsExactly("base");
            assertThat(usernames.usernameFor(user())).isEqualTo(new UsernameBackend.Assignment.None());
        }
    }

    @Test
    void missingBackendIsExplainedByTheBadPluginOnly() throws IOException {
        PluginJar.plugin("good").writeTo(plugins.resolve("good.jar"));
        try (PluginHost host = started()) {
            assertThat(host.registry().whyMissing("cloud")).isEmpty();
        }

        Files.writeString(plugins.resolve("cloud-1.2.jar"), "cut short");
        Files.writeString(plugins.resolve("cloudy.jar"), "cut short");
        try (PluginHost host = started()) {
            assertThat(host.registry().whyMissing("Cloud").orElseThrow())
                    .startsWith("plugin " + plugins.resolve("cloud-1.2.jar") + " is not loaded: it is no readable jar");
            assertThat(host.registry().whyMissing("other").orElseThrow()).contains("cloud-1.2.jar", "cloudy.jar");
            assertThat(host.registry().whyMissing("good")).isEmpty();
            assertThat(host.registry().whyMissing("base")).isEmpty();
        }
    }

    /** Tools put the manifest first, but a jar made by hand or packed again need not have it there. */
    @Test
    void manifestNeedNotComeFirstInAJar() throws IOException {
        Path jar = PluginJar.plugin("good").writeTo(plugins.resolve("good.jar"));
        RepackedJar.withManifestLast(jar);

        try (PluginHost host = started()) {
            assertThat(host.registry().backendNames()).contains("good");
        }
    }

    @Test
    void manifestMayBePackedSoThatOnlyTheIndexTellsItsSize() throws IOException {
        Path jar = PluginJar.plugin("good").writeTo(plugins.resolve("good.jar"));
        RepackedJar.withManifestOfUntoldSize(jar);

        try (PluginHost host = started()) {
            assertThat(host.registry().backendNames()).contains("good");
        }
    }

    @Test
    void listingIsATableWithTheProblemsBelow() throws IOException {
        PluginJar.plugin("alpha").manifest("Plugin-Provider", "Acme").writeTo(plugins.resolve("alpha.jar"));
        Files.writeString(plugins.resolve("bad.jar"), "cut short");

        try (PluginHost host = started()) {
            assertThat(PluginListing.text(host.reports()).replace(plugins.toString(), "plugins"))
                    .isEqualTo("""
                            ID     VERSION  PROVIDER  STATE    NAMES  CAPABILITIES          FILE
                            alpha  1.0.0    Acme      started  alpha  limits, pending-work  plugins/alpha.jar
                            -      -        -         failed   -      -                     plugins/bad.jar

                            plugin plugins/bad.jar is not loaded: it is no readable jar: zip END header not found; \
                            copy it again, it may be cut short, or let the agent's user read it
                            """);
        }
    }

    @Test
    void listingWithoutPluginsSaysSo() {
        assertThat(PluginListing.text(List.of())).isEqualTo("No plugins.\n");
    }

    @Test
    void jsonListingHasStableFields() throws IOException {
        PluginJar.plugin("alpha").manifest("Plugin-Description", "Clouds").writeTo(plugins.resolve("alpha.jar"));
        Files.writeString(plugins.resolve("bad.jar"), "cut short");

        try (PluginHost host = started()) {
            JsonNode document = new ObjectMapper().readTree(PluginListing.json(host.reports()));

            assertThat(document.get("spi_version").asText()).isEqualTo("1.0.0");
            assertThat(document.get("plugins").get(0)).isEqualTo(new ObjectMapper().readTree("""
                                    {"id": "alpha", "version": "1.0.0", "provider": "", "description": "Clouds",
                                     "backends": ["alpha"], "username_backends": [], "services": [],
                                     "capabilities": ["limits", "pending-work"], "state": "started",
                                     "file": "FILE", "problem": null}
                                    """.replace(
                                    "FILE", plugins.resolve("alpha.jar").toString())));
            assertThat(document.get("plugins").get(1).get("state").asText()).isEqualTo("failed");
            assertThat(document.get("plugins").get(1).get("problem").asText()).startsWith("it is no readable jar");
        }
    }

    private PluginHost started() {
        PluginHost host = new PluginHost(plugins);
        host.start();
        return host;
    }

    private static URL url(Path jar) throws IOException {
        return jar.toUri().toURL();
    }

    private static OfferingUser user() {
        return new OfferingUser(new UUID(1, 2), new UUID(3, 4), "ada", Optional.empty(), "Requested", Map.of());
    }
}
