package dev.siteagent.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.docs.Page.Block;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Code that the pages show is code that the build compiles and tests: a block of Java, XML or YAML is preceded by {@code
 * <!-- snippet: FILE -->} and stands in that file line by line. A line {@code …} leaves something out. Shell commands are
 * run by {@link TutorialIT}.
 */
class SnippetsTest {
    private static final String MARK = "snippet: ";
    private static final Set<String> WITH_SOURCE = Set.of("java", "xml", "yaml");
    private static final Set<String> WITHOUT = Set.of("sh", "text", "manifest");

    static Stream<Block> blocks() throws IOException {
        return Page.allBlocks().stream();
    }

    @ParameterizedTest
    @MethodSource("blocks")
    void shownCodeStandsInATestedSource(Block block) throws IOException {
        if (!WITH_SOURCE.contains(block.language())) {
            assertThat(WITHOUT)
                    .as("%s: the language of the block, so that somebody knows how to check it", block)
                    .contains(block.language());
            return;
        }
        String mark = block.remark().orElse("none");
        assertThat(mark)
                .as("%s: the line before the block says <!-- %sFILE -->", block, MARK)
                .startsWith(MARK);
        Path source = Page.PROJECT.resolve(mark.substring(MARK.length()));
        List<String> have = normal(Files.readAllLines(source));
        for (List<String> part : parts(block.code())) {
            assertThat(contains(have, part))
                    .as(
                            "%s shows what is not (any more) in %s. Copy the lines anew from there:%n%s",
                            block, source, String.join("\n", part))
                    .isTrue();
        }
    }

    private static List<List<String>> parts(List<String> code) {
        List<List<String>> parts = new ArrayList<>();
        List<String> part = new ArrayList<>();
        for (String line : normal(code)) {
            if (line.matches("(//|#|<!--)? ?…( -->)?")) {
                parts.add(part);
                part = new ArrayList<>();
            } else {
                part.add(line);
            }
        }
        parts.add(part);
        parts.removeIf(List::isEmpty);
        return parts;
    }

    /** Indentation and empty lines may differ. */
    private static List<String> normal(List<String> lines) {
        return lines.stream().map(String::strip).filter(line -> !line.isEmpty()).toList();
    }

    private static boolean contains(List<String> all, List<String> part) {
        for (int i = 0; i + part.size() <= all.size(); i++) {
            if (all.subList(i, i + part.size()).equals(part)) {
                return true;
            }
        }
        return false;
    }
}
