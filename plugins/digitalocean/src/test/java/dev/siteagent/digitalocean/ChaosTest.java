package dev.siteagent.digitalocean;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.sandbox.digitalocean.Droplet;
import dev.siteagent.sandbox.digitalocean.Habits.Guest;
import dev.siteagent.sandbox.http.Body;
import dev.siteagent.sandbox.http.Fault;
import dev.siteagent.sandbox.http.Response;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.PendingWork.Kind;
import dev.siteagent.spi.TransientBackendException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Any number of failures and crashes in any order, over the whole life of a droplet. */
@Timeout(60)
class ChaosTest {
    private static final int MOST_STEPS = 400;
    private static final Map<String, Long> SMALL = Map.of("cpu", 1L);
    private static final Map<String, Long> LARGE = Map.of("cpu", 2L);
    private static final List<Fault> FAULTS = List.of(
            Fault.answer(Response.json(429, Map.of("id", "too_many_requests", "message", "slow"))
                    .with("retry-after", "3")),
            Fault.answer(Response.empty(500)),
            Fault.answerAfterWork(Response.empty(500)),
            Fault.answerAfterWork(Response.html(502, "<html>502</html>")),
            Fault.reset(),
            Fault.answerLost(),
            Fault.garbage(Body.of("[]")),
            Fault.answer(Response.html(404, "<html>no page</html>")),
            Fault.truncate());

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 12);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void oneDropletLivesAndNoneIsLeft(long seed) throws Exception {
        Random random = new Random(seed);
        try (Cloud cloud = new Cloud()) {
            Host host = host(cloud, random);
            cloud.sandbox()
                    .faults()
                    .script(request -> random.nextInt(100) < 25
                            ? Optional.of(FAULTS.get(random.nextInt(FAULTS.size())))
                            : Optional.empty());

            run(host, cloud, Kind.CREATE, random);
            assertThat(cloud.sandbox().droplets()).hasSize(1);
            assertThat(cloud.sandbox().createCount()).isEqualTo(1);

            host.nextOrder().with(host.resource().withLimits(LARGE));
            run(host, cloud, Kind.SET_LIMITS, random);
            assertThat(only(cloud).size().slug()).isEqualTo("s-2vcpu-4gb");
            assertThat(only(cloud).status()).isEqualTo(Droplet.Status.ACTIVE);

            host.nextOrder();
            run(host, cloud, Kind.PAUSE, random);
            assertThat(only(cloud).status()).isEqualTo(Droplet.Status.OFF);

            host.nextOrder();
            run(host, cloud, Kind.DELETE, random);
            assertThat(cloud.sandbox().droplets()).isEmpty();
        }
    }

    /** A cloud with habits of its own, so that no two lives are alike. */
    private static Host host(Cloud cloud, Random random) {
        cloud.sandbox().rateLimits().unlimited();
        cloud.sandbox()
                .habits()
                .listingLag(Duration.ofSeconds(random.nextInt(25)))
                .bootDuration(Duration.ofSeconds(random.nextInt(40)))
                .deleteDuration(Duration.ofSeconds(random.nextInt(10)))
                .statusLag(Duration.ofSeconds(random.nextInt(6)))
                .actionDuration(Duration.ofSeconds(random.nextInt(8)))
                .deleteIgnoredWhileLocked(random.nextBoolean())
                .guest(List.of(Guest.values()).get(random.nextInt(Guest.values().length)));
        DigitalOceanSettings settings =
                Settings.of(cloud.sandbox(), Map.of("sizeMapping", Map.of("s-1vcpu-1gb", SMALL, "s-2vcpu-4gb", LARGE)));
        Map<String, Object> attributes = Map.of("region", "fra1", "image", "ubuntu-24-04-x64");
        return new Host(cloud, () -> cloud.open(settings), Cloud.ordered("web", attributes, SMALL));
    }

    /** The one droplet, after what it shows has caught up with what it is. */
    private static Droplet only(Cloud cloud) {
        cloud.clock().advance(Duration.ofSeconds(10));
        assertThat(cloud.sandbox().droplets()).hasSize(1);
        return cloud.sandbox().droplets().get(0);
    }

    private static void run(Host host, Cloud cloud, Kind kind, Random random) throws Exception {
        for (int i = 0; i < MOST_STEPS; i++) {
            if (random.nextInt(100) < 3) {
                host.restart();
            }
            try {
                if (host.step(kind) instanceof Outcome.Ready ready) {
                    ready.resource()
                            .ifPresent(made -> host.with(Cloud.withMetadata(
                                    host.resource().withBackendId(made.backendId()), made.metadata())));
                    return;
                }
            } catch (TransientBackendException e) {
                cloud.clock().advance(Duration.ofSeconds(5));
            }
        }
        throw new AssertionError(kind + " never ends");
    }
}
