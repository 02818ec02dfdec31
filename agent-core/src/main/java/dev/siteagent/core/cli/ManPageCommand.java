package dev.siteagent.core.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code site-agent generate-man-page}: the build's way to the page that the distribution brings. */
@Command(
        name = "generate-man-page",
        hidden = true,
        mixinStandardHelpOptions = true,
        header = "Prints the manual page.",
        description = "Prints the manual page site-agent(1), in the language of man.",
        footer = {"", "Examples:", "  site-agent generate-man-page > site-agent.1"})
final class ManPageCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Spec
    private CommandSpec spec;

    ManPageCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        PrintWriter out = surroundings.out();
        out.print(ManPage.of(spec.root().commandLine(), AgentVersion.current()));
        out.flush();
        return ExitCode.OK;
    }
}
