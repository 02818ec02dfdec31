package dev.siteagent.core.cli;

import dev.siteagent.core.config.ConfigurationReader;
import dev.siteagent.core.waldur.WaldurClient;
import java.util.Set;
import org.slf4j.LoggerFactory;

/**
 * Has done, beside the reading of the command line and the loading of plugins, what only the first use of the libraries
 * takes: a second processor is idle then. Nothing is kept of it, and nothing waits for it.
 */
final class HeadStart {
    private static final Set<String> QUESTIONS = Set.of("-h", "--help", "-V", "--version");

    private HeadStart() {}

    /** Begins it where the command line looks like that of a run; short commands are over before it would help. */
    static void begin(String[] args) {
        if (isRun(args)) {
            daemon("head-start-configuration", ConfigurationReader::rehearse);
            daemon("head-start-waldur", WaldurClient::rehearse);
        }
    }

    /** Without the name of a command it is a run, too, unless it only asks what there is. */
    static boolean isRun(String... args) {
        return args.length == 0 || args[0].equals("run") || (args[0].startsWith("-") && !QUESTIONS.contains(args[0]));
    }

    private static void run(String name, Runnable work) {
        try {
            work.run();
        } catch (RuntimeException e) {
            // What fails here fails again in the run, which says so and what for.
            LoggerFactory.getLogger(HeadStart.class).debug("{} failed", name, e);
        }
    }

    private static void daemon(String name, Runnable work) {
        Thread thread = new Thread(() -> run(name, work), name);
        thread.setDaemon(true);
        thread.start();
    }
}
