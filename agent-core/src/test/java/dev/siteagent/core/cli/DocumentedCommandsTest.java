package dev.siteagent.core.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.siteagent.core.docs.Snippets;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;

/** The pages show no command and no option that the program does not have. */
class DocumentedCommandsTest {
    /** What stands for a value that has a form of its own. */
    private static final Map<String, String> PLACEHOLDERS = Map.of(
            "COMMAND", "run",
            "SECONDS", "300",
            "YYYY-MM", "2026-01",
            "TYPE", "create",
            "UUID", "00000000-0000-0000-0000-000000000000");

    @Test
    void everyCommandLineOfThePagesIsOneOfTheProgram() throws IOException {
        List<Snippets.Call> calls = Snippets.calls();
        assertThat(calls).hasSizeGreaterThan(30);
        assertThat(calls)
                .allSatisfy(call -> assertThat(written(call)).allSatisfy(words -> assertThatCode(() -> parse(words))
                        .as(call.page() + ": " + call.text())
                        .doesNotThrowAnyException()));
    }

    private static void parse(String... words) {
        CommandLine commands = new Console().program().commands();
        try {
            commands.parseArgs(words);
        } catch (MissingParameterException incomplete) {
            // A page may name a command without what it needs; an option that it lacks is another exception.
            assertThat(incomplete.getMessage()).startsWith("Missing required");
        }
    }

    /** Returns the command lines that one with alternatives and brackets stands for. */
    private static Stream<String[]> written(Snippets.Call call) {
        List<String[]> choices = call.words().stream()
                .map(word -> word.replaceAll("[\\[\\]]", ""))
                .map(word -> PLACEHOLDERS.getOrDefault(word, word))
                .map(word -> word.split("\\\\?\\|"))
                .toList();
        int most = choices.stream().mapToInt(choice -> choice.length).max().orElse(1);
        return IntStream.range(0, most).mapToObj(i -> choices.stream()
                .map(choice -> choice[Math.min(i, choice.length - 1)])
                .filter(word -> !word.equals("…"))
                .toArray(String[]::new));
    }
}
