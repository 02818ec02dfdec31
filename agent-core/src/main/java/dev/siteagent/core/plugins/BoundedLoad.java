package dev.siteagent.core.plugins;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs the code of a plugin that runs while it is loaded, static initialisers and constructors of its providers, with an
 * end: one that never comes back would keep the agent from starting.
 */
final class BoundedLoad {
    private final Duration longest;

    BoundedLoad(Duration longest) {
        this.longest = longest;
    }

    /**
     * Runs a step of the loading.
     *
     * @throws PluginProblem as the step does, and when it does not come back in time; it is interrupted then
     */
    void run(Callable<Void> step) throws PluginProblem {
        FutureTask<Void> task = new FutureTask<>(step);
        Thread thread = new Thread(task, "plugin-load");
        thread.setDaemon(true);
        thread.start();
        try {
            task.get(longest.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            String place = place(thread);
            task.cancel(true);
            throw new PluginProblem(
                    "its providers are not made after " + longest.toSeconds() + " s, they hang" + place,
                    "a provider does no work before it is asked to open; take another build of the plugin",
                    e);
        } catch (InterruptedException e) {
            task.cancel(true);
            Thread.currentThread().interrupt();
            throw new PluginProblem("its loading was interrupted", "start the agent again", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof PluginProblem problem) {
                throw problem;
            }
            throw PluginProblem.thrownBy("it cannot be loaded", e.getCause());
        }
    }

    /** Names the plugin's own line that does not come back rather than the JDK's that it waits in. */
    private static String place(Thread thread) {
        List<StackTraceElement> stack = List.of(thread.getStackTrace());
        return stack.stream()
                .filter(ExitBlame::isOfPlugin)
                .findFirst()
                .or(() -> stack.stream().findFirst())
                .map(frame -> " at " + frame)
                .orElse("");
    }
}
