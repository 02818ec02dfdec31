package dev.siteagent.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The man page and the shell completion of the distribution, used as a shell and {@code man} use them. */
class ManualIT {
    private static final Path PAGE = PackagedAgent.folder().resolve("man/site-agent.1");
    private static final Path COMPLETION = PackagedAgent.folder().resolve("completion/site-agent");

    @TempDir
    private Path outputs;

    @Test
    void theManPageRendersWithoutWarningsAndTellsOfEveryCommand() throws Exception {
        Tool.Ended man = Tool.run(outputs, "man", "--warnings", "-l", PAGE.toString());
        assumeThat(man.missing()).as("no man on this machine").isFalse();

        assertThat(man.err()).isEmpty();
        assertThat(man.out())
                .contains("SYNOPSIS", "site-agent run", "site-agent plugins list", "--config-file=FILE")
                .contains("  site-agent validate -c site-agent.yaml")
                .doesNotContain("generate-man-page");
    }

    @Test
    void bashCompletesCommands() throws Exception {
        assertThat(completions("site-agent", "di")).containsExactly("diagnostics");
        assertThat(completions("site-agent", "plugins", "")).contains("list");
    }

    @Test
    void bashCompletesTheOptionsOfACommand() throws Exception {
        assertThat(completions("site-agent", "healthz", "--m")).containsExactly("--max-age");
    }

    @Test
    void theCompletionThatTheAgentPrintsIsTheOneInTheDistribution() throws Exception {
        AgentProcess.Ended printed = PackagedAgent.in(outputs).run("generate-completion");

        assertThat(printed.out()).isEqualTo(Files.readString(COMPLETION));
    }

    /** Asks bash what it would offer behind these words, the last of which is being typed. */
    private List<String> completions(String... words) throws IOException, InterruptedException {
        // compopt refuses its work where no completion runs that bash itself has begun.
        String script = ". " + COMPLETION
                + "\ncompopt() { :; }\nCOMP_WORDS=(\"$@\")\nCOMP_CWORD=$(($# - 1))\nCOMP_LINE=\"$*\"\n"
                + "COMP_POINT=${#COMP_LINE}\n"
                + "function=$(complete -p site-agent | sed 's/.*-F \\([^ ]*\\).*/\\1/')\n"
                + "\"$function\" site-agent \"${COMP_WORDS[COMP_CWORD]}\" \"${COMP_WORDS[COMP_CWORD-1]}\"\n"
                + "printf '%s\\n' \"${COMPREPLY[@]}\"\n";
        String[] command = new String[words.length + 4];
        command[0] = "bash";
        command[1] = "-c";
        command[2] = script;
        command[3] = "bash";
        System.arraycopy(words, 0, command, 4, words.length);
        Tool.Ended bash = Tool.run(outputs, command);
        assertThat(bash.err()).isEmpty();
        return bash.out()
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .toList();
    }
}
