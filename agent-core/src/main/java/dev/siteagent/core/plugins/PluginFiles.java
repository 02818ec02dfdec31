package dev.siteagent.core.plugins;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files of one plugin: a single jar, or a folder with one jar and its libraries in {@code lib/}.
 *
 * @param location the jar or the folder
 * @param jar the jar with the descriptor
 * @param classPath that jar and its libraries, in the order of search
 */
record PluginFiles(Path location, Path jar, List<Path> classPath) {
    private static final Logger LOG = LoggerFactory.getLogger(PluginFiles.class);

    /**
     * Returns what in a plugins folder means to be a plugin, by name: jars, folders, and zip files, which an operator may
     * take for plugins. Hidden entries (as mounted volumes have) and other files are not.
     *
     * @throws IOException when the folder cannot be listed
     */
    static List<Path> candidates(Path folder) throws IOException {
        List<Path> candidates = new ArrayList<>();
        for (Path path : listing(folder)) {
            if (!isHidden(path) && (Files.isDirectory(path) || isNamed(path, ".jar") || isNamed(path, ".zip"))) {
                candidates.add(path);
            } else {
                LOG.debug("{} is no plugin and is ignored", path);
            }
        }
        return candidates;
    }

    /**
     * Returns the files of a plugin.
     *
     * @param location a jar or a folder
     * @throws PluginProblem when it is neither, or not laid out as a plugin
     */
    static PluginFiles of(Path location) throws PluginProblem {
        if (Files.isDirectory(location)) {
            return ofFolder(location);
        }
        if (isNamed(location, ".zip")) {
            throw new PluginProblem(
                    "zip files are not loaded", "unpack it into a folder of its own: a jar, and its libraries in lib/");
        }
        return new PluginFiles(location, location, List.of(location));
    }

    /**
     * Returns every jar at a location, however it is laid out: itself, or those of the folder and of its {@code lib/}.
     *
     * @throws IOException when a folder cannot be listed
     */
    static List<Path> filesOf(Path location) throws IOException {
        if (!Files.isDirectory(location)) {
            return List.of(location);
        }
        List<Path> files = new ArrayList<>(jarsIn(location));
        if (Files.isDirectory(location.resolve("lib"))) {
            files.addAll(jarsIn(location.resolve("lib")));
        }
        return files;
    }

    private static PluginFiles ofFolder(Path folder) throws PluginProblem {
        try {
            List<Path> jars = jarsIn(folder);
            if (jars.size() != 1) {
                throw new PluginProblem(
                        "the folder has " + (jars.isEmpty() ? "no jar" : "more than one jar: " + names(jars)),
                        "a plugin's folder has one jar, and its libraries in lib/");
            }
            return new PluginFiles(folder, jars.get(0), List.copyOf(filesOf(folder)));
        } catch (IOException failure) {
            throw new PluginProblem(
                    "the folder cannot be read: " + failure, "check its permissions for the agent's user", failure);
        }
    }

    private static List<Path> jarsIn(Path folder) throws IOException {
        return listing(folder).stream()
                .filter(path -> !isHidden(path) && isNamed(path, ".jar"))
                .toList();
    }

    private static List<Path> listing(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.sorted().toList();
        } catch (UncheckedIOException failure) {
            // A network file system fails in the middle of a listing.
            throw failure.getCause();
        }
    }

    private static List<String> names(List<Path> paths) {
        return paths.stream().map(path -> path.getFileName().toString()).toList();
    }

    private static boolean isHidden(Path path) {
        return path.getFileName().toString().startsWith(".");
    }

    private static boolean isNamed(Path path, String ending) {
        return path.getFileName().toString().toLowerCase(Locale.ROOT).endsWith(ending);
    }
}
