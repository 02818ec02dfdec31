package dev.siteagent.core.plugins;

import dev.siteagent.core.plugins.LoadedPlugin.Loading;
import dev.siteagent.core.plugins.LoadedPlugin.Origin;
import dev.siteagent.core.plugins.PluginReport.State;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import org.pf4j.PluginDescriptor;
import org.pf4j.PluginRuntimeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads plugins, one at a time, each beside those that a registry has. Adds none to a registry, and logs nothing of how it
 * went: the {@link PluginReport} tells. Not thread-safe.
 */
final class PluginLoading {
    private static final Logger LOG = LoggerFactory.getLogger(PluginLoading.class);

    private final ClassLoader host;
    private final PluginCallListener calls;
    private final BoundedLoad bounded;
    private final Optional<PluginCopies> copies;
    private final DescriptorReader descriptors = new DescriptorReader();

    /**
     * Loads nothing yet.
     *
     * @param host where the shared packages, and plugins beside those in the folder, come from
     * @param calls hears of every call of a plugin
     * @param bounded runs the code of plugins
     * @param copies where jars are copied to before they are loaded; empty loads them from where they lie
     */
    PluginLoading(ClassLoader host, PluginCallListener calls, BoundedLoad bounded, Optional<PluginCopies> copies) {
        this.host = host;
        this.calls = calls;
        this.bounded = bounded;
        this.copies = copies;
    }

    /** Loads from the plugins folder. */
    LoadedPlugin load(Origin origin, PluginRegistry beside) {
        Candidate candidate = new Candidate(origin.location().toString());
        try {
            bounded.run(() -> {
                loadFrom(origin.location(), candidate, beside);
                return null;
            });
            beside.checkFree(candidate.providers);
        } catch (PluginProblem problem) {
            candidate.fail(problem);
        }
        return candidate.plugin(Optional.of(origin));
    }

    private void loadFrom(Path location, Candidate candidate, PluginRegistry beside) throws PluginProblem {
        PluginFiles files = PluginFiles.of(location);
        candidate.descriptor = descriptors
                .read(files.jar())
                .orElseThrow(() -> new PluginProblem(
                        "its manifest has no Plugin-Id, so that it is no plugin",
                        "remove it, or build it with Plugin-Id and Plugin-Version in the manifest"));
        descriptors.check(candidate.descriptor);
        checkFree(candidate.id(), beside);
        Loading loading = started(candidate, files);
        candidate.loaded(loading);
        ProviderReader reader = new ProviderReader(candidate.id(), loading.classLoader(), calls);
        candidate.providers = reader.providers();
        reader.readAll();
    }

    private Loading started(Candidate candidate, PluginFiles files) throws PluginProblem {
        Optional<Path> copy = copies.isPresent() ? Optional.of(copies.get().copy(files)) : Optional.empty();
        // One life cycle a plugin, so that a new build can be loaded beside the one that it takes the place of.
        PluginLifeCycle lifeCycle = new PluginLifeCycle(files.location(), descriptors, host);
        String id = candidate.id();
        Path place = copy.orElse(files.location());
        try {
            lifeCycle.loadPlugin(place);
            lifeCycle.startPlugin(id);
            return new InFolder(lifeCycle, id, candidate.file, copy);
        } catch (UncheckedIOException failure) {
            copy.ifPresent(this::removeCopy);
            String what = failure.getCause() instanceof PluginClassLoader.UnreadableJarException unreadable
                    ? unreadable.in(place)
                    : failure.getCause().getMessage();
            throw new PluginProblem(what, "copy it again, it may be cut short", failure.getCause());
        } catch (PluginRuntimeException failure) {
            copy.ifPresent(this::removeCopy);
            throw PluginProblem.thrownBy("PF4J does not load it", failure);
        }
    }

    private void removeCopy(Path copy) {
        copies.ifPresent(known -> known.remove(copy));
    }

    private static void checkFree(String id, PluginRegistry beside) throws PluginProblem {
        Optional<LoadedPlugin> other = beside.started(id);
        if (other.isPresent()) {
            throw new PluginProblem(
                    "the Plugin-Id " + id + " is there already, from "
                            + other.get().report().file(),
                    "remove one of both");
        }
    }

