package dev.siteagent.core.runtime;

import dev.siteagent.core.config.AgentConfiguration;
import dev.siteagent.core.config.DisabledOffering;
import dev.siteagent.core.config.OfferingConfiguration;
import dev.siteagent.core.plugins.PluginHost;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A run of the agent: what {@code site-agent run} does.
 *
 * <p>Offerings are independent of each other. A run ends when it is stopped, with {@link RunOptions#once()} when the work
 * has ended, and when no offering is left; a run whose configuration or plugins have changed since does not end for the
 * last reason, since the next change can mend that. {@link #run} is called once; the rest is thread-safe.
 */
public final class AgentRun {
    private static final Logger log = LoggerFactory.getLogger(AgentRun.class);
    private static final Duration BEAT = Duration.ofSeconds(5);
    private static final Duration REGISTRATION_PATIENCE = Duration.ofSeconds(10);

    private final RunOptions options;
    private final Roster roster;
    private final Posts posts;
    private volatile List<DisabledOffering> disabled;
    private volatile boolean changed;

    /**
     * Prepares a run.
     *
     * @param configuration what to serve; not kept
     * @param plugins the plugins, started
     * @param options how to run
     */
    public AgentRun(AgentConfiguration configuration, PluginHost plugins, RunOptions options) {
        this.options = options;
        this.roster = new Roster(options.clock(), options.grace());
        this.posts = new Posts(plugins, options, roster::ended);
        this.disabled = configuration.disabled();
        roster.change(posts.of(configuration), post -> false, Exchange.NONE);
        if (options.once()) {
            configuration
                    .services()
                    .forEach(service -> log.info("Service {} is not started by a run with --once.", service.type()));
        }
    }

    /**
     * Runs.
     *
     * @return how it ended
     * @throws InterruptedException when the thread is interrupted; work is interrupted then, too
     */
    public RunResult run() throws InterruptedException {
        disabled.forEach(offering -> log.error("Offering {} is disabled: {}", offering.name(), offering.reason()));
        roster.begin();
        try {
            await();
        } catch (InterruptedException e) {
            roster.interrupt();
            throw e;
        } finally {
            close();
        }
        return result();
    }

    private void close() throws InterruptedException {
        // Only a run that ends by itself waits for its registration: a stop has waited long enough.
        Duration patience = roster.isStopped() ? Duration.ZERO : REGISTRATION_PATIENCE;
        roster.stop();
        roster.close(patience);
    }

    /**
     * Takes over another configuration. What is unchanged goes on; what is changed, and what has ended by itself, begins
     * again when what it has begun has ended, or after two minutes; what is gone ends, in the time that one of its orders
     * may take. An offering that runs and whose entry is bad now goes on as it is, and so do all where it cannot be told
     * whose entry that is; services go on as they are when the entry of any is bad. Returns at once.
     *
     * @param next the configuration
     * @return what it changes
     */
    public Changes change(AgentConfiguration next) {
        return change(next, Exchange.NONE);
    }

    /**
     * Takes over another configuration together with a change of plugins: who uses them ends, then they are changed, then
     * what is new begins. May not be called while another such change is under way.
     *
     * @param next the configuration, bound to the plugins as they will be
     * @param plugins the ids of the plugins that are taken away or replaced
     * @param step changes them; is given the ids of those that somebody still uses who was told to end and does not; does
     *     not block
     * @param done completes when that is done, exceptionally when it failed; is cancelled by a stop before
     * @return what it changes
     */
    public Changes change(
            AgentConfiguration next, Set<String> plugins, Consumer<Set<String>> step, CompletableFuture<Void> done) {
        return change(next, new Exchange(plugins, step, done));
    }

    /**
     * Goes on without some plugins: who uses them ends, in two minutes at most, then they are taken away; all others go on
     * as they are. May not be called while another change of plugins is under way.
     *
     * @param plugins the ids of the plugins that are taken away
     * @param step takes them away, see {@link #change(AgentConfiguration, Set, Consumer, CompletableFuture)}
     * @param done see there
     * @return what it changes
     */
    public Changes withdraw(Set<String> plugins, Consumer<Set<String>> step, CompletableFuture<Void> done) {
        changed = true;
        return roster.withdraw(new Exchange(plugins, step, done));
    }

    private Changes change(AgentConfiguration next, Exchange exchange) {
        changed = true;
        disabled = next.disabled();
        return roster.change(posts.of(next), new BadEntries(next)::keep, exchange);
    }

    /** Returns the offerings at work that use any of these plugins, by their ids. */
    public List<OfferingConfiguration> offeringsOf(Set<String> plugins) {
        return roster.users(plugins).stream()
                .flatMap(post -> post.offerings().stream())
                .toList();
    }

    /** Returns whether a service at work may use any of these plugins, by their ids. */
    public boolean servicesUse(Set<String> plugins) {
        return roster.users(plugins).stream().anyMatch(post -> post.offerings().isEmpty());
    }

    /** Stops taking work and lets what runs finish within the grace period. Returns at once. */
    public void stop() {
        roster.stop();
    }

    /** Returns whether the run was stopped, or has ended. */
    public boolean isStopped() {
        return roster.isStopped();
    }

    /** Returns what hangs, and which services have been unwell for too long, a line each; empty when all is well. */
    public List<String> hung() {
        return roster.hung();
    }

    /** Returns the offerings that the run serves now. */
    public List<OfferingConfiguration> offerings() {
        return roster.offerings();
    }

    /** Returns the offerings, as they were, that take no further orders and end what they have begun. */
    public List<OfferingConfiguration> ending() {
        return roster.ending();
    }

    /** Returns the names of the services that the run serves now. */
    public List<String> services() {
        return roster.posts().stream()
                .filter(post -> post.offerings().isEmpty())
                .map(Post::name)
                .toList();
    }

    /** Returns the offerings of the configuration that cannot run, with the reason. */
    public List<DisabledOffering> disabled() {
        return disabled;
    }

    private void await() throws InterruptedException {
        Heartbeat heartbeat = new Heartbeat(options.heartbeat(), options.clock());
        if (!options.once() && !roster.isStopped() && roster.works().stream().allMatch(Work::idle)) {
            log.warn(
                    "No offering has work for the modes of this run; there is nothing to do until the agent is stopped.");
        }
        do {
            if (hung().isEmpty()) {
                heartbeat.beat();
            }
        } while (!roster.await(this::ended, BEAT));
    }

    private boolean ended(Roster working) {
        if (!working.over()) {
            return false;
        }
        if (working.isStopped() || options.once()) {
            return true;
        }
        List<DeskReport> reports = reports();
        return !reports.isEmpty() && (!changed || reports.stream().anyMatch(DeskReport::broken));
    }

    private List<DeskReport> reports() {
        return roster.works().stream().flatMap(work -> work.reports().stream()).toList();
    }

    private RunResult result() {
        List<DeskReport> reports = reports();
        List<String> problems = new ArrayList<>();
        reports.forEach(report -> problems.addAll(report.problems()));
        reports.forEach(report -> report.disabled()
                .ifPresent(why -> problems.add("offering " + report.offering() + " is disabled: " + why)));
        boolean graceRanOut = roster.works().stream().anyMatch(Work::graceRanOut);
        boolean failed = reports.stream().anyMatch(report -> !report.problems().isEmpty());
        if (!changed
                && !reports.isEmpty()
                && reports.stream().allMatch(report -> report.disabled().isPresent())) {
            log.error("No offering is left to work for: {}", String.join("; ", problems));
            return new RunResult(RunResult.UNUSABLE, graceRanOut, problems);
        }
        // A desk that broke down leaves an offering unserved: a supervisor is to start the agent again.
        boolean broken = reports.stream().anyMatch(DeskReport::broken);
        int status = broken || (options.once() && failed) ? RunResult.FAILED : RunResult.GOOD;
        int done = reports.stream().mapToInt(DeskReport::done).sum() + roster.doneByThoseGone();
        log.info("The agent ends: {} orders done.", done);
        return new RunResult(status, graceRanOut, problems);
    }
}
