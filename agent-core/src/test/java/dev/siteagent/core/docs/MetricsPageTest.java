package dev.siteagent.core.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The pages tell of every metric, and of none that there is not. */
class MetricsPageTest {
    private static final Pattern IN_SOURCES = Pattern.compile("\"(siteagent_[a-z_]+)\"");
    private static final Pattern IN_PAGES = Pattern.compile("\\b(siteagent_[a-z_]+)\\b");

    @Test
    void everyMetricIsToldOfAndEveryOneToldOfExists() throws IOException {
        Set<String> told = new TreeSet<>();
        for (Path page : Pages.all()) {
            find(IN_PAGES, page, told);
        }
        Set<String> counted = new TreeSet<>();
        try (Stream<Path> sources = Files.walk(Pages.ROOT.resolve("agent-core/src/main/java"))) {
            for (Path source : sources.filter(Files::isRegularFile).toList()) {
                find(IN_SOURCES, source, counted);
            }
        }
        assertThat(told).isEqualTo(counted).hasSizeGreaterThan(10);
    }

    private static void find(Pattern name, Path file, Set<String> into) throws IOException {
        name.matcher(Files.readString(file)).results().forEach(found -> into.add(found.group(1)));
    }
}
