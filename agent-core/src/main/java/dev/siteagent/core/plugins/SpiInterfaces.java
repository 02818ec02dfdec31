package dev.siteagent.core.plugins;

import dev.siteagent.spi.BackendContext;
import dev.siteagent.spi.BackendProvider;
import dev.siteagent.spi.MachinesProvider;
import dev.siteagent.spi.ResourceBackend;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** The interfaces of the SPI that a plugin's class implements. */
final class SpiInterfaces {
    private static final Class<?> ONE_OF_THEM = ResourceBackend.class;

    private SpiInterfaces() {}

    /** Returns whether a type is an interface of the SPI that plugins implement; sealed ones are the SPI's own values. */
    static boolean holds(Class<?> type) {
        return type.isInterface()
                && !type.isSealed()
                && type.getPackageName().equals(ONE_OF_THEM.getPackageName())
                && type.getClassLoader() == ONE_OF_THEM.getClassLoader();
    }

    /** Returns every interface of the SPI that a type implements, directly or by inheritance. */
    static Set<Class<?>> of(Class<?> type) {
        Set<Class<?>> found = new LinkedHashSet<>();
        collect(type, found);
        return found;
    }

    private static void collect(Class<?> type, Set<Class<?>> found) {
        if (holds(type)) {
            found.add(type);
        }
        for (Class<?> parent : type.getInterfaces()) {
            collect(parent, found);
        }
        if (type.getSuperclass() != null) {
            collect(type.getSuperclass(), found);
        }
    }

    /**
     * Returns the names of the capabilities that a provider's class declares: those of the type that its {@code open}
     * returns, and of the provider itself.
     *
     * @throws LinkageError when a type in the signatures of its public methods is missing
     */
    static SortedSet<String> capabilities(Class<?> provider) {
        SortedSet<String> names = new TreeSet<>();
        if (MachinesProvider.class.isAssignableFrom(provider)) {
            names.add(nameOf(MachinesProvider.class));
        }
        if (BackendProvider.class.isAssignableFrom(provider)) {
            Arrays.stream(provider.getMethods())
                    .filter(SpiInterfaces::opensBackend)
                    .flatMap(open -> of(open.getReturnType()).stream())
                    .filter(capability -> capability != ResourceBackend.class)
                    .forEach(capability -> names.add(nameOf(capability)));
        }
        return names;
    }

    private static boolean opensBackend(Method method) {
        return method.getName().equals("open")
                && Arrays.equals(method.getParameterTypes(), new Class<?>[] {BackendContext.class});
    }

    private static String nameOf(Class<?> capability) {
        return capability
                .getSimpleName()
                .replaceFirst("(Backend|Provider)$", "")
                .replaceAll("(?<=[a-z])(?=[A-Z])", "-")
                .toLowerCase(Locale.ROOT);
    }
}