    /** Loads everything on the host's own class path into a registry. */
    List<LoadedPlugin> loadClassPath(PluginRegistry into) {
        ClassPathPlugins found = new ClassPathPlugins(host);
        List<LoadedPlugin> loaded = new ArrayList<>();
        found.byLocation().forEach((location, providers) -> {
            LoadedPlugin plugin = loadFrom(location, providers, into);
            into.add(plugin);
            loaded.add(plugin);
        });
        for (PluginProblem problem : found.problems()) {
            Candidate candidate = new Candidate("class path");
            candidate.fail(problem);
            LoadedPlugin plugin = candidate.plugin(Optional.empty());
            into.add(plugin);
            loaded.add(plugin);
        }
        return loaded;
    }

    private LoadedPlugin loadFrom(String location, List<ServiceLoader.Provider<?>> found, PluginRegistry beside) {
        Optional<Path> file = ClassPathPlugins.file(location);
        Candidate candidate = new Candidate(file.map(Path::toString).orElse(location));
        try {
            if (file.isPresent()) {
                candidate.descriptor = descriptors.read(file.get()).orElse(null);
            }
            if (candidate.descriptor != null) {
                descriptors.check(candidate.descriptor);
                checkFree(candidate.id(), beside);
            }
            ProviderReader reader =
                    new ProviderReader(candidate.file, found.get(0).type().getClassLoader(), calls);
            candidate.providers = reader.providers();
            bounded.run(() -> {
                for (ServiceLoader.Provider<?> provider : found) {
                    reader.read(provider);
                }
                return null;
            });
            beside.checkFree(candidate.providers);
        } catch (PluginProblem problem) {
            candidate.fail(problem);
        }
        return candidate.plugin(Optional.empty());
    }

    /** The life cycle of a plugin of the folder. */
    private final class InFolder implements Loading {
        private final PluginLifeCycle lifeCycle;
        private final String id;
        private final String file;
        private final Optional<Path> copy;
        private final ClassLoader classLoader;

        InFolder(PluginLifeCycle lifeCycle, String id, String file, Optional<Path> copy) {
            this.lifeCycle = lifeCycle;
            this.id = id;
            this.file = file;
            this.copy = copy;
            this.classLoader = lifeCycle.getPluginClassLoader(id);
        }

        @Override
        public ClassLoader classLoader() {
            return classLoader;
        }

        @Override
        public void undo() {
            try {
                lifeCycle.unloadPlugin(id);
            } catch (PluginRuntimeException failure) {
                LOG.warn("A jar of plugin {} could not be closed ({}); it may stay in use", file, failure.toString());
            }
            copy.ifPresent(PluginLoading.this::removeCopy);
        }
    }

    /** What is known so far of a plugin that is being loaded; written by the thread that loads, within its time. */
    private static final class Candidate {
        private final String file;
        private volatile PluginDescriptor descriptor;
        private volatile Providers providers = Providers.empty();
        private Loading loading;
        private PluginProblem problem;

        Candidate(String file) {
            this.file = file;
        }

        /** Undoes what was loaded, also what is loaded only later by a thread that was given up. */
        synchronized void fail(PluginProblem why) {
            problem = why;
            LOG.debug("How plugin {} failed", file, why);
            if (loading != null) {
                loading.undo();
            }
        }

        synchronized void loaded(Loading made) {
            loading = made;
            if (problem != null) {
                made.undo();
            }
        }

        String id() {
            if (descriptor != null) {
                return descriptor.getPluginId();
            }
            return providers.names().stream().findFirst().orElse("");
        }

        synchronized LoadedPlugin plugin(Optional<Origin> origin) {
            PluginReport report = new PluginReport(
                    id(),
                    descriptor == null ? "" : text(descriptor.getVersion()),
                    descriptor == null ? "" : text(descriptor.getProvider()),
                    descriptor == null ? "" : text(descriptor.getPluginDescription()),
                    List.copyOf(providers.backends().keySet()),
                    List.copyOf(providers.usernameBackends().keySet()),
                    List.copyOf(providers.services().keySet()),
                    List.copyOf(providers.capabilities()),
                    problem == null ? State.STARTED : State.FAILED,
                    file,
                    Optional.ofNullable(problem).map(PluginProblem::getMessage));
            return problem == null
                    ? new LoadedPlugin(report, providers, origin, Optional.ofNullable(loading))
                    : new LoadedPlugin(report, Providers.empty(), origin, Optional.empty());
        }

        private static String text(String value) {
            return value == null ? "" : value;
        }
    }
}
