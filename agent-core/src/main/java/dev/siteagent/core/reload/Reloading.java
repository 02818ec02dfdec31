package dev.siteagent.core.reload;

import dev.siteagent.core.config.AgentConfiguration;
import dev.siteagent.core.config.BackendCatalog;
import dev.siteagent.core.config.ConfigurationResult;
import dev.siteagent.core.plugins.PluginChange;
import dev.siteagent.core.plugins.PluginHost;
import dev.siteagent.core.reload.ReloadListener.Cause;
import dev.siteagent.core.reload.ReloadListener.Outcome;
import dev.siteagent.core.runtime.AgentRun;
import dev.siteagent.core.runtime.Changes;
import dev.siteagent.core.waldur.Sleeper;
import java.io.IOException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has a run take over the configuration file as it is now, whenever somebody asks, and the plugins folder, whenever it has
 * changed; with the folder goes the file, since it is bound to the settings of the plugins. A file from which nothing can
 * run changes nothing, and a plugin with which an offering at work could not go on takes no other's place. Requests while
 * one is being served are served as one, by a further reading after it.
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
    private final AtomicBoolean asked = new AtomicBoolean();

    /** Whether the plugins may be others than those of the folder. */
    private final AtomicBoolean folderDiffers = new AtomicBoolean();

    private final PluginWatch watch;
    private final Thread thread = new Thread(this::serve, "reload");

    /**
     * Serves no request yet.
     *
     * @param reader reads the configuration file for a set of plugins
     * @param plugins the plugins
     * @param run what takes it over
     * @param further does what else a new configuration asks for, such as the level of the log
     * @param listener hears of each reload
     * @param pauses the time between two looks at the plugins folder
     */
    public Reloading(
            Function<BackendCatalog, ConfigurationResult> reader,
            PluginHost plugins,
            AgentRun run,
            Consumer<AgentConfiguration> further,
            ReloadListener listener,
            Sleeper pauses) {
        this.reader = reader;
        this.plugins = plugins;
        this.run = run;
        this.further = further;
        this.listener = listener;
        this.watch = new PluginWatch(plugins, this::pluginsChanged, pauses);
        thread.setDaemon(true);
    }

    /**
     * Serves requests from now on, also those from before.
     *
     * @param watched whether the plugins folder is watched, until a configuration says otherwise
     */
    public void start(boolean watched) {
        watch.want(watched);
        watch.start();
        thread.start();
    }

    /** Asks for a reload of the file, and of plugins that an earlier reload refused; returns at once. */
    public void request() {
        asked.set(true);
        requests.release();
    }

    /** The plugins folder has changed. */
    private void pluginsChanged() {
        folderDiffers.set(true);
        requests.release();
    }

    private void serve() {
        try {
            while (true) {
                requests.acquire();
                requests.drainPermits();
                Cause cause = asked.getAndSet(false) ? Cause.REQUEST : Cause.PLUGIN;
                try {
                    reload(cause).ifPresent(outcome -> listener.reloaded(cause, outcome));
                } catch (RuntimeException | LinkageError e) {
                    log.error("Nothing was reloaded, by a fault of the agent or of a plugin.", e);
                    listener.reloaded(cause, Outcome.REFUSED);
                }
            }
        } catch (InterruptedException e) {
            log.debug("There are no further reloads.", e);
        }
    }

    /** Reloads; returns how that went, empty when there was nothing to do. */
    private Optional<Outcome> reload(Cause cause) throws InterruptedException {
        if (run.isStopped()) {
            log.info("Nothing is reloaded, since the agent stops.");
            return Optional.empty();
        }
        boolean withPlugins = watch.isWanted() && folderDiffers.getAndSet(false);
        Set<String> kept = new HashSet<>();
        while (true) {
            try (PluginChange change = withPlugins ? plugins.prepare(kept) : plugins.unchanged()) {
                boolean complete = kept.isEmpty() && !change.hasFailures();
                if (!complete) {
                    // Asked for again by the next reload: what is in the way may be corrected in the file.
                    folderDiffers.set(true);
                }
                if (change.isEmpty()) {
                    change.commit();
                    if (cause == Cause.PLUGIN) {
                        return complete ? Optional.empty() : Optional.of(Outcome.REFUSED);
                    }
                }
                ConfigurationResult read = reader.apply(change.catalog());
                Set<String> unfit = new Fitness(read, run).unfit(change);
                if (unfit.isEmpty()) {
                    Outcome outcome = takeOver(change, read);
                    return Optional.of(outcome == Outcome.APPLIED && !complete ? Outcome.PARTLY : outcome);
                }
                kept.addAll(unfit);
            } catch (IOException e) {
                folderDiffers.set(true);
                log.error("The plugins stay as they are, since their folder cannot be read: {}", e.toString());
                withPlugins = false;
            }
        }
    }

    private Outcome takeOver(PluginChange change, ConfigurationResult read) throws InterruptedException {
        ProblemNews.tell(read.problems());
        if (!change.isEmpty()) {
            log.info("The plugins change: {}.", change);
        }
        if (read.configuration().isEmpty()) {
            log.error(
                    "The configuration stays as it was: nothing can run with the file as it is now. Correct the problems"
                            + " above and reload again.");
            withdraw(change);
            return Outcome.REFUSED;
        }
        CompletableFuture<Void> done = new CompletableFuture<>();
        AgentConfiguration next = read.configuration().get();
        Changes changes = run.change(next, change.going(), change::commit, done);
        if (run.isStopped()) {
            log.info("Nothing is reloaded, since the agent stops.");
            return Outcome.REFUSED;
        }
        watch.want(next.pluginsWatch());
        further.accept(next);
        log.info("The configuration is reloaded. {}.", changes);
        if (!await(done)) {
            return Outcome.REFUSED;
        }
        BadEntryNews.tell(next, run.offerings());
        boolean partly = !next.disabled().isEmpty() || !next.disabledServices().isEmpty();
        return partly ? Outcome.PARTLY : Outcome.APPLIED;
    }

    /** Takes plugins away that are not in the folder any more, without a file that says who goes on with what. */
    private void withdraw(PluginChange change) throws InterruptedException {
        if (change.going().isEmpty()) {
            change.commit();
            return;
        }
        CompletableFuture<Void> done = new CompletableFuture<>();
        Changes changes = run.withdraw(change.going(), change::commit, done);
        log.error("Plugins are gone that are in use: {}. {}.", String.join(", ", change.going()), changes);
        await(done);
    }

    /** Waits until the plugins are changed, which is when nobody uses any more what goes; returns whether they are. */
    private boolean await(CompletableFuture<Void> done) throws InterruptedException {
        try {
            done.get();
            return true;
        } catch (CancellationException e) {
            log.info("The plugins stay as they are, since the agent stops.");
            return false;
        } catch (ExecutionException e) {
            log.error("The plugins stay as they are, by a fault of the agent.", e.getCause());
            return false;
        }
    }

    /** Serves no further request; one that is being served may go on for a moment. */
    @Override
    public void close() {
        watch.close();
        thread.interrupt();
    }
}
