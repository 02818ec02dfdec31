package dev.siteagent.core.plugins;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipFile;

/**
 * The class loader of one plugin: the JDK's platform classes, the host's {@link SharedPackages}, and the plugin's own jars.
 *
 * <p>Its classes cannot end the process, see {@link ExitGuard}. The jars' {@code Class-Path} is not followed, since it could lead out of the plugin; multi-release jars are read for
 * the running JDK. Signatures are not checked: who may write into the plugins folder may run code. The providers that a
 * jar's module descriptor declares appear as entries below {@code META-INF/services}, so that {@link
 * java.util.ServiceLoader} finds both forms.
 *
 * <p>Thread-safe and parallel capable. {@link #close()} releases every jar; what was loaded keeps working, what was not
 * is not found any more.
 */
final class PluginClassLoader extends ClassLoader implements Closeable {
    static {
        registerAsParallelCapable();
    }

    /** What the names of all these loaders begin with. */
    static final String NAME = "plugin ";

    private final ClassLoader host;
    private final ExitGuard exits;
    private final List<OpenJar> jars = new ArrayList<>();
    private volatile boolean closed;

    /**
     * Opens the jars.
     *
     * @param name of the loader, shown in stack traces
     * @param files the plugin's jars, in the order of search
     * @param host where the shared packages come from
     * @throws UnreadableJarException when a jar cannot be read; no jar stays open
     * @throws IOException when something else of it fails; no jar stays open
     */
    PluginClassLoader(String name, List<Path> files, ClassLoader host) throws IOException {
        super(name, ClassLoader.getPlatformClassLoader());
        this.host = host;
        this.exits = new ExitGuard(name);
        try {
            for (Path file : files) {
                jars.add(OpenJar.of(file));
            }
        } catch (IOException failure) {
            close();
            throw failure;
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        return SharedPackages.hold(name) ? host.loadClass(name) : super.loadClass(name, resolve);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        if (closed) {
            throw new ClassNotFoundException(name + ": " + getName() + " is unloaded");
        }
        String path = name.replace('.', '/') + ".class";
        for (OpenJar jar : jars) {
            JarEntry entry = jar.file().getJarEntry(path);
            if (entry != null) {
                return define(name, jar, entry);
            }
        }
        throw new ClassNotFoundException(name + ": neither in the plugin's own jars nor shared by the host");
    }

    private Class<?> define(String name, OpenJar jar, JarEntry entry) {
        try (InputStream in = jar.file().getInputStream(entry)) {
            byte[] bytes = exits.guarded(in.readAllBytes());
            definePackageOf(name, jar);
            return defineClass(name, bytes, 0, bytes.length, jar.domain());
        } catch (IOException failure) {
            // Not "class not found": the class is there, and the cause would be lost in ServiceLoader.
            LinkageError error = new ClassFormatError(name + " cannot be read from " + jar.path() + ": " + failure);
            error.initCause(failure);
            throw error;
        }
    }

    /** Libraries read their own version from the package, which takes it from the manifest. */
    private void definePackageOf(String className, OpenJar jar) throws IOException {
        String name = className.substring(0, Math.max(0, className.lastIndexOf('.')));
        Manifest manifest = jar.file().getManifest();
        if (name.isEmpty() || manifest == null) {
            return;
        }
        synchronized (jars) {
            if (getDefinedPackage(name) == null) {
                Attributes main = manifest.getMainAttributes();
                definePackage(
                        name,
                        main.getValue(Attributes.Name.SPECIFICATION_TITLE),
                        main.getValue(Attributes.Name.SPECIFICATION_VERSION),
                        main.getValue(Attributes.Name.SPECIFICATION_VENDOR),
                        main.getValue(Attributes.Name.IMPLEMENTATION_TITLE),
                        main.getValue(Attributes.Name.IMPLEMENTATION_VERSION),
                        main.getValue(Attributes.Name.IMPLEMENTATION_VENDOR),
                        null);
            }
        }
    }

    @Override
    protected URL findResource(String name) {
        List<URL> found = ownResources(name);
        return found.isEmpty() ? null : found.get(0);
    }

    @Override
    protected Enumeration<URL> findResources(String name) {
        return Collections.enumeration(ownResources(name));
    }

    private List<URL> ownResources(String name) {
        List<URL> found = new ArrayList<>();
        if (closed) {
            return found;
        }
        try {
            for (OpenJar jar : jars) {
                if (jar.file().getJarEntry(name) != null) {
                    found.add(ResourceUrls.inJar(jar.path(), name));
                }
                List<String> declared = jar.services().providersFor(name);
                if (!declared.isEmpty()) {
                    found.add(ResourceUrls.ofLines(name, declared));
                }
            }
        } catch (MalformedURLException impossible) {
            throw new IllegalStateException("no URL can be made for " + name + " of " + getName(), impossible);
        }
        return found;
    }

    @Override
    public void close() throws IOException {
        closed = true;
        IOException failure = null;
        for (OpenJar jar : jars) {
            try {
                jar.file().close();
            } catch (IOException another) {
                if (failure == null) {
                    failure = another;
                } else {
                    failure.addSuppressed(another);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    @Override
    public String toString() {
        return "class loader of " + getName();
    }

    /** A jar that cannot be read. */
    static final class UnreadableJarException extends IOException {
        private static final long serialVersionUID = 1L;

        @SuppressWarnings("serial") // caught where the plugin is loaded, never serialized
        private final Path jar;

        UnreadableJarException(Path jar, IOException cause) {
            super(jar + " is no readable jar: " + cause.getMessage(), cause);
            this.jar = jar;
        }

        /** Says so of a plugin that lies in a place: "it", where it is that jar, or else by the jar's path in it. */
        String in(Path plugin) {
            return (jar.equals(plugin) ? "it" : plugin.relativize(jar)) + " is no readable jar: "
                    + getCause().getMessage();
        }
    }

    private record OpenJar(Path path, JarFile file, ModuleServices services, ProtectionDomain domain) {
        static OpenJar of(Path path) throws IOException {
            JarFile file = open(path);
            try {
                CodeSource source = new CodeSource(path.toUri().toURL(), (Certificate[]) null);
                return new OpenJar(path, file, ModuleServices.of(path, file), new ProtectionDomain(source, null));
            } catch (IOException failure) {
                file.close();
                throw failure;
            }
        }

        private static JarFile open(Path path) throws IOException {
            try {
                return new JarFile(path.toFile(), false, ZipFile.OPEN_READ, JarFile.runtimeVersion());
            } catch (IOException failure) {
                throw new UnreadableJarException(path, failure);
            }
        }
    }
}
