package dev.siteagent.core.reload;

import dev.siteagent.core.config.AgentConfiguration;
import dev.siteagent.core.config.BackendCatalog;
import dev.siteagent.core.config.ConfigurationResult;
import dev.siteagent.core.plugins.PluginHost;
import dev.siteagent.core.reload.ReloadListener.Cause;
import dev.siteagent.core.reload.ReloadListener.Outcome;
import dev.siteagent.core.runtime.AgentRun;
import dev.siteagent.core.runtime.Changes;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has a run take over the configuration file as it is now, whenever somebody asks. A file from which nothing can run
 * changes nothing. Requests while one is being served are served as one, by a further reading after it.
 *
 * <p>Reads on a thread of its own. Thread-safe.
 */
public final class Reloading implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Reloading.class);

    private final Function<BackendCatalog, ConfigurationResult> reader;
    private final PluginHost plugins;
    private final AgentRun run;
    private final Consumer<AgentConfiguration> further;
    private final ReloadListener listener;
    private final Semaphore requests = new Semaphore(0);
    private final Thread thread = new Thread(this::serve, "reload");

    /**
     * Serves no request yet.
     *
     * @param reader reads the configuration file for a set of plugins
     * @param plugins the plugins
     * @param run what takes it over
     * @param further does what else a new configuration asks for, such as the level of the log
     * @param listener hears of each reload
     */
    public Reloading(
            Function<BackendCatalog, ConfigurationResult> reader,
            PluginHost plugins,
            AgentRun run,
            Consumer<AgentConfiguration> further,
            ReloadListener listener) {
        this.reader = reader;
        this.plugins = plugins;
        this.run = run;
        this.further = further;
        this.listener = listener;
        thread.setDaemon(true);
    }

    /** Serves requests from now on, also those from before. */
    public void start() {
        thread.start();
    }

    /** Asks for a reload; returns at once. */
    public void request() {
        requests.release();
    }

    private void serve() {
        try {
            while (true) {
                requests.acquire();
                requests.drainPermits();
                try {
                    reload();
                } catch (RuntimeException | LinkageError e) {
                    log.error("The configuration was not reloaded, by a fault of the agent or of a plugin.", e);
                    listener.reloaded(Cause.REQUEST, Outcome.REFUSED);
                }
            }
        } catch (InterruptedException e) {
            log.debug("There are no further reloads.", e);
        }
    }

    private void reload() {
        if (run.isStopped()) {
            log.info("The configuration is not reloaded, since the agent stops.");
            return;
        }
        ConfigurationResult read = reader.apply(plugins.registry());
        ProblemNews.tell(read.problems());
        if (read.configuration().isEmpty()) {
            log.error(
                    "The configuration stays as it was: nothing can run with the file as it is now. Correct the problems"
                            + " above and reload again.");
            listener.reloaded(Cause.REQUEST, Outcome.REFUSED);
            return;
        }
        AgentConfiguration next = read.configuration().get();
        Changes changes = run.change(next);
        further.accept(next);
        BadEntryNews.tell(next, run.offerings());
        log.info("The configuration is reloaded. {}.", changes);
        boolean partly = !next.disabled().isEmpty() || !next.disabledServices().isEmpty();
        listener.reloaded(Cause.REQUEST, partly ? Outcome.PARTLY : Outcome.APPLIED);
    }

    /** Serves no further request; one that is being served may go on for a moment. */
    @Override
    public void close() {
        thread.interrupt();
    }
}
