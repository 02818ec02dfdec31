package dev.siteagent.core.plugins;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.siteagent.core.plugins.PluginReport.State;
import dev.siteagent.spi.ResourceBackend;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a bad plugin does costs its own call, and not the agent. */
@Timeout(60)
class PluginContainmentTest {
    @TempDir
    private Path plugins;

    private PluginHost host;

    @BeforeEach
    void prepare() {
        host = new PluginHost(
                plugins, PluginContainmentTest.class.getClassLoader(), PluginCallListener.NONE, Duration.ofSeconds(1));
    }

    @AfterEach
    void close() {
        System.clearProperty("villain.ends");
        host.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "System.exit(7);",
                "Runtime.getRuntime().exit(7);",
                "Runtime.getRuntime().halt(7);",
                "java.util.function.IntConsumer end = System::exit; end.accept(7);",
                "java.util.function.IntConsumer end = Runtime.getRuntime()::halt; end.accept(7);",
                "Runnable end = () -> System.exit(7); end.run();",
                "switch (Thread.activeCount()) { case 0: return Set.of(); default: System.exit(7); }",
            })
    void pluginThatEndsTheProcessFailsAndIsNamed(String end) throws Exception {
        try (Log log = new Log()) {
            assertThatThrownBy(() -> backend(end + " return Set.of();").componentTypes())
                    .hasRootCauseInstanceOf(SecurityException.class)
                    .hasRootCauseMessage(
                            "plugin alpha 1.0.0: class alpha.Backend tried to end the process of the agent,"
                                    + " which no plugin may; ask the plugin's author");
            assertThat(log.warnings()).singleElement().asString().contains("plugin alpha 1.0.0", "alpha.Backend");
        }
    }

    @Test
    void interfaceThatEndsTheProcessFailsToo() throws Exception {
        PluginJar.plugin("alpha", "new End() {}.now(); return Set.of();")
                .source("alpha.End", "interface End { default void now() { System.exit(7); } }")
                .writeTo(plugins.resolve("alpha.jar"));
        host.start();

        assertThatThrownBy(() -> Contexts.open(host, "alpha").componentTypes())
                .hasRootCauseInstanceOf(SecurityException.class);
    }

    @Test
    void classThatOnlySpeaksOfAnExitIsAsItWas() throws Exception {
        assertThat(backend("return Set.of(System.getProperty(\"exit\", \"no exit\"));")
                        .componentTypes())
                .containsExactly("no exit");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "throw new StackOverflowError();",
                "throw new AssertionError(\"mine\");",
                "throw new OutOfMemoryError(\"mine\");",
                "throw new Error(\"mine\") { public String getMessage() { throw new IllegalStateException(); } };",
                "throw new Error(\"x\".repeat(10_000_000));",
            })
    void errorOfAPluginIsAFaultThatNamesIt(String thrown) throws Exception {
        ResourceBackend backend = backend("if (true) { " + thrown + " } return Set.of();");

        assertThatThrownBy(backend::componentTypes)
                .isInstanceOf(PluginFault.class)
                .hasMessageContaining("alpha.Backend.componentTypes ended with")
                .satisfies(fault -> assertThat(fault.getMessage()).hasSizeLessThan(10_000));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "while (System.getProperty(\"villain.ends\") == null) { Thread.onSpinWait(); }",
                "try { new java.util.concurrent.CountDownLatch(1).await(); } catch (InterruptedException e) { }",
            })
    void pluginWhoseProviderHangsCostsOneLineAndTheOthersAreLoaded(String hang) {
        PluginJar.plugin("zeta").writeTo(plugins.resolve("zeta.jar"));
        PluginJar.plugin("alpha").source("alpha.Provider", """
                        import dev.siteagent.spi.*;
                        public final class Provider implements BackendProvider<NoSettings> {
                            static { hang(); }
                            static void hang() { if (Provider.class != null) { %s } }
                            public String name() { return "alpha"; }
                            public Class<NoSettings> settingsType() { return NoSettings.class; }
                            public Backend open(BackendContext<NoSettings> context) { return new Backend(); }
                        }
                        """.formatted(hang)).writeTo(plugins.resolve("alpha.jar"));

        host.start();

        System.setProperty("villain.ends", "now");
        assertThat(host.registry().backendNames()).containsExactly("zeta");
        assertThat(host.reports().get(0).state()).isEqualTo(State.FAILED);
        assertThat(host.reports().get(0).problem().orElseThrow())
                .contains("not made after 1 s", "hang at plugin alpha 1.0.0//alpha.Provider.hang")
                .contains("take another build");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "thread.setContextClassLoader(ClassLoader.getSystemClassLoader());"})
    void threadThatOutlivesItsPluginIsReportedByName(String disguise) throws Exception {
        backend("""
                Thread thread = new Thread(() -> {
                    try { new java.util.concurrent.CountDownLatch(1).await(); } catch (InterruptedException e) { }
                }, "alpha-watch");
                %s
                thread.setDaemon(true);
                thread.start();
                while (thread.getState() != Thread.State.WAITING) { Thread.onSpinWait(); }
                return Set.of();""".formatted(disguise)).componentTypes();
        try (Log log = new Log()) {
            host.unload("alpha");

            assertThat(log.warnings()).singleElement().asString().contains("Plugin alpha", "alpha-watch");
        } finally {
            Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().equals("alpha-watch"))
                    .forEach(Thread::interrupt);
        }
    }

    @Test
    void threadThatEndsInTimeIsNotReported() throws Exception {
        backend("new Thread(() -> {}, \"alpha-short\").start(); return Set.of();")
                .componentTypes();
        try (Log log = new Log()) {
            host.unload("alpha");

            assertThat(log.warnings()).isEmpty();
        }
    }

    private ResourceBackend backend(String componentTypes) throws Exception {
        PluginJar.plugin("alpha", componentTypes).writeTo(plugins.resolve("alpha.jar"));
        host.start();
        return Contexts.open(host, "alpha");
    }
}
