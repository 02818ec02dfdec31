package dev.siteagent.core.plugins;

import dev.siteagent.core.plugins.LoadedPlugin.Loading;
import dev.siteagent.core.plugins.LoadedPlugin.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
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
    private final Optional<PluginCopies> copies;
    private final PluginLoading loading;
    private final PluginRegistry registry = new PluginRegistry();
    private final ThreadsLeft threads = new ThreadsLeft(THREADS_END);
    private FolderState started = FolderState.EMPTY;
    private boolean closed;

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
     * Prepares for a folder that may change while the plugins run: they are loaded from copies of their jars in the folder
     * of temporary files, so that whoever overwrites a jar does them no harm.
     *
     * @param pluginsDirectory the plugins folder; may be missing, and then only the host's own class path counts
     * @param calls hears of every call of a plugin
     */
    public static PluginHost copying(Path pluginsDirectory, PluginCallListener calls) {
        PluginCopies copies = new PluginCopies(Path.of(System.getProperty("java.io.tmpdir")), Clock.systemUTC());
        return new PluginHost(
                pluginsDirectory, PluginHost.class.getClassLoader(), calls, LONGEST_LOAD, Optional.of(copies));
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
        this(pluginsDirectory, host, calls, longestLoad, Optional.empty());
    }

    PluginHost(
            Path pluginsDirectory,
            ClassLoader host,
            PluginCallListener calls,
            Duration longestLoad,
            Optional<PluginCopies> copies) {
        this.folder = Objects.requireNonNull(pluginsDirectory, "pluginsDirectory");
        this.copies = copies;
        this.loading = new PluginLoading(
                Objects.requireNonNull(host, "host"),
                Objects.requireNonNull(calls, "calls"),
                new BoundedLoad(longestLoad),
                copies);
    }

    /** Loads and starts every plugin. Throws for no bad plugin, nor for a folder that is missing or cannot be read. */
    public synchronized void start() {
        // Java 17 looks for its random number generators once, by the context class loader of whoever asks first, and
        // finds none from a plugin's; so the host asks first.
        RandomGenerator.getDefault();
        loading.loadClassPath(registry).forEach(PluginHost::tell);
        if (Files.notExists(folder)) {
            LOG.info("There is no plugins folder {}", folder);
            return;
        }
        try {
            started = FolderState.of(folder);
            started.locations().forEach(this::load);
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

    /** Returns the plugins folder as it was at the start. */
    public synchronized FolderState atStart() {
        return started;
    }

    /**
     * Looks at the plugins folder as it is now; changes nothing.
     *
     * @throws IOException when it is not there or cannot be read
     */
    public FolderState look() throws IOException {
        return FolderState.of(folder);
    }

    /** Keeps what the plugins are loaded from from being cleared away as old; to be called every few hours. */
    public void keepCopies() {
        copies.ifPresent(PluginCopies::touch);
    }

    /**
     * Loads and starts one more plugin.
     *
     * @param location its jar or folder
     * @return what became of it
     */
    public synchronized PluginReport load(Path location) {
        LoadedPlugin plugin = loading.load(new Origin(location, FolderState.stampsOf(location)), registry);
        registry.add(plugin);
        tell(plugin);
        return plugin.report();
    }

    /**
     * Prepares that the plugins are those of the folder as it is now: loads what is new or changed, and what could not be
     * loaded before. What is bad takes no other's place. Nothing changes for anybody until the change is committed.
     *
     * @param kept the ids of plugins that stay as they are, whatever the folder has
     * @return what changes; to be closed
     * @throws IOException when the folder is not there or cannot be read
     */
    public synchronized PluginChange prepare(Set<String> kept) throws IOException {
        return new FolderComparison(registry, FolderState.of(folder), loading).change(this, kept);
    }

    /** Returns a change of nothing. */
    public synchronized PluginChange unchanged() {
        return new PluginChange(this, registry.copy(), List.of(), List.of(), List.of());
    }

    /** Puts a change in force. */
    synchronized void become(PluginRegistry after, List<LoadedPlugin> coming, List<LoadedPlugin> failures) {
        if (closed) {
            throw new IllegalStateException("the plugins are closed already");
        }
        registry.become(after);
        coming.forEach(PluginHost::tell);
        failures.forEach(PluginHost::tell);
    }

    private static void tell(LoadedPlugin plugin) {
        PluginReport report = plugin.report();
        if (report.failure().isPresent()) {
            LOG.warn("{}", capitalized(report.failure().get()));
        } else {
            LOG.info(
                    "Plugin {} {} loaded from {}: {}",
                    report.id(),
                    report.version(),
                    report.file(),
                    plugin.providers().names());
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
        LoadedPlugin plugin = registry.started(pluginId)
                .filter(LoadedPlugin::isOfFolder)
                .orElseThrow(() -> new IllegalArgumentException(
                        "plugin " + pluginId + " cannot be unloaded: it was not loaded from " + folder));
        registry.remove(plugin);
        unload(plugin);
    }

    /** Unloads a plugin that is not in the registry any more. */
    synchronized void unload(LoadedPlugin plugin) {
        PluginReport report = plugin.report();
        undo(plugin);
        plugin.loading().ifPresent(done -> threads.report(report.id(), done.classLoader()));
        LOG.info("Plugin {} {} unloaded from {}", report.id(), report.version(), report.file());
    }

    /** Leaves a plugin in memory that is not in the registry any more, since a call of it does not come back. */
    void leave(LoadedPlugin plugin) {
        LOG.warn(
                "Plugin {} {} from {} stays in memory until the agent ends, since a call of it ignores its interrupt;"
                        + " everybody else goes on without it. Ask the plugin's author.",
                plugin.report().id(),
                plugin.report().version(),
                plugin.report().file());
    }

    /** Closes the class loader of a plugin that is not in the registry, and releases its jars. */
    synchronized void undo(LoadedPlugin plugin) {
        plugin.loading().ifPresent(Loading::undo);
    }

    /** Unloads every plugin, the last first; afterwards the registry has none. */
    @Override
    public synchronized void close() {
        closed = true;
        List<LoadedPlugin> plugins = new ArrayList<>(registry.plugins());
        Collections.reverse(plugins);
        for (LoadedPlugin plugin : plugins) {
            registry.remove(plugin);
            undo(plugin);
        }
        copies.ifPresent(PluginCopies::close);
    }

    private static String capitalized(String line) {
        return Character.toUpperCase(line.charAt(0)) + line.substring(1);
    }
}
