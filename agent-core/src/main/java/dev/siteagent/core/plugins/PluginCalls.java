package dev.siteagent.core.plugins;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/**
 * Calls into a plugin's object, with the plugin's class loader as the thread's context class loader (spec "Discovery and
 * isolation"). The object seen by the host implements every interface of the SPI that the plugin's does, so that {@code
 * instanceof} tells the truth, and so do the objects that it opens in turn.
 *
 * <p>What the plugin throws comes through as it is. A null, which the SPI rules out, is a {@link NullPointerException}
 * that names the plugin. Thread-safe as far as the plugin's object is.
 */
final class PluginCalls implements InvocationHandler {
    private final String plugin;
    private final ClassLoader loader;
    private final Object target;

    private PluginCalls(String plugin, ClassLoader loader, Object target) {
        this.plugin = plugin;
        this.loader = loader;
        this.target = target;
    }

    /**
     * Returns the object that the host calls instead.
     *
     * @param type what the host takes it for
     * @param target the plugin's object
     * @param plugin the name of the plugin, for messages
     * @param loader the plugin's class loader
     * @param <T> what the host takes it for
     */
    static <T> T into(Class<T> type, Object target, String plugin, ClassLoader loader) {
        Class<?>[] interfaces = SpiInterfaces.of(target.getClass()).toArray(Class<?>[]::new);
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), interfaces, new PluginCalls(plugin, loader, target)));
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        if (method.getName().equals("equals") && method.getDeclaringClass() == Object.class) {
            return target.equals(unwrapped(arguments[0]));
        }
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            return result(method, method.invoke(target, arguments));
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private Object result(Method method, Object result) {
        Class<?> type = method.getReturnType();
        if (result == null && type != void.class) {
            throw new NullPointerException(
                    "plugin " + plugin + ": " + target.getClass().getName() + "." + method.getName()
                            + " returned null, which the SPI does not allow; ask the plugin's author");
        }
        return SpiInterfaces.holds(type) ? into(type, result, plugin, loader) : result;
    }

    private static Object unwrapped(Object object) {
        return object != null
                        && Proxy.isProxyClass(object.getClass())
                        && Proxy.getInvocationHandler(object) instanceof PluginCalls calls
                ? calls.target
                : object;
    }
}
