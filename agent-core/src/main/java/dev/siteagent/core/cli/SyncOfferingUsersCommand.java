package dev.siteagent.core.cli;

import dev.siteagent.core.runtime.MembershipChores;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code site-agent sync-offering-users}. */
@Command(
        name = SyncOfferingUsersCommand.NAME,
        mixinStandardHelpOptions = true,
        header = "Gives names to the users who wait for one.",
        description =
                "Asks the username backend of each offering for the names of users who have none, and writes them to"
                        + " Waldur, as membership sync does at the start of each cycle. Offerings whose policy lets Waldur give the"
                        + " names are left alone.",
        footer = {
            "",
            "Exit status: 0 good, 1 some of it failed, 2 command line or configuration.",
            "",
            "Example:",
            "  site-agent sync-offering-users -c site-agent.yaml"
        })
final class SyncOfferingUsersCommand implements Callable<Integer> {
    /** Its name on the command line. */
    static final String NAME = "sync-offering-users";

    private final Surroundings surroundings;

    @Mixin
    private OfferingSweep sweep = new OfferingSweep();

    SyncOfferingUsersCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws InterruptedException {
        return sweep.run(surroundings, NAME, MembershipChores::syncUsers);
    }
}
