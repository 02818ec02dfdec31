package dev.siteagent.core.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** {@code docs/troubleshooting.md} has an entry for each line that the agent logs at WARN or ERROR. */
class TroubleshootingPageTest {
    private static final String HEADING = "| line | cause | what to do |";
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    @Test
    void everyWarningAndErrorHasAnEntry() throws IOException {
        Set<String> lines = new TreeSet<>(LogLines.read().texts());
        lines.removeAll(entries());
        assertThat(lines)
                .as("lines of the log that docs/troubleshooting.md does not explain; give each a row, {} written as …")
                .isEmpty();
    }

    @Test
    void everyEntryIsOfALineThatIsLogged() throws IOException {
        Set<String> entries = entries();
        entries.removeAll(LogLines.read().texts());
        assertThat(entries)
                .as("entries of docs/troubleshooting.md of lines that nothing logs any more; remove or correct them")
                .isEmpty();
    }

    @Test
    void everyCallOfALoggerAtTheseLevelsHasItsTextInPlace() throws IOException {
        assertThat(LogLines.read().unreadable()).isEmpty();
    }

    @Test
    void everyEntryHasACauseAndARemedy() throws IOException {
        assertThat(rows())
                .allSatisfy(row ->
                        assertThat(row.split(" \\| ", -1)).as(row).hasSize(3).noneMatch(String::isBlank));
    }

    @Test
    void aTextInSeveralPartsIsReadAsOne() {
        String source =
                "Logger log;\nlog.warn(\n    \"Offering {} is\"\n        + \" away: \\\"{}\\\".\",\n    name, why);";
        assertThat(LogLines.of("Sample", source).texts()).containsExactly("Offering … is away: \"…\".");
    }

    @Test
    void aTextThatIsNoLiteralIsFound() {
        assertThat(LogLines.of("Sample", "Logger err; err.error(text);").unreadable())
                .hasSize(1);
        assertThat(LogLines.of("Sample", "Logger log; log.error(\"No \" + what);")
                        .unreadable())
                .hasSize(1);
        assertThat(LogLines.of("Sample", "log.atWarn().log(\"No\");").unreadable())
                .hasSize(1);
    }

    private static Set<String> entries() throws IOException {
        Set<String> entries = new TreeSet<>();
        for (String row : rows()) {
            for (String line : row.substring(0, row.indexOf(" | ")).split("<br>", -1)) {
                Matcher code = CODE.matcher(line);
                if (code.find()) {
                    entries.add(code.group(1));
                }
            }
        }
        return entries;
    }

    private static List<String> rows() throws IOException {
        List<String> rows = new ArrayList<>();
        boolean inTable = false;
        for (String line : Files.readAllLines(Pages.FOLDER.resolve("troubleshooting.md"))) {
            inTable = line.equals(HEADING) || (inTable && line.startsWith("|"));
            if (inTable && line.startsWith("| `")) {
                rows.add(line);
            }
        }
        return rows;
    }
}
