package dev.siteagent.core.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code site-agent run}. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        header = "Runs the agent; also what happens without a command.",
        description = "Runs the agent. SIGTERM and SIGINT let what runs finish within 30 seconds.",
        footer = {
            "",
            "Exit status: 0 good; 1 some of the work failed; 2 command line or configuration.",
            "",
            "Examples:",
            "  site-agent run -m order_process -c /etc/site-agent/site-agent.yaml",
            "  site-agent run -m all -c site-agent.yaml --once"
        })
final class RunCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Mixin
    private RunWork work = new RunWork();

    RunCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws InterruptedException {
        return work.run(surroundings);
    }
}
