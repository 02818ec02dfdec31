package dev.siteagent.core.cli;

import dev.siteagent.core.runtime.MembershipChores;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code site-agent create-homedirs}. */
@Command(
        name = CreateHomedirsCommand.NAME,
        mixinStandardHelpOptions = true,
        header = "Makes the home directories that users lack.",
        description =
                "Has the backend make the home directories of all users of each offering who have a name, where it can."
                        + " Those that exist are left alone. The setting default_homedir_umask (0077) says what others may not do;"
                        + " enable_user_homedir_account_creation: false leaves an offering out.",
        footer = {
            "",
            "Exit status: 0 good, 1 some of it failed, 2 command line or configuration.",
            "",
            "Example:",
            "  site-agent create-homedirs -c site-agent.yaml"
        })
final class CreateHomedirsCommand implements Callable<Integer> {
    /** Its name on the command line. */
    static final String NAME = "create-homedirs";

    private final Surroundings surroundings;

    @Mixin
    private OfferingSweep sweep = new OfferingSweep();

    CreateHomedirsCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws InterruptedException {
        return sweep.run(surroundings, NAME, MembershipChores::createHomes);
    }
}
