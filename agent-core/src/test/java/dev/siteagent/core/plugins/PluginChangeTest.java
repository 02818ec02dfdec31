package dev.siteagent.core.plugins;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a change of the plugins folder makes of the plugins. */
class PluginChangeTest {
    @TempDir
    private Path plugins;

    private PluginHost host;

    @BeforeEach
    void start() {
        put("alpha", "1.0", "alpha.jar");
        put("beta", "1.0", "beta.jar");
        host = PluginHost.copying(plugins, PluginCallListener.NONE);
        host.start();
    }

    @AfterEach
    void close() {
        host.close();
    }

    @Test
    void unchangedFolderChangesNothing() throws IOException {
        try (PluginChange change = host.prepare(Set.of())) {
            assertThat(change.isEmpty()).isTrue();
        }
        assertThat(versions()).containsExactly("alpha 1.0", "beta 1.0");
    }

    @Test
    void replacedPluginIsTheOldOneUntilTheCommitAndStaysSoWithoutIt() throws IOException {
        put("alpha", "2.0.0", "alpha.jar");

        try (PluginChange change = host.prepare(Set.of())) {
            assertThat(change.replaced()).containsExactly("alpha");
            assertThat(change.going()).containsExactly("alpha");
            assertThat(change).hasToString("goes: alpha 1.0; comes: alpha 2.0.0");
            assertThat(versions()).containsExactly("alpha 1.0", "beta 1.0");
        }
        assertThat(versions()).containsExactly("alpha 1.0", "beta 1.0");

        try (PluginChange change = host.prepare(Set.of())) {
            change.commit();
            assertThat(versions()).containsExactlyInAnyOrder("alpha 2.0.0", "beta 1.0");
        }
    }

    @Test
    void changeThatWasGivenUpCannotBeCommitted() throws IOException {
        put("alpha", "2.0.0", "alpha.jar");
        PluginChange change = host.prepare(Set.of());
        change.close();

        assertThatThrownBy(change::commit).isInstanceOf(IllegalStateException.class);
        assertThat(versions()).containsExactly("alpha 1.0", "beta 1.0");
    }

    @Test
    void badBuildTakesNoOthersPlace() throws IOException {
        PluginJar.plugin("alpha")
                .leaveOut("alpha.Backend")
                .entry("more", "text")
                .writeTo(plugins.resolve("alpha.jar"));

        try (PluginChange change = host.prepare(Set.of())) {
            assertThat(change.isEmpty()).isTrue();
            assertThat(change.hasFailures()).isTrue();
            change.commit();
        }
        assertThat(versions()).contains("alpha 1.0");
    }

    @Test
    void buildUnderAnotherFileNameReplacesOnceTheOldFileIsRemoved() throws IOException {
        put("alpha", "2.0.0", "alpha-2.jar");
        try (PluginChange change = host.prepare(Set.of())) {
            assertThat(change.isEmpty()).isTrue();
            change.commit();
        }
        assertThat(host.reports())
                .anySatisfy(report -> assertThat(report.failure().orElse(""))
                        .contains("alpha-2.jar", "the Plugin-Id alpha is there already"));

        Files.delete(plugins.resolve("alpha.jar"));
        try (PluginChange change = host.prepare(Set.of())) {
            assertThat(change.replaced()).containsExactly("alpha");
            change.commit();
        }
        assertThat(versions()).containsExactlyInAnyOrder("alpha 2.0.0", "beta 1.0");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void badBuildUnderAnotherFileNameLeavesTheOldOneAtWorkThoughItsFileIsGone(boolean readable) throws IOException {
        Files.delete(plugins.resolve("alpha.jar"));
        if (readable) {
            PluginJar.plugin("alpha").leaveOut("alpha.Backend").writeTo(plugins.resolve("alpha-2.jar"));
        } else {
            Files.writeString(plugins.resolve("alpha-2.jar"), "half a jar");
        }

        try (PluginChange change = host.prepare(Set.of())) {
            assertThat(change.isEmpty()).isTrue();
            assertThat(change.hasFailures()).isTrue();
            change.commit();
        }
        assertThat(versions()).containsExactlyInAnyOrder("alpha 1.0", "beta 1.0");

        put("alpha", "2.0.0", "alpha-2.jar");
        try (PluginChange change = host.prepare(Set.of())) {
            assertThat(change.replaced()).containsExactly("alpha");
            change.commit();
        }
        assertThat(versions()).containsExactlyInAnyOrder("alpha 2.0.0", "beta 1.0");
    }

    @Test
    void pluginThatACallStillUsesStaysLoadedWhenAnotherHasTakenItsPlace() throws IOException {
        put("alpha", "2.0.0", "alpha.jar");
        ClassLoader old =
                host.registry().backend("alpha").orElseThrow().settingsType().getClassLoader();
        try (Log log = new Log()) {
            try (PluginChange change = host.prepare(Set.of())) {
                change.commit(Set.of("alpha"));
            }
            assertThat(log.warnings()).singleElement().satisfies(event -> assertThat(event.getFormattedMessage())
                    .contains("alpha 1.0", "stays in memory"));
        }
        assertThat(versions()).containsExactlyInAnyOrder("alpha 2.0.0", "beta 1.0");
        assertThat(old.getResource("META-INF/MANIFEST.MF")).isNotNull();
    }

    @Test
    void removedPluginIsNotReplaced() throws IOException {
        Files.delete(plugins.resolve("alpha.jar"));

        try (PluginChange change = host.prepare(Set.of())) {
            assertThat(change.replaced()).isEmpty();
            assertThat(change.going()).containsExactly("alpha");
            assertThat(change.catalog().backendNames()).containsExactly("beta");
            change.commit();
        }
        assertThat(versions()).containsExactly("beta 1.0");
    }

    @Test
    void pluginThatIsKeptStaysWhateverTheFolderHas() throws IOException {
        put("alpha", "2.0.0", "alpha.jar");
        Files.delete(plugins.resolve("beta.jar"));

        try (PluginChange change = host.prepare(Set.of("alpha"))) {
            change.commit();
        }
        assertThat(versions()).containsExactly("alpha 1.0");
    }

    @Test
    void linkThatLeadsElsewhereIsAChangeThoughSizeAndTimeAreTheSame() throws IOException {
        Path one = plugins.resolve(".one/alpha.jar");
        Path two = plugins.resolve(".two/alpha.jar");
        Files.createDirectories(one.getParent());
        Files.createDirectories(two.getParent());
        Files.move(plugins.resolve("alpha.jar"), one);
        Files.copy(one, two, StandardCopyOption.COPY_ATTRIBUTES);
        Files.createSymbolicLink(plugins.resolve("alpha.jar"), one);
        FolderState before = host.look();
        Files.delete(plugins.resolve("alpha.jar"));
        Files.createSymbolicLink(plugins.resolve("alpha.jar"), two);

        assertThat(host.look()).isNotEqualTo(before);
    }

    private void put(String name, String version, String file) {
        PluginJar.plugin(name).descriptor(name, version).writeTo(plugins.resolve(file));
    }

    private List<String> versions() {
        return host.reports().stream()
                .filter(report -> report.state() == PluginReport.State.STARTED)
                .map(report -> report.id() + " " + report.version())
                .toList();
    }
}
