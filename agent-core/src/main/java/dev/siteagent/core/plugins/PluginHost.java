package dev.siteagent.core.plugins;

import dev.siteagent.core.plugins.PluginReport.State;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.random.RandomGenerator;
import org.pf4j.PluginDescriptor;
import org.pf4j.PluginRuntimeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads, starts and unloads the plugins of the process: those on the host's own class path first, then those in the
 * plugins folder by name. Where two plugins claim one name, the first has it. A bad plugin costs one line in the log and
 * is listed with its problem; the others do not notice.
 *
 * <p>One a process. Thread-safe.
 */
public final class PluginHost implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PluginHost.class);

    private static final Duration LONGEST_LOAD = Duration.ofSeconds(60);
    private static final Duration THREADS_END = Duration.ofSeconds(2);

    private final Path folder;
    private final ClassLoader host;
    private final PluginCallListener calls;
    private final DescriptorReader descriptors = new DescriptorReader();
    private final PluginLifeCycle lifeCycle;
    private final PluginRegistry registry = new PluginRegistry();
    private final BoundedLoad bounded;
    private final ThreadsLeft threads = new ThreadsLeft(THREADS_END);

    /**
     * Prepares; {@link #start()} loads.
     *
     * @param pluginsDirectory the plugins folder; may be missing, and then only the host's own class path counts
     */
    public PluginHost(Path pluginsDirectory) {
        this(pluginsDirectory, PluginCallListener.NONE);
    }

    /**
     * Prepares; {@link #start()} loads.
     *
     * @param pluginsDirectory the plugins folder; may be missing, and then only the host's own class path counts
     * @param calls hears of every call of a plugin
     */
    public PluginHost(Path pluginsDirectory, PluginCallListener calls) {
        this(pluginsDirectory, PluginHost.class.getClassLoader(), calls);
    }

    /**
     * Prepares for the plugins of a folder alone: what is on the host's own class path does not count, as in a test that
     * has the plugin there, too.
     *
     * @param pluginsDirectory the plugins folder
     * @param calls hears of every call of a plugin
     */
    public static PluginHost ofFolderAlone(Path pluginsDirectory, PluginCallListener calls) {
        return new PluginHost(pluginsDirectory, new WithoutProviders(PluginHost.class.getClassLoader()), calls);
    }

    /**
     * Prepares for another class path of the host.
     *
     * @param host where the shared packages, and plugins beside those in the folder, come from
     * @param calls hears of every call of a plugin
     */
    PluginHost(Path pluginsDirectory, ClassLoader host, PluginCallListener calls) {
        this(pluginsDirectory, host, calls, LONGEST_LOAD);
    }

    /**
     * Prepares for plugins that may hang.
     *
     * @param longestLoad how long the loading of one plugin may take
     */
    PluginHost(Path pluginsDirectory, ClassLoader host, PluginCallListener calls, Duration longestLoad) {
        this.bounded = new BoundedLoad(longestLoad);
        this.calls = Objects.requireNonNull(calls, "calls");
        this.folder = Objects.requireNonNull(pluginsDirectory, "pluginsDirectory");
        this.host = Objects.requireNonNull(host, "host");
        this.lifeCycle = new PluginLifeCycle(folder, descriptors, host);
    }

    /** Loads and starts every plugin. Throws for no bad plugin, nor for a folder that is missing or cannot be read. */
    public synchronized void start() {
        // Java 17 looks for its random number generators once, by the context class loader of whoever asks first, and
        // finds none from a plugin's; so the host asks first.
        RandomGenerator.getDefault();
        startClassPath();
        if (Files.notExists(folder)) {
            LOG.info("There is no plugins folder {}", folder);
            return;
        }
        try {
            PluginFiles.candidates(folder).forEach(this::load);
        } catch (IOException failure) {
            LOG.error(
                    "The plugins folder {} cannot be read, so no plugin is loaded from it ({}); it must be a folder that"
                            + " the agent's user may read",
                    folder,
                    failure.toString());
        }
    }

    /** Returns what the plugins brought; the same object for the life of the host. */
    public PluginRegistry registry() {
        return registry;
    }

    /** Returns every plugin, loaded or not, in the order of loading; those that were unloaded are not in it. */
    public List<PluginReport> reports() {
        return registry.reports();
    }

    /**
     * Loads and starts one more plugin.
     *
     * @param location its jar or folder
     * @return what became of it
     */
    public synchronized PluginReport load(Path location) {
        Candidate candidate = new Candidate(location.toString());
        try {
            bounded.run(() -> {
                loadFrom(location, candidate);
                return null;
            });
            registry.checkFree(candidate.providers);
        } catch (PluginProblem problem) {
            candidate.problem = problem;
            if (candidate.loaded) {
                unloadFromLifeCycle(candidate.id(), candidate.file);
            }
        }
        return record(candidate);
    }

    private void loadFrom(Path location, Candidate candidate) throws PluginProblem {
        candidate.descriptor = descriptors
                .read(PluginFiles.of(location).jar())
                .orElseThrow(() -> new PluginProblem(
                        "its manifest has no Plugin-Id, so that it is no plugin",
                        "remove it, or build it with Plugin-Id and Plugin-Version in the manifest"));
        descriptors.check(candidate.descriptor);
        checkFree(candidate.id());
        try {
            lifeCycle.loadPlugin(location);
            candidate.loaded = true;
            lifeCycle.startPlugin(candidate.id());
        } catch (UncheckedIOException failure) {
            throw new PluginProblem(
                    failure.getCause().getMessage(), "copy it again, it may be cut short", failure.getCause());
        } catch (PluginRuntimeException failure) {
            throw PluginProblem.thrownBy("PF4J does not load it", failure);
        }
        ProviderReader reader =
                new ProviderReader(candidate.id(), lifeCycle.getPluginClassLoader(candidate.id()), calls);
        candidate.providers = reader.providers();
        reader.readAll();
    }

    private void checkFree(String id) throws PluginProblem {
        Optional<PluginReport> other = registry.started(id);
        if (other.isPresent()) {
            throw new PluginProblem(
                    "the Plugin-Id " + id + " is there already, from "
                            + other.get().file(),
                    "remove one of both");
        }
    }

    private void startClassPath() {
        ClassPathPlugins found = new ClassPathPlugins(host);
        found.byLocation().forEach(this::startFrom);
        for (PluginProblem problem : found.problems()) {
            Candidate candidate = new Candidate("class path");
            candidate.problem = problem;
            record(candidate);
        }
    }

    private void startFrom(String location, List<ServiceLoader.Provider<?>> found) {
        Optional<Path> file = ClassPathPlugins.file(location);
        Candidate candidate = new Candidate(file.map(Path::toString).orElse(location));
        try {
            if (file.isPresent()) {
                candidate.descriptor = descriptors.read(file.get()).orElse(null);
            }
            if (candidate.descriptor != null) {
                descriptors.check(candidate.descriptor);
                checkFree(candidate.id());
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
            registry.checkFree(candidate.providers);
        } catch (PluginProblem problem) {
            candidate.problem = problem;
        }
        record(candidate);
    }

    private PluginReport record(Candidate candidate) {
        PluginReport report = candidate.report();
        if (report.failure().isPresent()) {
            LOG.warn("{}", capitalized(report.failure().get()));
            LOG.debug("How plugin {} failed", report.file(), candidate.problem);
            registry.add(report, Providers.empty());
        } else {
            LOG.info(
                    "Plugin {} {} loaded from {}: {}",
                    report.id(),
                    report.version(),
                    report.file(),
                    candidate.providers.names());
            registry.add(report, candidate.providers);
        }
        return report;
    }

    private void unloadFromLifeCycle(String pluginId, String file) {
        try {
            lifeCycle.unloadPlugin(pluginId);
        } catch (PluginRuntimeException failure) {
            LOG.warn("A jar of plugin {} could not be closed ({}); it may stay in use", file, failure.toString());
        }
    }

    /**
     * Takes a plugin out of the registry, closes its class loader and releases its jars. Whoever opened something of the
     * plugin closes it before, and lets go of it.
     *
     * @param pluginId its {@code Plugin-Id}
     * @throws IllegalArgumentException when no plugin of that id was loaded from the plugins folder
     */
    public synchronized void unload(String pluginId) {
        PluginReport report = registry.started(pluginId)
                .filter(started -> lifeCycle.getPlugin(pluginId) != null)
                .orElseThrow(() -> new IllegalArgumentException(
                        "plugin " + pluginId + " cannot be unloaded: it was not loaded from " + folder));
        registry.remove(report);
        ClassLoader loader = lifeCycle.getPluginClassLoader(pluginId);
        unloadFromLifeCycle(pluginId, report.file());
        threads.report(pluginId, loader);
        LOG.info("Plugin {} {} unloaded from {}", pluginId, report.version(), report.file());
    }

    /** Unloads every plugin, the last first; afterwards the registry has none. */
    @Override
    public synchronized void close() {
        List<PluginReport> reports = new ArrayList<>(registry.reports());
        Collections.reverse(reports);
        for (PluginReport report : reports) {
            registry.remove(report);
            if (report.state() == State.STARTED && lifeCycle.getPlugin(report.id()) != null) {
                unloadFromLifeCycle(report.id(), report.file());
            }
        }
    }

    private static String capitalized(String line) {
        return Character.toUpperCase(line.charAt(0)) + line.substring(1);
    }

    /** What is known so far of a plugin that is being loaded. */
    private static final class Candidate {
        private final String file;
        private PluginDescriptor descriptor;
        private boolean loaded;
        private Providers providers = Providers.empty();
        private PluginProblem problem;

        Candidate(String file) {
            this.file = file;
        }

        String id() {
            if (descriptor != null) {
                return descriptor.getPluginId();
            }
            return providers.names().stream().findFirst().orElse("");
        }

        PluginReport report() {
            return new PluginReport(
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
        }

        private static String text(String value) {
            return value == null ? "" : value;
        }
    }
}
