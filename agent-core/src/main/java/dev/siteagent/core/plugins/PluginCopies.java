package dev.siteagent.core.plugins;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies of the plugins' jars in a temporary folder that only the agent's user may read, from which they are loaded: so
 * whoever overwrites a jar in the plugins folder does no harm to the plugin that runs, of which the JVM reads parts at any
 * time.
 *
 * <p>The folder is made with the first copy, and is locked, so that what is left of a process that was killed is told from
 * what is in use, and removed by the next. Whoever clears old files away from such folders takes it for old after some
 * days, unless it is {@linkplain #touch touched} meanwhile. Thread-safe.
 */
final class PluginCopies implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PluginCopies.class);
    private static final String NAME = "site-agent-plugins-";
    private static final String LOCK = "lock";

    private final Path temporary;
    private final Clock clock;
    private Path folder;
    private FileChannel lock;
    private int count;

    /**
     * Makes nothing yet.
     *
     * @param temporary the folder of temporary files
     * @param clock the time
     */
    PluginCopies(Path temporary, Clock clock) {
        this.temporary = temporary;
        this.clock = clock;
    }

    /**
     * Copies a plugin.
     *
     * @return the copy, laid out as the plugin is
     * @throws PluginProblem when it cannot be copied
     */
    Path copy(PluginFiles files) throws PluginProblem {
        Optional<Path> place = Optional.empty();
        try {
            place = Optional.of(place());
            Path copy = place.get().resolve(files.location().getFileName());
            for (Path file : files.classPath()) {
                Path target = copy.resolve(files.location().relativize(file)).normalize();
                Files.createDirectories(target.getParent());
                Files.copy(file, target);
            }
            return copy;
        } catch (IOException failure) {
            // Where there is no room, what was copied so far must not stand in the way of the next attempt.
            place.ifPresent(begun -> remove(begun, "a part of a plugin's copy"));
            throw new PluginProblem(
                    "it cannot be copied to where it is loaded from (" + failure + ")",
                    "see to it that the agent's user may read it, and that there is room in " + temporary,
                    failure);
        }
    }

    /** Makes a place for a copy; the copying itself keeps nobody waiting, however slow the plugins folder is. */
    private synchronized Path place() throws IOException {
        return Files.createDirectory(folder().resolve(Integer.toString(++count)));
    }

    /** Removes a copy. One that cannot be removed stays, with a line in the log, until the next agent removes it. */
    void remove(Path copy) {
        remove(copy.getParent(), "a plugin's copy");
    }

    /** Has every copy look as if it had just been made. */
    synchronized void touch() {
        if (folder == null) {
            return;
        }
        try (Stream<Path> paths = Files.walk(folder)) {
            FileTime now = FileTime.from(clock.instant());
            for (Path path : paths.toList()) {
                Files.setLastModifiedTime(path, now);
            }
        } catch (IOException | UncheckedIOException failure) {
            LOG.warn(
                    "The copies of plugins in {} are not all there any more ({}): restart the agent before a plugin misses"
                            + " one",
                    folder,
                    failure.toString());
        }
    }

    /** Removes everything. */
    @Override
    public synchronized void close() {
        if (folder == null) {
            return;
        }
        remove(folder, "the plugins' copies");
        try {
            lock.close();
        } catch (IOException failure) {
            LOG.debug("The lock of {} was not closed", folder, failure);
        }
        folder = null;
    }

    private Path folder() throws IOException {
        if (folder == null) {
            String mine = NAME + ProcessHandle.current().pid() + "-" + started().toEpochMilli() + "-";
            Path made = Files.createTempDirectory(temporary, mine);
            lock = FileChannel.open(made.resolve(LOCK), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            lock.lock();
            folder = made;
            sweep(mine);
        }
        return folder;
    }

    private static Instant started() {
        return ProcessHandle.current().info().startInstant().orElse(Instant.EPOCH);
    }

    /**
     * Removes what other processes of this user have left. What this process has is not even looked at: closing a file
     * gives up all of the process's locks on it. What cannot be removed stays: it is in nobody's way.
     */
    private void sweep(String mine) {
        for (Path other : others(mine)) {
            try {
                if (Files.isDirectory(other, LinkOption.NOFOLLOW_LINKS)
                        && Files.getOwner(other, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(folder))
                        && isLeft(other)) {
                    remove(other, "what another agent has left");
                }
            } catch (IOException failure) {
                LOG.debug("{} is left as it is", other, failure);
            }
        }
    }

    private List<Path> others(String mine) {
        try (Stream<Path> entries = Files.list(temporary)) {
            return entries.filter(entry -> {
                        String name = entry.getFileName().toString();
                        return name.startsWith(NAME) && !name.startsWith(mine);
                    })
                    .toList();
        } catch (IOException | UncheckedIOException failure) {
            LOG.debug("{} cannot be looked through for what other agents have left", temporary, failure);
            return List.of();
        }
    }

    private static boolean isLeft(Path other) throws IOException {
        Path file = other.resolve(LOCK);
        if (Files.notExists(file, LinkOption.NOFOLLOW_LINKS)) {
            // Its owner is about to lock it, or was killed just then: an empty folder, which does no harm.
            return false;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException inThisProcess) {
            return false;
        }
    }

    private static void remove(Path tree, String what) {
        if (Files.notExists(tree)) {
            return;
        }
        try (Stream<Path> paths = Files.walk(tree)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException | UncheckedIOException failure) {
            Throwable cause = failure instanceof UncheckedIOException ? failure.getCause() : failure;
            if (cause instanceof NoSuchFileException) {
                LOG.debug("Another agent that sweeps at the same time removes {}", tree, failure);
            } else {
                LOG.warn("{} in {} cannot be removed ({}); it is of no use any more", what, tree, failure.toString());
            }
        }
    }
}
