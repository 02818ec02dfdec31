package dev.siteagent.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.spi.AgentService;
import dev.siteagent.spi.AgentService.Health;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What {@link AgentService} promises: it starts, tells how it fares, and ends when it is told to.
 *
 * @since 1.0.0
 */
@Timeout(120)
public abstract class AgentServiceContract {
    private static final Duration GRACE = Duration.ofMillis(500);
    private static final long LOOK_MILLIS = 20;

    private final List<AgentService> started = new ArrayList<>();

    /**
     * Starts the service, through its provider. Called again within a test to play a restarted agent.
     *
     * @throws Exception when it cannot be started, which fails the test
     */
    protected abstract AgentService start() throws Exception;

    /** Returns every secret that the service was given, none of which may appear in any text. */
    protected abstract Set<String> secrets();

    /**
     * Gives the service work that lasts longer than a test, so that a stop has something to wait for; returns when it is
     * at work. Without it only an idle service is stopped.
     *
     * @param service the running service
     * @throws Exception when it does not work, which fails the test
     */
    protected void occupy(AgentService service) throws Exception {}

    /** Returns how long a test waits for the service to be healthy, and for a stop beyond its grace. */
    protected Duration patience() {
        return Duration.ofSeconds(10);
    }

    /** Ends what a test started, as the host does: stop, then close. */
    @AfterEach
    final void endAll() throws InterruptedException {
        for (AgentService service : started) {
            stop(service, Duration.ZERO);
            service.close();
        }
    }

    @Test
    void startedServiceIsHealthySoon() throws Exception {
        assertHealthy(started());
    }

    @Test
    void healthIsToldToManyThreadsAtOnce() throws Exception {
        AgentService service = started();
        assertThat(Rules.atOnce(service::health))
                .as("service: its health is told to many threads at once, never null")
                .doesNotContainNull();
    }

    @Test
    void healthIsToldOnAnInterruptedThread() throws Exception {
        AgentService service = started();
        Rules.endsWhenInterrupted(service::health);
    }

    @Test
    void stopEndsWithinItsGrace() throws Exception {
        AgentService service = started();
        occupy(service);
        stop(service, GRACE);
    }

    @Test
    void stopAnswersAnInterrupt() throws Exception {
        AgentService service = started();
        occupy(service);
        Rules.endsWhenInterrupted(() -> {
            service.stop(Duration.ofMinutes(2));
            return service;
        });
    }

    @Test
    void stopAndCloseAgainAreHarmless() throws Exception {
        AgentService service = started();
        stop(service, GRACE);
        stop(service, GRACE);
        service.close();
        service.close();
        assertThat(service.health())
                .as("service: its health is told after its end, too")
                .isNotNull();
    }

    @Test
    void serviceStartsAgainAfterItsEnd() throws Exception {
        AgentService first = started();
        stop(first, GRACE);
        first.close();
        started.remove(first);
        assertHealthy(started());
    }

    @Test
    void noTextShowsASecret() throws Exception {
        AgentService service = started();
        Rules.showNoSecret(secrets(), service, service.health());
        assertHealthy(service);
        Rules.showNoSecret(secrets(), service, service.health());
        stop(service, GRACE);
        Rules.showNoSecret(secrets(), service, service.health());
    }

    private AgentService started() throws Exception {
        AgentService service = start();
        started.add(service);
        return service;
    }

    private void assertHealthy(AgentService service) throws InterruptedException {
        long deadline = System.nanoTime() + patience().toNanos();
        CountDownLatch never = new CountDownLatch(1);
        Health health = service.health();
        while (!health.healthy() && System.nanoTime() - deadline < 0) {
            never.await(LOOK_MILLIS, TimeUnit.MILLISECONDS);
            health = service.health();
        }
        assertThat(health.healthy())
                .as(
                        "service: it is healthy within %s ms of its start, but says: %s",
                        patience().toMillis(), health.text())
                .isTrue();
    }

    private void stop(AgentService service, Duration grace) throws InterruptedException {
        ExecutorService executor = Executors.newSingleThreadExecutor();
        try {
            executor.submit(() -> {
                        service.stop(grace);
                        return service;
                    })
                    .get(grace.plus(patience()).toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError(
                    "service: stop waits no longer than its grace of " + grace.toMillis() + " ms, but runs on", e);
        } catch (ExecutionException e) {
            throw new AssertionError("service: stop and close throw nothing", e.getCause());
        } finally {
            executor.shutdownNow();
        }
    }
}
