package dev.siteagent.core.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A temporary folder with the files of a demo. Closing deletes it. */
final class DemoFolder implements AutoCloseable {
    private final Path folder;

    DemoFolder() throws IOException {
        this.folder = Files.createTempDirectory("site-agent-demo");
    }

    /** Returns the path of a file, which need not exist. */
    Path path(String name) {
        return folder.resolve(name);
    }

    /** Writes a file. */
    void write(String name, String text) throws IOException {
        Files.writeString(path(name), text);
    }

    @Override
    public void close() {
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the demo's temporary folder " + folder + " could not be deleted", e);
        }
    }
}
