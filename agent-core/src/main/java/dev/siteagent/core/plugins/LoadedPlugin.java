package dev.siteagent.core.plugins;

import dev.siteagent.core.plugins.FolderState.FileStamp;
import dev.siteagent.core.plugins.PluginReport.State;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A plugin as the host has it, loaded or not. Told from others by identity: another build of it may say the same of
 * itself.
 */
final class LoadedPlugin {
    private final PluginReport report;
    private final Providers providers;
    private final Optional<Origin> origin;
    private final Optional<Loading> loading;

    /**
     * Where in the plugins folder it comes from.
     *
     * @param location the jar or folder
     * @param files what it was like before it was read
     */
    record Origin(Path location, List<FileStamp> files) {
        Origin {
            files = List.copyOf(files);
        }
    }

    /** What its loading has made, to be undone. */
    interface Loading {
        /** Returns the plugin's class loader. */
        ClassLoader classLoader();

        /** Closes the class loader and releases the jars. */
        void undo();
    }

    /**
     * Of one plugin.
     *
     * @param report tells of it
     * @param providers what it brings; none when it is not loaded
     * @param origin where it comes from; empty for the host's own class path
     * @param loading what is to be undone; empty when it is not loaded, and on the host's own class path
     */
    LoadedPlugin(PluginReport report, Providers providers, Optional<Origin> origin, Optional<Loading> loading) {
        this.report = report;
        this.providers = providers;
        this.origin = origin;
        this.loading = loading;
    }

    PluginReport report() {
        return report;
    }

    Providers providers() {
        return providers;
    }

    boolean isStarted() {
        return report.state() == State.STARTED;
    }

    /** Returns whether it comes from the plugins folder, loaded or not. */
    boolean isOfFolder() {
        return origin.isPresent();
    }

    /** Returns what is to be undone; empty when it is not loaded, and on the host's own class path. */
    Optional<Loading> loading() {
        return loading;
    }

    /**
     * Returns where in the plugins folder it comes from.
     *
     * @throws java.util.NoSuchElementException when it is not of the folder
     */
    Path location() {
        return origin.orElseThrow().location();
    }

    /** Returns whether both come from the same place in the plugins folder. */
    boolean isFromWhere(LoadedPlugin other) {
        return isOfFolder() && other.isOfFolder() && location().equals(other.location());
    }

    /** Returns whether the folder still has what it was loaded from; true for the host's own class path. */
    boolean isAsIn(FolderState folder) {
        return origin.map(known -> known.files().equals(folder.plugins().get(known.location())))
                .orElse(true);
    }

    /** Returns whether the folder has anything where it comes from; true for the host's own class path. */
    boolean isIn(FolderState folder) {
        return origin.map(known -> folder.plugins().containsKey(known.location()))
                .orElse(true);
    }
}
