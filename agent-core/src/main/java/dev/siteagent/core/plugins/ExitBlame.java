package dev.siteagent.core.plugins;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Finds out who asked the process to end, where {@link ExitGuard} could not keep it from that: by reflection. Whoever asks
 * waits in {@code Runtime.exit} until the process is gone, with its own code further up the stack. Stateless.
 */
public final class ExitBlame {
    private static final String RUNTIME = Runtime.class.getName();

    private ExitBlame() {}

    /** Returns the line of a plugin's code that asks the process to end now, with the plugin's name; empty without one. */
    public static Optional<String> plugin() {
        return in(Thread.getAllStackTraces().values());
    }

    static Optional<String> in(Collection<StackTraceElement[]> stacks) {
        return stacks.stream()
                .map(Arrays::asList)
                .filter(ExitBlame::exits)
                .flatMap(List::stream)
                .filter(ExitBlame::isOfPlugin)
                .findFirst()
                .map(StackTraceElement::toString);
    }

    private static boolean exits(List<StackTraceElement> stack) {
        return stack.stream()
                .anyMatch(frame -> frame.getClassName().equals(RUNTIME)
                        && frame.getMethodName().equals("exit"));
    }

    static boolean isOfPlugin(StackTraceElement frame) {
        return frame.getClassLoaderName() != null && frame.getClassLoaderName().startsWith(PluginClassLoader.NAME);
    }
}
