package dev.siteagent.core.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The pages of the project, as they stand in the source tree. Tests run in the folder of their module. */
final class Pages {
    static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    static final Path FOLDER = ROOT.resolve("docs");

    private Pages() {}

    /** Returns every page for readers: those of {@code docs/}, and those at the top. */
    static List<Path> all() throws IOException {
        try (Stream<Path> files = Files.walk(FOLDER);
                Stream<Path> top = Files.list(ROOT)) {
            return Stream.concat(files, top)
                    .filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }
}
