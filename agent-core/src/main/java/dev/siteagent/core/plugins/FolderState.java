package dev.siteagent.core.plugins;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a plugins folder has at one time: of each file of each plugin where it really lies, its size and its time. Two
 * that are equal hold the same plugins, as far as can be told without reading them. A link that leads elsewhere, as in a
 * volume of Kubernetes, makes a difference.
 *
 * @param plugins the files by what means to be a plugin, see {@link PluginFiles#candidates}
 */
public record FolderState(Map<Path, List<FileStamp>> plugins) {
    private static final Logger LOG = LoggerFactory.getLogger(FolderState.class);

    /** No plugin. */
    static final FolderState EMPTY = new FolderState(Map.of());

    /** Copies the map. */
    public FolderState {
        plugins = Map.copyOf(plugins);
    }

    /**
     * One file.
     *
     * @param realPath where it lies when every link is followed
     * @param size in bytes
     * @param modified when it was last modified
     */
    public record FileStamp(Path realPath, long size, FileTime modified) {}

    /**
     * Looks.
     *
     * @throws IOException when the folder is not there or cannot be read
     */
    static FolderState of(Path folder) throws IOException {
        Map<Path, List<FileStamp>> plugins = new TreeMap<>();
        for (Path location : PluginFiles.candidates(folder)) {
            plugins.put(location, stampsOf(location));
        }
        return new FolderState(plugins);
    }

    /** Returns whether it has less than another, and nothing at a place where that has nothing. */
    public boolean onlyLacksSomeOf(FolderState before) {
        return plugins.size() < before.plugins().size()
                && before.plugins().keySet().containsAll(plugins.keySet());
    }

    /** Returns the plugins by name. */
    List<Path> locations() {
        return plugins.keySet().stream().sorted().toList();
    }

    /** Returns what the files of a plugin are like now; none when they cannot be read, of which the loading tells. */
    static List<FileStamp> stampsOf(Path location) {
        List<FileStamp> stamps = new ArrayList<>();
        try {
            for (Path file : PluginFiles.filesOf(location)) {
                BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
                stamps.add(new FileStamp(file.toRealPath(), attributes.size(), attributes.lastModifiedTime()));
            }
            return List.copyOf(stamps);
        } catch (IOException unreadable) {
            LOG.debug("{} cannot be looked at", location, unreadable);
            return List.of();
        }
    }
}
