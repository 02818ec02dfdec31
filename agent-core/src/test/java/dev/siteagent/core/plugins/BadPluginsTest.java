package dev.siteagent.core.plugins;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.siteagent.core.plugins.PluginReport.State;
import dev.siteagent.spi.BackendProvider;
import dev.siteagent.spi.UsernameBackendProvider;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each kind of bad plugin leaves the others working, and gets one clear line. */
class BadPluginsTest {
    @TempDir
    private Path plugins;

    private final Log log = new Log();
    private PluginHost host;

    @BeforeEach
    void putGoodPluginsAround() {
        PluginJar.plugin("aaa").writeTo(plugins.resolve("aaa.jar"));
        PluginJar.plugin("zzz").writeTo(plugins.resolve("zzz.jar"));
        host = new PluginHost(plugins);
    }

    @AfterEach
    void close() {
        host.close();
        log.close();
    }

    @Test
    void jarWithoutManifest() {
        PluginJar.builder().withoutManifest().entry("some.txt", "text").writeTo(plugins.resolve("bad.jar"));

        assertThat(problemOf("bad.jar")).contains("no Plugin-Id").contains("remove it, or build it with Plugin-Id");
    }

    @Test
    void jarWithoutDescriptor() {
        PluginJar.builder().backend("bad", "return Set.of();").writeTo(plugins.resolve("bad.jar"));

        assertThat(problemOf("bad.jar")).contains("no Plugin-Id");
    }

    @Test
    void descriptorWithoutVersion() {
        PluginJar.builder()
                .manifest("Plugin-Id", "bad")
                .backend("bad", "return Set.of();")
                .writeTo(plugins.resolve("bad.jar"));

        assertThat(problemOf("bad.jar")).contains("no Plugin-Version");
        assertThat(host.registry().whyMissing("bad").orElseThrow()).contains("no Plugin-Version");
    }

    @Test
    void noProvider() {
        PluginJar.builder().descriptor("bad", "1").writeTo(plugins.resolve("bad.jar"));

        assertThat(problemOf("bad.jar")).contains("it has no provider; name its BackendProvider");
    }

