package dev.siteagent.core.plugins;

import dev.siteagent.core.plugins.LoadedPlugin.Origin;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Works out what changes when the plugins are to be those of the folder as it is now, and loads what comes. */
final class FolderComparison {
    private static final Logger LOG = LoggerFactory.getLogger(FolderComparison.class);

    private final FolderState folder;
    private final PluginLoading loading;
    private final PluginRegistry after;
    private final List<LoadedPlugin> going = new ArrayList<>();
    private final List<LoadedPlugin> coming = new ArrayList<>();
    private final List<LoadedPlugin> failures = new ArrayList<>();

    /**
     * Compares nothing yet.
     *
     * @param now the plugins that there are; is not changed
     * @param folder the folder as it is now
     * @param loading loads what comes
     */
    FolderComparison(PluginRegistry now, FolderState folder, PluginLoading loading) {
        this.folder = folder;
        this.loading = loading;
        this.after = now.copy();
    }

    /**
     * Compares, and loads.
     *
     * @param host whose plugins change
     * @param kept the ids of plugins that stay as they are, whatever the folder has
     */
    PluginChange change(PluginHost host, Set<String> kept) {
        List<LoadedPlugin> before = after.plugins();
        List<Path> open = new ArrayList<>(folder.locations());
        List<LoadedPlugin> replaced = new ArrayList<>();
        for (LoadedPlugin plugin : before) {
            if (!plugin.isOfFolder()) {
                continue;
            }
            if (!plugin.isStarted()) {
                // Tried again below: what was in its way may be gone.
                after.remove(plugin);
                continue;
            }
            open.remove(plugin.location());
            if (plugin.isAsIn(folder) || kept.contains(plugin.report().id())) {
                continue;
            }
            if (plugin.isIn(folder)) {
                replaced.add(plugin);
            } else {
                after.remove(plugin);
                going.add(plugin);
            }
        }
        replaced.forEach(this::replace);
        open.forEach(this::add);
        List.copyOf(going).forEach(this::keepWhereItsNextBuildMayBeBad);
        return new PluginChange(host, after, going, coming, failures);
    }

    /** Has another build take the place of a plugin, unless it is bad. */
    private void replace(LoadedPlugin old) {
        after.remove(old);
        LoadedPlugin plugin = loading.load(origin(old.location()), after);
        if (plugin.isStarted()) {
            going.add(old);
            coming.add(plugin);
            after.add(plugin);
        } else {
            failures.add(plugin);
            after.add(old);
        }
    }

    private void add(Path location) {
        LoadedPlugin plugin = loading.load(origin(location), after);
        (plugin.isStarted() ? coming : failures).add(plugin);
        after.add(plugin);
    }

    /**
     * Has a plugin whose file is gone stay where something came that is bad and may be its next build: a version under
     * another file name that is cut short must not end what customers use.
     */
    private void keepWhereItsNextBuildMayBeBad(LoadedPlugin old) {
        String id = old.report().id();
        Optional<String> bad = failures.stream()
                .map(LoadedPlugin::report)
                .filter(report -> report.id().isEmpty() || report.id().equals(id))
                .map(PluginReport::file)
                .findFirst();
        if (bad.isEmpty() || old.isIn(folder) || !isFree(old)) {
            return;
        }
        going.remove(old);
        after.add(old);
        LOG.warn(
                "Plugin {} {} stays at work though its file {} is gone: {} may be its next build, and cannot be loaded."
                        + " Put a good build there, or remove that one.",
                id,
                old.report().version(),
                old.report().file(),
                bad.get());
    }

    private boolean isFree(LoadedPlugin old) {
        try {
            after.checkFree(old.providers());
            return after.started(old.report().id()).isEmpty();
        } catch (PluginProblem taken) {
            LOG.debug(
                    "Plugin {} goes, since another takes its place",
                    old.report().id(),
                    taken);
            return false;
        }
    }

    private Origin origin(Path location) {
        return new Origin(location, folder.plugins().get(location));
    }
}
