package dev.siteagent.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Whatever the host says of a plugin that it does not load is explained. */
class DebuggingPageTest {
    private static final Path SOURCES = Page.PROJECT.resolve("agent-core/src/main/java/dev/siteagent/core/plugins");
    private static final Pattern REASON = Pattern.compile("new PluginProblem\\(\\s*\"((?:[^\"\\\\]|\\\\.)+)\"");
    private static final Pattern TRIED =
            Pattern.compile("(?:thrownBy|found)\\(\\s*\"([^\"]+)\"( \\+ type\\.getName\\(\\) \\+ \"([^\"]+)\")?");

    @Test
    void everyReasonForNotLoadingAPluginIsExplained() throws IOException {
        String page = String.join("\n", Page.named("debugging.md").lines());

        List<String> reasons = reasons();

        assertThat(reasons).hasSizeGreaterThan(10);
        assertThat(reasons).allSatisfy(reason -> assertThat(page)
                .as("docs/plugins/debugging.md explains: %s", reason)
                .contains(reason));
    }

    private static List<String> reasons() throws IOException {
        List<String> reasons = new ArrayList<>();
        try (Stream<Path> files = Files.list(SOURCES)) {
            for (Path file :
                    files.filter(name -> name.toString().endsWith(".java")).toList()) {
                String text = Files.readString(file);
                Matcher reason = REASON.matcher(text);
                while (reason.find()) {
                    reasons.add(reason.group(1).replace("\\\"", "\"").strip());
                }
                Matcher tried = TRIED.matcher(text);
                while (tried.find()) {
                    reasons.add(
                            tried.group(3) == null
                                    ? tried.group(1).strip()
                                    : tried.group(3).strip());
                }
            }
        }
        return reasons;
    }
}