    @ParameterizedTest
    @ValueSource(strings = {">=2.0.0", "2.0.0", ">=1.1.0 & <2.0.0", "^2.0.0", "~1.2", "2.x", "0.x", "<1.0.0"})
    void requiredSpiVersionOutOfRange(String range) {
        PluginJar.plugin("bad").manifest("Plugin-Requires", range).writeTo(plugins.resolve("bad.jar"));

        assertThat(problemOf("bad.jar"))
                .contains("it needs version " + range + " of the SPI, and this agent has 1.0.0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"one or two", ">=", "^", "1.0.0 &", ">=1.0.0 <<2.0.0"})
    void requiredSpiVersionIsNoRange(String range) {
        PluginJar.plugin("bad").manifest("Plugin-Requires", range).writeTo(plugins.resolve("bad.jar"));

        assertThat(problemOf("bad.jar")).contains("its Plugin-Requires is no range of versions: " + range);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {">=1.0.0 & <2.0.0", "1.x", "1", "~1.0", "^1.0", "^1.0.0", "1.0.0", "0.9.0", "*", " ^1.0.0 ", ""})
    void requiredSpiVersionIsThatOfTheAgent(String range) {
        PluginJar.plugin("good").manifest("Plugin-Requires", range).writeTo(plugins.resolve("good.jar"));
        host.start();

        assertThat(host.registry().backendNames()).containsExactly("aaa", "good", "zzz");
        assertThat(log.warnings()).isEmpty();
    }

    @Test
    void dependencyOnAnotherPlugin() {
        PluginJar.plugin("bad").manifest("Plugin-Dependencies", "aaa").writeTo(plugins.resolve("bad.jar"));

        assertThat(problemOf("bad.jar")).contains("Plugin-Dependencies, but no plugin sees the classes of another");
    }

    @Test
    void registeredProviderIsNotInTheJar() {
        PluginJar.builder()
                .descriptor("bad", "1")
                .service(BackendProvider.class, "bad.Provider")
                .writeTo(plugins.resolve("bad.jar"));

        assertThat(problemOf("bad.jar"))
                .contains("Provider bad.Provider not found")
                .contains("correct META-INF/services");
    }

    @Test
    void registeredProviderIsNoProvider() {
        PluginJar.builder()
                .descriptor("bad", "1")
                .source("bad.Provider", "public class Provider {}")
                .service(BackendProvider.class, "bad.Provider")
                .writeTo(plugins.resolve("bad.jar"));

        assertThat(problemOf("bad.jar")).contains("bad.Provider not a subtype");
    }

    @Test
    void garbledServiceFile() {
        PluginJar.plugin("bad")
                .service(UsernameBackendProvider.class, "this is no class name")
                .writeTo(plugins.resolve("bad.jar"));

        assertThat(problemOf("bad.jar"))
                .contains("Illegal configuration-file syntax")
                .contains("correct META-INF/services");
        assertThat(host.registry().backend("bad")).isEmpty();
        assertThat(host.registry().whyMissing("bad").orElseThrow()).contains("bad.jar");
    }

    @Test
    void classThatFailsToInitialise() {
        PluginJar.builder()
                .descriptor("bad", "1")
                .source("bad.Provider", """
                        import dev.siteagent.spi.*;

                        public final class Provider implements BackendProvider<NoSettings> {
                            private static final int PORT = Integer.parseInt("many");
                            public String name() { return "bad"; }
                            public Class<NoSettings> settingsType() { return NoSettings.class; }
                            public ResourceBackend open(BackendContext<NoSettings> context) { return null; }
                        }
                        """)
                .service(BackendProvider.class, "bad.Provider")
                .writeTo(plugins.resolve("bad.jar"));

        assertThat(problemOf("bad.jar"))
                .contains("provider bad.Provider cannot be made: NumberFormatException: For input string: \"many\"");
    }

    @Test
    void classThatFailsToLink() {
        PluginJar.plugin("bad").leaveOut("bad.Backend").writeTo(plugins.resolve("bad.jar"));

        assertThat(problemOf("bad.jar"))
                .contains("NoClassDefFoundError: bad/Backend")
                .contains("put what is missing into the plugin");
    }

    @Test
    void providerBuiltOnAnotherClassOfTheHost() {
        PluginJar.builder()
                .descriptor("bad", "1")
                .library(Path.of(org.pf4j.Plugin.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .getPath()))
                .source("bad.Own", "public class Own extends org.pf4j.Plugin {}")
                .source("bad.Provider", """
                        import dev.siteagent.spi.*;

                        public final class Provider implements BackendProvider<NoSettings> {
                            private final Own own = new Own();
                            public String name() { return "bad"; }
                            public Class<NoSettings> settingsType() { return NoSettings.class; }
                            public ResourceBackend open(BackendContext<NoSettings> context) { return null; }
                        }
                        """)
                .service(BackendProvider.class, "bad.Provider")
                .writeTo(plugins.resolve("bad.jar"));

        assertThat(problemOf("bad.jar"))
                .contains("NoClassDefFoundError: org/pf4j/Plugin")
                .contains("put what is missing into the plugin");
    }

    @Test
    void constructorThatThrows() {
        PluginJar.builder()
                .descriptor("bad", "1")
                .source("bad.Provider", """
                        import dev.siteagent.spi.*;

                        public final class Provider implements BackendProvider<NoSettings> {
                            public Provider() { throw new IllegalStateException("out of order,\\nsorry"); }
                            public String name() { return "bad"; }
                            public Class<NoSettings> settingsType() { return NoSettings.class; }
                            public ResourceBackend open(BackendContext<NoSettings> context) { return null; }
                        }
                        """)
                .service(BackendProvider.class, "bad.Provider")
                .writeTo(plugins.resolve("bad.jar"));

        assertThat(problemOf("bad.jar"))
                .contains("provider bad.Provider cannot be made: IllegalStateException: out of order, sorry; ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "public final class Provider|private Provider() {}",
                "public final class Provider|public Provider(String region) {}",
                "public abstract class Provider|",
            })
    void classThatCannotBeMadeIsSaidToBeNone(String declaration, String constructor) {
        PluginJar.builder()
                .descriptor("bad", "1")
                .source("bad.Provider", """
                        import dev.siteagent.spi.*;

                        %s implements BackendProvider<NoSettings> {
                            %s
                            public String name() { return "bad"; }
                            public Class<NoSettings> settingsType() { return NoSettings.class; }
                            public ResourceBackend open(BackendContext<NoSettings> context) { return null; }
                        }
                        """.formatted(declaration, constructor == null ? "" : constructor))
                .service(BackendProvider.class, "bad.Provider")
                .writeTo(plugins.resolve("bad.jar"));

        assertThat(problemOf("bad.jar"))
                .endsWith("; a provider is a public class, not abstract, with a public constructor without parameters");
    }

    @Test
    void nameThatIsInvalid() {
        PluginJar.builder()
                .descriptor("bad", "1")
                .provider("bad", "Bad Cloud")
                .backendSource("bad", "return Set.of();")
                .service(BackendProvider.class, "bad.Provider")
                .writeTo(plugins.resolve("bad.jar"));

        assertThat(problemOf("bad.jar")).contains("provider bad.Provider has the name \"Bad Cloud\"");
    }

    @Test
    void settingsTypeThatIsNull() {
        PluginJar.builder()
                .descriptor("bad", "1")
                .source("bad.Provider", """
                        import dev.siteagent.spi.*;

                        public final class Provider implements BackendProvider<NoSettings> {
                            public String name() { return "bad"; }
                            public Class<NoSettings> settingsType() { return null; }
                            public ResourceBackend open(BackendContext<NoSettings> context) { return null; }
                        }
                        """)
                .service(BackendProvider.class, "bad.Provider")
                .writeTo(plugins.resolve("bad.jar"));

        assertThat(problemOf("bad.jar")).contains("settingsType returned null");
    }

    @Test
    void backendNameThatAnotherPluginHasNamesBothJars() {
        PluginJar.builder()
                .descriptor("bad", "1")
                .provider("bad", "aaa")
                .backendSource("bad", "return Set.of();")
                .service(BackendProvider.class, "bad.Provider")
                .writeTo(plugins.resolve("bad.jar"));

        assertThat(problemOf("bad.jar"))
                .contains("the backend aaa is there already, from " + plugins.resolve("aaa.jar"));
        assertThat(host.registry().pluginOf("aaa").orElseThrow().id()).isEqualTo("aaa");
        assertThat(host.registry().whyMissing("aaa")).isEmpty();
    }

    @Test
    void pluginIdThatAnotherPluginHasNamesBothJars() {
        PluginJar.builder()
                .descriptor("aaa", "2")
                .backend("bad", "return Set.of();")
                .writeTo(plugins.resolve("bad.jar"));

        assertThat(problemOf("bad.jar"))
                .contains("the Plugin-Id aaa is there already, from " + plugins.resolve("aaa.jar"));
    }

    @Test
    void usernameBackendNamedAsTheHostsOwn() {
        PluginJar.builder()
                .descriptor("bad", "1")
                .source("bad.Names", """
                        import dev.siteagent.spi.*;

                        public final class Names implements UsernameBackendProvider<NoSettings> {
                            public String name() { return "base"; }
                            public Class<NoSettings> settingsType() { return NoSettings.class; }
                            public UsernameBackend open(BackendContext<NoSettings> context) { return null; }
                        }
                        """)
                .service(UsernameBackendProvider.class, "bad.Names")
                .writeTo(plugins.resolve("bad.jar"));

        assertThat(problemOf("bad.jar")).contains("the username backend base is the agent's own");
    }

    @Test
    void fileThatIsNoJar() throws IOException {
        Files.writeString(plugins.resolve("bad.jar"), "<html>404 Not Found</html>");

        assertThat(problemOf("bad.jar")).contains("it is no readable jar").contains("copy it again");
        assertThat(host.registry().whyMissing("bad").orElseThrow()).contains("it is no readable jar");
    }

    @Test
    void emptyFile() throws IOException {
        Files.createFile(plugins.resolve("bad.jar"));

        assertThat(problemOf("bad.jar")).contains("it is no readable jar");
    }

    @Test
    void jarThatIsCutShort() throws IOException {
        byte[] whole = Files.readAllBytes(PluginJar.plugin("bad").writeTo(plugins.resolve("bad.jar")));
        Files.write(plugins.resolve("bad.jar"), Arrays.copyOf(whole, whole.length / 2));

        assertThat(problemOf("bad.jar")).contains("it is no readable jar");
    }

    @Test
    void jarWithADamagedClass() throws IOException {
        Path jar = PluginJar.plugin("bad").writeTo(plugins.resolve("bad.jar"));
        byte[] bytes = Files.readAllBytes(jar);
        byte[] name = "bad/Provider.class".getBytes(StandardCharsets.ISO_8859_1);
        int start = indexOf(bytes, name) + name.length;
        Arrays.fill(bytes, start, start + 100, (byte) 0xff);
        Files.write(jar, bytes);

        assertThat(problemOf("bad.jar"))
                .contains("ClassFormatError: bad.Provider cannot be read from " + jar)
                .contains("take another build of the plugin");
    }

    @Test
    void damagedLibrary() throws IOException {
        PluginJar.plugin("bad").writeTo(plugins.resolve("bad/bad.jar"));
        Files.createDirectory(plugins.resolve("bad/lib"));
        Files.writeString(plugins.resolve("bad/lib/some.jar"), "nothing");

        assertThat(problemOf("bad")).contains("lib/some.jar is no readable jar");
    }

    @Test
    void folderWithoutJar() throws IOException {
        Files.createDirectory(plugins.resolve("bad"));

        assertThat(problemOf("bad")).contains("the folder has no jar");
    }

    @Test
    void folderWithTwoJars() {
        PluginJar.plugin("bad").writeTo(plugins.resolve("bad/bad.jar"));
        PluginJar.builder().writeTo(plugins.resolve("bad/library.jar"));

        assertThat(problemOf("bad"))
                .contains("more than one jar: [bad.jar, library.jar]")
                .contains("its libraries in lib/");
    }

    @Test
    void zipFile() {
        PluginJar.plugin("bad").writeTo(plugins.resolve("bad.zip"));

        assertThat(problemOf("bad.zip")).contains("zip files are not loaded; unpack it into a folder of its own");
    }

    @Test
    void otherFilesAreNoPluginsAndNoTrouble() throws IOException {
        Files.writeString(plugins.resolve("README.txt"), "text");
        Files.writeString(plugins.resolve("disabled.txt"), "aaa");
        Files.createDirectory(plugins.resolve("..data"));
        Files.writeString(plugins.resolve(".bad.jar"), "hidden");
        Files.writeString(plugins.resolve("bad.jar.off"), "text");

        host.start();

        assertThat(host.reports()).extracting(PluginReport::id).containsExactly("aaa", "zzz");
        assertThat(log.warnings()).isEmpty();
    }

    /** Starts, checks that the good ones work and that there is the one line, and returns the problem. */
    private String problemOf(String file) {
        host.start();

        assertThat(host.registry().backendNames()).containsExactly("aaa", "zzz");
        PluginReport bad = host.reports().stream()
                .filter(report -> report.state() == State.FAILED)
                .findFirst()
                .orElseThrow();
        assertThat(bad.file()).isEqualTo(plugins.resolve(file).toString());
        List<ILoggingEvent> warnings = log.warnings();
        assertThat(warnings).hasSize(1);
        assertThat(warnings.get(0).getThrowableProxy()).isNull();
        assertThat(warnings.get(0).getFormattedMessage())
                .isEqualTo("Plugin " + plugins.resolve(file) + " is not loaded: "
                        + bad.problem().orElseThrow())
                .doesNotContain("\n");
        return bad.problem().orElseThrow();
    }

    private static int indexOf(byte[] bytes, byte[] part) {
        for (int start = 0; start <= bytes.length - part.length; start++) {
            if (Arrays.equals(bytes, start, start + part.length, part, 0, part.length)) {
                return start;
            }
        }
        throw new IllegalArgumentException("not found");
    }
}
