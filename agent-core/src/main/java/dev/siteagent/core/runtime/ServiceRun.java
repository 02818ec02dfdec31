package dev.siteagent.core.runtime;

import dev.siteagent.core.config.ServiceConfiguration;
import dev.siteagent.spi.AgentService;
import dev.siteagent.spi.AgentServiceContext;
import dev.siteagent.spi.AgentServiceProvider;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.MachinesProvider;
import dev.siteagent.spi.PermanentBackendException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One agent service of the configuration: started, again and again while it fails for now, and stopped with the run. A
 * service that cannot run leaves everything else alone, and so does one whose code fails by a fault of its own.
 */
final class ServiceRun implements Work {
    private static final Logger log = LoggerFactory.getLogger(ServiceRun.class);
    private static final Duration MARGIN = Duration.ofSeconds(5);

    /** What is away for a while comes back by itself; a service that is unwell for longer is better started again. */
    private static final Duration UNWELL_MOST = Duration.ofMinutes(10);

    /** How long a service may take to say how it is. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final Backoff PAUSES = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(60), Integer.MAX_VALUE);

    private final ServiceConfiguration service;
    private final Optional<AgentServiceProvider<?>> provider;
    private final Map<String, MachinesProvider> machines;
    private final Optional<URI> proxy;
    private final RunOptions options;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Thread thread;
    private volatile boolean graceRanOut;
    private Optional<AgentService> serving = Optional.empty();
    private Optional<FutureTask<Optional<String>>> asked = Optional.empty();
    private Optional<Instant> unwellSince = Optional.empty();

    /**
     * Starts nothing yet.
     *
     * @param service the service
     * @param provider what starts it, empty when no loaded plugin has it
     * @param machines the backends that it may use, by name
     * @param proxy the HTTP proxy for every outgoing request
     * @param options how the agent runs
     */
    ServiceRun(
            ServiceConfiguration service,
            Optional<AgentServiceProvider<?>> provider,
            Map<String, MachinesProvider> machines,
            Optional<URI> proxy,
            RunOptions options) {
        this.service = service;
        this.provider = provider;
        this.machines = machines;
        this.proxy = proxy;
        this.options = options;
        this.thread = new Thread(this::run, "service-" + service.type());
    }

    @Override
    public void start() {
        thread.start();
    }

    @Override
    public void stop() {
        stopped.countDown();
    }

    /** A service knows only its grace period. */
    @Override
    public void drain(Duration patience) {
        stop();
    }

    @Override
    public void interrupt() {
        thread.interrupt();
    }

    /** No run waits for a service, which has no end. */
    @Override
    public boolean over() {
        return true;
    }

    @Override
    public boolean idle() {
        return false;
    }

    @Override
    public boolean endedByItself() {
        return thread.getState() == Thread.State.TERMINATED;
    }

    @Override
    public List<DeskReport> reports() {
        return List.of();
    }

    @Override
    public boolean awaitEnd(Duration atMost) throws InterruptedException {
        close(Duration.ZERO);
        thread.join(atMost.toMillis());
        return !thread.isAlive();
    }

    /** Waits after {@link #stop} until the service has ended, at most for its grace period and a little. */
    @Override
    public void close(Duration registrationPatience) throws InterruptedException {
        stop();
        thread.join(options.grace().plus(MARGIN).toMillis());
        if (thread.isAlive()) {
            graceRanOut = true;
            log.warn("Service {} has not ended {} after the end of its grace; it is interrupted.", type(), MARGIN);
            thread.interrupt();
        }
    }

    /** Returns whether the service needed longer than its grace period to stop. Known when it is closed. */
    @Override
    public boolean graceRanOut() {
        return graceRanOut;
    }

    /**
     * Returns a line about a service that has been unwell for too long, counted from the first of these calls that found it
     * so; empty when all is well, and before the service is started. Thread-safe.
     */
    @Override
    public Stream<String> hung(Clock clock) {
        // Without the lock, so that a service that does not answer can be stopped all the same.
        return unwell(serving().flatMap(this::complaint), clock.instant());
    }

    private synchronized Stream<String> unwell(Optional<String> complaint, Instant now) {
        if (complaint.isEmpty()) {
            unwellSince = Optional.empty();
            return Stream.empty();
        }
        Instant since = unwellSince.orElse(now);
        unwellSince = Optional.of(since);
        return complaint
                .filter(text -> Duration.between(since, now).compareTo(UNWELL_MOST) > 0)
                .map(text -> "Service " + type() + " has not been well since " + since + ": " + text)
                .stream();
    }

