package com.example.siteagent;

import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.TransientBackendException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * The folder that plays the cloud. A resource is a file {@code example-…}; what else is known of it is in files beside it,
 * with the same name and an ending.
 *
 * <p>This is where the outside world comes in, so this is where its failures become those of the SPI: the host repeats what
 * is transient and reports what is permanent.
 */
final class ExampleFolder {
    /** Who has access: a username a line. */
    static final String MEMBERS = ".members";

    /** What was used: lines such as {@code 2026-03 ada slots 1.5}. */
    static final String USAGE = ".usage";

    /** The project it belongs to, one line. */
    static final String PARENT = ".parent";

    private static final String PREFIX = "example-";
    private static final List<String> ENDINGS = List.of("", MEMBERS, USAGE, PARENT);

    private final Path directory;

    ExampleFolder(Path directory) {
        this.directory = directory;
    }

    static String id(Object name) {
        return PREFIX + name;
    }

    /** Returns the part of an id that tells resources apart. */
    static String name(String id) {
        return id.substring(PREFIX.length());
    }

    void check() throws PermanentBackendException {
        if (!Files.isWritable(directory)) {
            throw new PermanentBackendException(
                    "the directory " + directory + " cannot be written: make it or change its owner");
        }
    }

    boolean has(String id) {
        return Files.exists(directory.resolve(id));
    }

    List<String> ids() throws TransientBackendException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith(PREFIX) && !name.contains("."))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new TransientBackendException("the directory " + directory + " cannot be listed", e);
        }
    }

    /** Reads the lines of a resource's file; none when there is no such file. */
    List<String> read(String id, String ending) throws TransientBackendException {
        Path file = directory.resolve(id + ending);
        try {
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException e) {
            throw new TransientBackendException("the file " + file + " cannot be read", e);
        }
    }

    /** Writes beside the file and moves it into place, so that a crash never leaves half a resource. */
    void write(String id, String ending, Collection<String> lines) throws TransientBackendException {
        Path file = directory.resolve(id + ending);
        try {
            Path draft = Files.createTempFile(directory, "draft", "");
            Files.write(draft, lines);
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new TransientBackendException("the file " + file + " cannot be written", e);
        }
    }

    /** Deletes all that is there of a resource, the resource itself last. */
    void delete(String id) throws TransientBackendException {
        try {
            for (int i = ENDINGS.size() - 1; i >= 0; i--) {
                Files.deleteIfExists(directory.resolve(id + ENDINGS.get(i)));
            }
        } catch (IOException e) {
            throw new TransientBackendException("the file " + id + " cannot be deleted in " + directory, e);
        }
    }

    @Override
    public String toString() {
        return directory.toString();
    }
}
