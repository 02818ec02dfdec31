package dev.siteagent.core.plugins;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ExitBlameTest {
    private static final StackTraceElement WAIT = frame(null, "java.lang.Shutdown", "exit");
    private static final StackTraceElement EXIT = frame(null, "java.lang.Runtime", "exit");
    private static final StackTraceElement REFLECTION = frame(null, "java.lang.reflect.Method", "invoke");
    private static final StackTraceElement PLUGIN = frame("plugin alpha 1.0.0", "alpha.Backend", "ping");
    private static final StackTraceElement HOST = frame("app", "dev.siteagent.core.cli.SiteAgent", "main");

    @Test
    void pluginThatWaitsInAnExitIsNamedWithItsLine() {
        assertThat(ExitBlame.in(List.of(stack(HOST), stack(WAIT, EXIT, REFLECTION, PLUGIN, HOST))))
                .hasValueSatisfying(line -> assertThat(line).contains("plugin alpha 1.0.0", "alpha.Backend.ping"));
    }

    @Test
    void endOfTheHostsOwnIsNobodysFault() {
        assertThat(ExitBlame.in(List.of(stack(WAIT, EXIT, HOST), stack(REFLECTION, PLUGIN, HOST))))
                .isEmpty();
    }

    private static StackTraceElement[] stack(StackTraceElement... frames) {
        return frames;
    }

    private static StackTraceElement frame(String loader, String type, String method) {
        return new StackTraceElement(loader, null, null, type, method, "Source.java", 7);
    }
}
