package dev.siteagent.core.cli;

import dev.siteagent.core.runtime.MembershipChores;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code site-agent sync-resource-limits}. */
@Command(
        name = SyncResourceLimitsCommand.NAME,
        mixinStandardHelpOptions = true,
        header = "Tells Waldur the limits that resources have on the backend.",
        description =
                "Reads the limits of all resources from the backend of membership sync and writes them to Waldur where"
                        + " they differ; nothing else is changed.",
        footer = {
            "",
            "Exit status: 0 good, 1 some of it failed, 2 command line or configuration.",
            "",
            "Example:",
            "  site-agent sync-resource-limits -c site-agent.yaml"
        })
final class SyncResourceLimitsCommand implements Callable<Integer> {
    /** Its name on the command line. */
    static final String NAME = "sync-resource-limits";

    private final Surroundings surroundings;

    @Mixin
    private OfferingSweep sweep = new OfferingSweep();

    SyncResourceLimitsCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws InterruptedException {
        return sweep.run(surroundings, NAME, MembershipChores::syncLimits);
    }
}
