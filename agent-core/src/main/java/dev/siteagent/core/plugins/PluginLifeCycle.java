package dev.siteagent.core.plugins;

import dev.siteagent.spi.SpiVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.pf4j.DefaultPluginManager;
import org.pf4j.Plugin;
import org.pf4j.PluginDescriptor;
import org.pf4j.PluginLoader;
import org.pf4j.PluginRuntimeException;
import org.pf4j.PluginStatusProvider;

/**
 * PF4J, set up for plugins that see the SPI only: our descriptors, our class loader, no code of a plugin at start, and no
 * files of its own in the plugins folder.
 */
final class PluginLifeCycle extends DefaultPluginManager {
    /**
     * Sets PF4J up; loads nothing.
     *
     * @param folder the plugins folder, may be missing
     * @param descriptors reads descriptors
     * @param host where the shared packages come from
     */
    PluginLifeCycle(Path folder, DescriptorReader descriptors, ClassLoader host) {
        super(List.of(folder));
        setSystemVersion(SpiVersion.current());
        pluginDescriptorFinder = descriptors;
        pluginLoader = new IsolatingLoader(host);
        // Plugin-Class is not asked for: a plugin cannot see PF4J's Plugin, and its providers are all the code it has.
        pluginFactory = wrapper -> new Plugin();
    }

    /** No plugin is disabled by a file in the folder: an operator removes its jar. */
    @Override
    protected PluginStatusProvider createPluginStatusProvider() {
        return new AllEnabled();
    }

    private static final class IsolatingLoader implements PluginLoader {
        private final ClassLoader host;

        IsolatingLoader(ClassLoader host) {
            this.host = host;
        }

        @Override
        public boolean isApplicable(Path location) {
            return true;
        }

        @Override
        public ClassLoader loadPlugin(Path location, PluginDescriptor descriptor) {
            String name = PluginClassLoader.NAME + descriptor.getPluginId() + " " + descriptor.getVersion();
            try {
                return new PluginClassLoader(name, PluginFiles.of(location).classPath(), host);
            } catch (PluginProblem problem) {
                throw new PluginRuntimeException(problem);
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
    }

    private static final class AllEnabled implements PluginStatusProvider {
        @Override
        public boolean isPluginDisabled(String pluginId) {
            return false;
        }

        @Override
        public void disablePlugin(String pluginId) {
            throw new UnsupportedOperationException("plugin " + pluginId + " can be removed, not disabled");
        }

        @Override
        public void enablePlugin(String pluginId) {
            throw new UnsupportedOperationException("plugin " + pluginId + " is enabled always");
        }
    }
}
