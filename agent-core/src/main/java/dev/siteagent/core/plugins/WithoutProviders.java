package dev.siteagent.core.plugins;

import java.io.IOException;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;

/** Everything that another class loader has, but for the providers that {@link java.util.ServiceLoader} would find there. */
final class WithoutProviders extends ClassLoader {
    WithoutProviders(ClassLoader all) {
        super("without providers", all);
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
        return name.startsWith("META-INF/services/dev.siteagent.spi.")
                ? Collections.emptyEnumeration()
                : super.getResources(name);
    }
}
