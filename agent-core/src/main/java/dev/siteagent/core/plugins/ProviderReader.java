package dev.siteagent.core.plugins;

import dev.siteagent.spi.AgentServiceProvider;
import dev.siteagent.spi.BackendProvider;
import dev.siteagent.spi.UsernameBackendProvider;
import java.util.Iterator;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Makes the providers of one plugin, all or none, and checks at once what the host would trip over later: names, and the
 * settings classes.
 */
final class ProviderReader {
    private static final Pattern NAME = Pattern.compile("[a-z0-9_-]+");

    private final String plugin;
    private final ClassLoader loader;
    private final PluginCallListener listener;
    private final Providers providers = Providers.empty();

    /**
     * Prepares for one plugin.
     *
     * @param plugin its name, for messages
     * @param loader its class loader
     * @param listener hears of each call of what its providers open
     */
    ProviderReader(String plugin, ClassLoader loader, PluginCallListener listener) {
        this.plugin = plugin;
        this.loader = loader;
        this.listener = listener;
    }

    /** Returns the providers read so far, also after a failure. */
    Providers providers() {
        return providers;
    }

    /**
     * Reads everything that the plugin's class loader offers.
     *
     * @throws PluginProblem when a provider is bad, or there is none
     */
    void readAll() throws PluginProblem {
        readAll(ServiceLoader.load(BackendProvider.class, loader));
        readAll(ServiceLoader.load(UsernameBackendProvider.class, loader));
        readAll(ServiceLoader.load(AgentServiceProvider.class, loader));
        if (providers.isEmpty()) {
            throw new PluginProblem(
                    "it has no provider",
                    "name its BackendProvider, UsernameBackendProvider or AgentServiceProvider in META-INF/services,"
                            + " or by provides … with in its module descriptor");
        }
    }

    private <S> void readAll(ServiceLoader<S> services) throws PluginProblem {
        Iterator<ServiceLoader.Provider<S>> found = services.stream().iterator();
        while (found("its providers cannot be found", found::hasNext)) {
            read(found("its providers cannot be found", found::next));
        }
    }

    /**
     * Reads one provider.
     *
     * @throws PluginProblem when it is bad
     */
    void read(ServiceLoader.Provider<?> found) throws PluginProblem {
        Class<?> type = found.type();
        Object made = found("provider " + type.getName() + " cannot be made", found::get);
        found(
                "provider " + type.getName() + " cannot be used",
                () -> providers.capabilities().addAll(SpiInterfaces.capabilities(type)));
        if (made instanceof BackendProvider<?>) {
            BackendProvider<?> provider = PluginCalls.into(BackendProvider.class, made, plugin, loader, listener);
            add(providers.backends(), type, provider, provider::name);
            check(type, provider::settingsType);
            check(type, provider::componentSettingsType);
        }
        if (made instanceof UsernameBackendProvider<?>) {
            UsernameBackendProvider<?> provider =
                    PluginCalls.into(UsernameBackendProvider.class, made, plugin, loader, listener);
            add(providers.usernameBackends(), type, provider, provider::name);
            check(type, provider::settingsType);
        }
        if (made instanceof AgentServiceProvider<?>) {
            AgentServiceProvider<?> provider =
                    PluginCalls.into(AgentServiceProvider.class, made, plugin, loader, listener);
            add(providers.services(), type, provider, provider::type);
            check(type, provider::settingsType);
        }
    }

    private <P> void add(Map<String, P> known, Class<?> type, P provider, Supplier<String> naming)
            throws PluginProblem {
        String name = found("provider " + type.getName() + " cannot tell its name", naming);
        if (!NAME.matcher(name).matches()) {
            throw new PluginProblem(
                    "provider " + type.getName() + " has the name \"" + name + "\"",
                    "a name has lower case letters, digits, - and _ only; take another build of the plugin");
        }
        if (known.putIfAbsent(name, provider) != null) {
            throw new PluginProblem(
                    "it has two providers of the name " + name,
                    "a name can be used once; take another build of the plugin");
        }
    }

    private void check(Class<?> type, Supplier<Class<?>> settings) throws PluginProblem {
        found("provider " + type.getName() + " cannot tell its settings", settings);
    }

    /** Runs the plugin's code, or the JDK's search through its jars, where any failure is the plugin's own. */
    private <T> T found(String what, Supplier<T> step) throws PluginProblem {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            return step.get();
        } catch (RuntimeException | Error thrown) {
            throw PluginProblem.thrownBy(what, thrown);
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
