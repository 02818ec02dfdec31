package dev.siteagent.core.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code site-agent} itself: without a command it runs the agent. */
@Command(
        name = "site-agent",
        mixinStandardHelpOptions = true,
        versionProvider = AgentVersion.class,
        description = {
            "Serves Waldur offerings: takes the orders of customers and has plugins do the work.",
            "Without a command it runs, as with the command run."
        },
        commandListHeading = "%nCommands:%n",
        footer = {
            "",
            "Examples:",
            "  site-agent demo                                  see it work, with no account",
            "  site-agent validate -c site-agent.yaml           is the configuration good?",
            "  site-agent diagnostics -c site-agent.yaml        do Waldur and the clouds answer?",
            "  site-agent -m order_process -c site-agent.yaml   run",
            "",
            "Exit status: 0 good; 1 some of the work failed; 2 command line or configuration."
        })
final class RootCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Mixin
    private RunWork work = new RunWork();

    RootCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws InterruptedException {
        return work.run(surroundings);
    }
}
