package dev.siteagent.core.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code site-agent generate-completion}: the completion that the distribution brings comes from here, too. */
@Command(
        name = "generate-completion",
        mixinStandardHelpOptions = true,
        header = "Prints a completion script for bash and zsh.",
        description = "Prints a script by which bash and zsh complete commands and options. In the shell"
                + " at hand: . <(site-agent generate-completion)",
        footer = {"", "Examples:", "  site-agent generate-completion > ~/.bash_completion"})
final class CompletionCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Spec
    private CommandSpec spec;

    CompletionCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        CommandSpec root = spec.root();
        PrintWriter out = surroundings.out();
        out.println(AutoComplete.bash(root.name(), root.commandLine()));
        out.flush();
        return ExitCode.OK;
    }
}
