package dev.siteagent.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A page of the documentation, with its blocks of code.
 *
 * @param file where it is
 * @param lines its text
 */
record Page(Path file, List<String> lines) {
    /** The folder that has the whole project. Tests run in the folder of their module. */
    static final Path PROJECT = Path.of("").toAbsolutePath().getParent();

    private static final Path FOLDER = PROJECT.resolve("docs/plugins");
    private static final String FENCE = "```";
    private static final String REMARK = "<!-- ";

    /**
     * A block of code between fences.
     *
     * @param page where it is
     * @param line the line that it begins in, from 1
     * @param language what the fence says
     * @param remark the comment in the line before the fence, without its arrows
     * @param code the lines between the fences
     */
    record Block(String page, int line, String language, Optional<String> remark, List<String> code) {
        @Override
        public String toString() {
            return page + ", line " + line;
        }

        String text() {
            return String.join("\n", code);
        }
    }

    static Page named(String name) throws IOException {
        Path file = FOLDER.resolve(name);
        return new Page(file, Files.readAllLines(file));
    }

    /** Returns every page for authors of plugins. */
    static List<Page> all() throws IOException {
        List<Page> pages = new ArrayList<>();
        try (Stream<Path> files = Files.list(FOLDER)) {
            for (Path file : files.sorted().toList()) {
                pages.add(named(file.getFileName().toString()));
            }
        }
        return pages;
    }

    static List<Block> allBlocks() throws IOException {
        return all().stream().flatMap(page -> page.blocks().stream()).collect(Collectors.toList());
    }

    List<Block> blocks() {
        List<Block> blocks = new ArrayList<>();
        int begin = -1;
        for (int i = 0; i < lines.size(); i++) {
            if (!lines.get(i).startsWith(FENCE)) {
                continue;
            }
            if (begin < 0) {
                begin = i;
            } else {
                blocks.add(new Block(
                        file.getFileName().toString(),
                        begin + 1,
                        lines.get(begin).substring(FENCE.length()),
                        remarkBefore(begin),
                        lines.subList(begin + 1, i)));
                begin = -1;
            }
        }
        return blocks;
    }

    private Optional<String> remarkBefore(int fence) {
        return Optional.of(fence == 0 ? "" : lines.get(fence - 1))
                .filter(line -> line.startsWith(REMARK) && line.endsWith(" -->"))
                .map(line -> line.substring(REMARK.length(), line.length() - " -->".length()));
    }
}