    /** Asks a service, for some seconds at most: whoever asks has other services to ask, and a run to watch. */
    private Optional<String> complaint(AgentService running) {
        FutureTask<Optional<String>> question = question(running);
        try {
            return question.get(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return Optional.of("its plugin has not told its health for more than " + PATIENCE.toSeconds() + " s");
        } catch (ExecutionException e) {
            return Optional.of("its plugin cannot tell its health: " + e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** One question at a time: where one hangs, further ones would hang beside it. */
    private synchronized FutureTask<Optional<String>> question(AgentService running) {
        if (asked.isEmpty() || asked.get().isDone()) {
            FutureTask<Optional<String>> question = new FutureTask<>(() -> ask(running));
            Thread asking = new Thread(question, "health-" + type());
            asking.setDaemon(true);
            asking.start();
            asked = Optional.of(question);
        }
        return asked.get();
    }

    private static Optional<String> ask(AgentService running) {
        try {
            AgentService.Health health = running.health();
            return health.healthy() ? Optional.empty() : Optional.of(health.text());
        } catch (RuntimeException | LinkageError e) {
            return Optional.of("its plugin cannot tell its health: " + e);
        }
    }

    private synchronized Optional<AgentService> serving() {
        return serving;
    }

    private synchronized void serving(Optional<AgentService> running) {
        serving = running;
    }

    private String type() {
        return service.type();
    }

    private void run() {
        try {
            if (provider.isEmpty()) {
                log.error("Service {} is not started: no loaded plugin has it.", type());
                return;
            }
            Optional<AgentService> running = started(provider.get());
            if (running.isPresent()) {
                serve(running.get());
            }
        } catch (InterruptedException e) {
            log.warn("Service {} was interrupted before it had ended.", type());
        }
    }

    /** Returns the running service; empty when it can never run, or the agent stops first. */
    private Optional<AgentService> started(AgentServiceProvider<?> found) throws InterruptedException {
        for (int failed = 1; stopped.getCount() > 0; failed++) {
            Duration pause = PAUSES.pause(failed, Optional.empty(), ThreadLocalRandom.current())
                    .orElse(PAUSES.longest());
            try {
                AgentService running = start(found);
                log.info("Service {} is started.", type());
                return Optional.of(running);
            } catch (PermanentBackendException e) {
                log.error("Service {} is not started: {}", type(), e.getMessage());
                return Optional.empty();
            } catch (BackendException e) {
                log.warn("Service {} cannot start now: {}; again in {}", type(), e.getMessage(), pause);
            } catch (RuntimeException | LinkageError e) {
                log.error("Service {} cannot start by a fault of its plugin; again in {}", type(), pause, e);
            }
            if (stopped.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    private <S> AgentService start(AgentServiceProvider<S> found) throws BackendException, InterruptedException {
        return found.start(new AgentServiceContext<>(
                found.settingsType().cast(service.settings()),
                machines,
                proxy,
                "waldur-site-agent-" + service.type() + "/" + options.version(),
                options.rateBudgets().apply("service " + service.type()),
                options.clock()));
    }

    private void serve(AgentService running) throws InterruptedException {
        try {
            serving(Optional.of(running));
            stopped.await();
            serving(Optional.empty());
            stop(running);
        } finally {
            serving(Optional.empty());
            askNoMore();
            close(running);
        }
    }

    private synchronized void askNoMore() {
        asked.ifPresent(question -> question.cancel(true));
    }

    private void stop(AgentService running) throws InterruptedException {
        Instant begin = options.clock().instant();
        try {
            running.stop(options.grace());
        } catch (RuntimeException | LinkageError e) {
            log.error("Service {} did not stop, by a fault of its plugin; it is closed all the same.", type(), e);
        }
        Duration needed = Duration.between(begin, options.clock().instant());
        if (needed.compareTo(options.grace()) > 0) {
            graceRanOut = true;
            log.warn("Service {} needed {} to stop, longer than its grace of {}.", type(), needed, options.grace());
        }
    }

    private void close(AgentService running) {
        try {
            running.close();
        } catch (RuntimeException | LinkageError e) {
            log.error("Service {} was not closed cleanly, by a fault of its plugin.", type(), e);
        }
    }
}
