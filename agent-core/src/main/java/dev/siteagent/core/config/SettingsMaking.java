package dev.siteagent.core.config;

import java.lang.reflect.InvocationTargetException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Makes settings objects, those of plugins with an end: a constructor or setter that never comes back would keep the agent
 * from starting, and from reloading. A class that hangs once is not tried again in the same reading. Not thread-safe.
 */
final class SettingsMaking {
    private final Duration longest;
    private final Set<Class<?>> hanging = new HashSet<>();

    /** The code of a settings class does not come back. */
    static final class HangingException extends Exception {
        private static final long serialVersionUID = 1L;

        private HangingException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /**
     * Makes nothing yet.
     *
     * @param longest how long the making of one object of a plugin may take
     */
    SettingsMaking(Duration longest) {
        this.longest = longest;
    }

    /**
     * Makes an object.
     *
     * @throws InvocationTargetException when its class refuses the values
     * @throws HangingException when its class does not come back in time; it is interrupted then
     */
    Object make(Class<?> type, Shape shape, Map<String, Object> values)
            throws InvocationTargetException, HangingException {
        if (type.getClassLoader() == SettingsMaking.class.getClassLoader()) {
            return shape.create(values);
        }
        if (hanging.contains(type)) {
            throw new HangingException(hangs(type), null);
        }
        FutureTask<Object> task = new FutureTask<>(() -> shape.create(values));
        Thread thread = new Thread(task, "settings");
        thread.setDaemon(true);
        thread.start();
        try {
            return task.get(longest.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            task.cancel(true);
            hanging.add(type);
            throw new HangingException(hangs(type), e);
        } catch (InterruptedException e) {
            task.cancel(true);
            Thread.currentThread().interrupt();
            throw new HangingException("the reading of the file was interrupted", e);
        } catch (ExecutionException e) {
            throw thrown(e.getCause());
        }
    }

    private String hangs(Class<?> type) {
        return "the settings class " + type.getName() + " is not made after " + longest.toSeconds()
                + " s, it hangs; this is a fault of the plugin";
    }

    /** Returns what a class threw when it refuses the values; throws anything else. */
    private static InvocationTargetException thrown(Throwable cause) {
        if (cause instanceof InvocationTargetException refused) {
            return refused;
        }
        if (cause instanceof Error error) {
            throw error;
        }
        throw cause instanceof RuntimeException fault ? fault : new IllegalStateException(cause);
    }
}
