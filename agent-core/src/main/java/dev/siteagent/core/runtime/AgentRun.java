package dev.siteagent.core.runtime;

import dev.siteagent.core.config.AgentConfiguration;
import dev.siteagent.core.config.OfferingConfiguration;
import dev.siteagent.core.plugins.PluginHost;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A run of the agent: what {@code site-agent run} does.
 *
 * <p>Offerings are independent of each other. A run ends when it is stopped, with {@link RunOptions#once()} when the work
 * has ended, and when no offering is left. Only {@link #stop()} may be called from another thread; a run runs once.
 */
public final class AgentRun {
    private static final Logger log = LoggerFactory.getLogger(AgentRun.class);
    private static final Duration BEAT = Duration.ofSeconds(5);
    private static final Duration REGISTRATION_PATIENCE = Duration.ofSeconds(10);

    private final AgentConfiguration configuration;
    private final RunOptions options;
    private final Assembly assembly;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private volatile List<ModeRun> runs = List.of();
    private volatile List<ServiceRun> services = List.of();

    private record Job(OfferingConfiguration offering, List<ModeChoice.Choice> choices) {}

    /**
     * Prepares a run.
     *
     * @param configuration what to serve
     * @param plugins the plugins, started
     * @param options how to run
     */
    public AgentRun(AgentConfiguration configuration, PluginHost plugins, RunOptions options) {
        this.configuration = configuration;
        this.options = options;
        this.assembly = new Assembly(configuration, plugins, options);
    }

    /**
     * Runs.
     *
     * @return how it ended
     * @throws InterruptedException when the thread is interrupted; work is interrupted then, too
     */
    public RunResult run() throws InterruptedException {
        configuration
                .disabled()
                .forEach(offering -> log.error("Offering {} is disabled: {}", offering.name(), offering.reason()));
        ModeChoice choice = new ModeChoice(options.modes());
        List<Job> jobs = configuration.offerings().stream()
                .map(offering -> new Job(offering, choice.of(offering)))
                .toList();
        CountDownLatch ended = new CountDownLatch(
                jobs.stream().mapToInt(job -> job.choices().size()).sum());
        runs = jobs.stream()
                .flatMap(job -> assembly.modeRuns(job.offering(), job.choices(), ended).stream())
                .toList();
        runs.forEach(ModeRun::start);
        startServices();
        if (stopped.getCount() == 0) {
            runs.forEach(ModeRun::stop);
        }
        try {
            await(ended);
        } catch (InterruptedException e) {
            runs.forEach(ModeRun::interrupt);
            throw e;
        } finally {
            close();
        }
        return result();
    }

    /** Services have no end, so a run that ends by itself has none. */
    private void startServices() {
        if (options.once()) {
            configuration
                    .services()
                    .forEach(service -> log.info("Service {} is not started by a run with --once.", service.type()));
            return;
        }
        services = configuration.services().stream().map(assembly::service).toList();
        services.forEach(ServiceRun::start);
        if (stopped.getCount() == 0) {
            services.forEach(ServiceRun::stop);
        }
    }

    private void close() throws InterruptedException {
        // Only a run that ends by itself waits for its registration: a stop has waited long enough.
        Duration patience = stopped.getCount() == 0 ? Duration.ZERO : REGISTRATION_PATIENCE;
        for (ModeRun run : runs) {
            run.close(patience);
        }
        for (ServiceRun service : services) {
            service.close();
        }
    }

    /** Stops taking work and lets what runs finish within the grace period. Returns at once. Thread-safe. */
    public void stop() {
        stopped.countDown();
        services.forEach(ServiceRun::stop);
        runs.forEach(ModeRun::stop);
    }

    /** Returns what hangs, and which services have been unwell for too long, a line each; empty when all is well. Thread-safe. */
    public List<String> hung() {
        Stream<String> hanging =
                runs.stream().filter(run -> !run.alive(options.clock())).map(ModeRun::hung);
        Stream<String> unwell = services.stream().flatMap(service -> service.hung().stream());
        return Stream.concat(hanging, unwell).toList();
    }

    private void await(CountDownLatch ended) throws InterruptedException {
        Heartbeat heartbeat = new Heartbeat(options.heartbeat(), options.clock());
        boolean idle = runs.isEmpty() && !options.once();
        if (idle && services.isEmpty()) {
            log.warn(
                    "No offering has work for the modes of this run; there is nothing to do until the agent is stopped.");
        }
        CountDownLatch end = idle ? stopped : ended;
        do {
            if (hung().isEmpty()) {
                heartbeat.beat();
            }
        } while (!end.await(BEAT.toMillis(), TimeUnit.MILLISECONDS));
    }

    private RunResult result() {
        List<DeskReport> reports =
                runs.stream().flatMap(run -> run.report().stream()).toList();
        List<String> problems = new ArrayList<>();
        reports.forEach(report -> problems.addAll(report.problems()));
        reports.forEach(report -> report.disabled()
                .ifPresent(why -> problems.add("offering " + report.offering() + " is disabled: " + why)));
        boolean graceRanOut = reports.stream().anyMatch(DeskReport::graceRanOut)
                || services.stream().anyMatch(ServiceRun::graceRanOut);
        boolean failed = reports.stream().anyMatch(report -> !report.problems().isEmpty());
        if (!reports.isEmpty()
                && reports.stream().allMatch(report -> report.disabled().isPresent())) {
            log.error("No offering is left to work for: {}", String.join("; ", problems));
            return new RunResult(RunResult.UNUSABLE, graceRanOut, problems);
        }
        // A desk that broke down leaves an offering unserved: a supervisor is to start the agent again.
        boolean broken = reports.stream().anyMatch(DeskReport::broken);
        int status = broken || (options.once() && failed) ? RunResult.FAILED : RunResult.GOOD;
        log.info(
                "The agent ends: {} orders done.",
                reports.stream().mapToInt(DeskReport::done).sum());
        return new RunResult(status, graceRanOut, problems);
    }
}
