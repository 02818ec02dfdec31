package dev.siteagent.core.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Every link between the pages leads somewhere, and to a heading that is there. */
class LinksTest {
    private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:|mailto:)([^)\\s]+)\\)");

    @Test
    void everyLinkOfThePagesLeadsToAFileAndToAHeadingOfIt() throws IOException {
        List<String> dead = new ArrayList<>();
        for (Path page : Pages.all()) {
            for (String link : links(page)) {
                String[] parts = link.split("#", 2);
                Path target = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]);
                boolean found = Files.exists(target)
                        && (parts.length == 1 || headings(target).contains(parts[1]));
                if (!found) {
                    dead.add(Pages.ROOT.relativize(page) + " links to " + link);
                }
            }
        }
        assertThat(dead).isEmpty();
    }

    @Test
    void everyPageIsInTheIndexOfTheDocumentation() throws IOException {
        String index = Files.readString(Pages.FOLDER.resolve("README.md"));
        try (var files = Files.list(Pages.FOLDER)) {
            assertThat(files.map(file -> file.getFileName().toString())
                            .filter(name -> name.endsWith(".md") && !name.equals("README.md")))
                    .allSatisfy(name -> assertThat(index).contains("(" + name + ")"));
        }
    }

    private static List<String> links(Path page) throws IOException {
        return LINK.matcher(Files.readString(page))
                .results()
                .map(link -> link.group(1))
                .toList();
    }

    /** Returns the anchors of the headings, as the common renderers make them. */
    private static List<String> headings(Path page) throws IOException {
        return Files.readAllLines(page).stream()
                .filter(line -> line.startsWith("#"))
                .map(line -> line.replaceFirst("^#+ ", "").toLowerCase(Locale.ROOT))
                .map(heading -> heading.replaceAll("[^\\p{L}\\p{N}_ -]", "").replace(' ', '-'))
                .toList();
    }
}
