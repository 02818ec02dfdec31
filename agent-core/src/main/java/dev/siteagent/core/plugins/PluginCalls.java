package dev.siteagent.core.plugins;

import dev.siteagent.core.plugins.PluginCallListener.Outcome;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.BackendNotReadyException;
import dev.siteagent.spi.TransientBackendException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Arrays;

/**
 * Calls into a plugin's object, with the plugin's class loader as the thread's context class loader (spec "Discovery and
 * isolation"). The object seen by the host implements every interface of the SPI that the plugin's does, so that {@code
 * instanceof} tells the truth, and so do the objects that it opens in turn.
 *
 * <p>The exceptions of a plugin come through as they are; an {@link Error}, and whatever else no hook may throw, becomes a
 * {@link PluginFault}. A null, which the SPI rules out, is a {@link NullPointerException} that names the plugin. Thread-safe as far as the plugin's object is.
 */
final class PluginCalls implements InvocationHandler {
    private final String plugin;
    private final ClassLoader loader;
    private final PluginCallListener listener;
    private final Object target;

    private PluginCalls(String plugin, ClassLoader loader, PluginCallListener listener, Object target) {
        this.plugin = plugin;
        this.loader = loader;
        this.listener = listener;
        this.target = target;
    }

    /**
     * Returns the object that the host calls instead.
     *
     * @param type what the host takes it for
     * @param target the plugin's object
     * @param plugin the name of the plugin, for messages
     * @param loader the plugin's class loader
     * @param listener hears of each call
     * @param <T> what the host takes it for
     */
    static <T> T into(Class<T> type, Object target, String plugin, ClassLoader loader, PluginCallListener listener) {
        Class<?>[] interfaces = SpiInterfaces.of(target.getClass()).toArray(Class<?>[]::new);
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), interfaces, new PluginCalls(plugin, loader, listener, target)));
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        if (method.getName().equals("equals") && method.getDeclaringClass() == Object.class) {
            return target.equals(unwrapped(arguments[0]));
        }
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        long began = System.nanoTime();
        Runnable cameBack = listener.begins(plugin, method.getName());
        Outcome outcome = Outcome.FAULT;
        try {
            Object result = result(method, method.invoke(target, arguments));
            outcome = Outcome.OK;
            return result;
        } catch (InvocationTargetException thrown) {
            outcome = outcome(thrown.getCause());
            throw PluginFault.contained(
                    thrown.getCause(), plugin, target.getClass().getName() + "." + method.getName());
        } finally {
            thread.setContextClassLoader(before);
            cameBack.run();
            if (canFail(method)) {
                listener.called(plugin, method.getName(), outcome, Duration.ofNanos(System.nanoTime() - began));
            }
        }
    }

    /** Tells work from plain questions: what may throw a {@link BackendException} reaches out of the process. */
    private static boolean canFail(Method method) {
        return Arrays.asList(method.getExceptionTypes()).contains(BackendException.class);
    }

    private static Outcome outcome(Throwable thrown) {
        if (thrown instanceof BackendNotReadyException) {
            return Outcome.NOT_READY;
        }
        if (thrown instanceof TransientBackendException) {
            return Outcome.TRANSIENT;
        }
        if (thrown instanceof BackendException) {
            return Outcome.PERMANENT;
        }
        return thrown instanceof InterruptedException ? Outcome.INTERRUPTED : Outcome.FAULT;
    }

    private Object result(Method method, Object result) {
        Class<?> type = method.getReturnType();
        if (result == null && type != void.class) {
            throw new NullPointerException(
                    "plugin " + plugin + ": " + target.getClass().getName() + "." + method.getName()
                            + " returned null, which the SPI does not allow; ask the plugin's author");
        }
        return SpiInterfaces.holds(type) ? into(type, result, plugin, loader, listener) : result;
    }

    private static Object unwrapped(Object object) {
        return object != null
                        && Proxy.isProxyClass(object.getClass())
                        && Proxy.getInvocationHandler(object) instanceof PluginCalls calls
                ? calls.target
                : object;
    }
}
