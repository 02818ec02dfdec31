package dev.siteagent.digitalocean;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.siteagent.sandbox.http.Fault;
import dev.siteagent.sandbox.http.RecordedRequest;
import dev.siteagent.sandbox.http.Requests;
import dev.siteagent.sandbox.http.Response;
import dev.siteagent.spi.Attempt;
import dev.siteagent.spi.CreateRequest;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.PendingWork;
import dev.siteagent.spi.PendingWork.Kind;
import dev.siteagent.spi.RateBudget;
import dev.siteagent.spi.RateBudgets;
import dev.siteagent.spi.Resource;
import dev.siteagent.spi.Secret;
import dev.siteagent.spi.TransientBackendException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class RateTest {
    private final Cloud cloud = new Cloud();

    @AfterEach
    void close() {
        cloud.close();
    }

    @Test
    void threeHundredCreatesUnderTheLimitOfAMinuteAllSucceed() throws Exception {
        SimulatedBudgets budgets = new SimulatedBudgets(cloud.clock());
        DigitalOceanBackend backend = cloud.open(Settings.of(cloud.sandbox()), budgets);
        Instant start = cloud.clock().instant();
        List<PendingWork> works = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            Resource order = Cloud.ordered("vm-" + i);
            Outcome.Pending announced = (Outcome.Pending) backend.create(CreateRequest.of(order));
            works.add(new PendingWork(Kind.CREATE, order, announced.handle()));
        }
        backend.poll(works);
        cloud.clock().advance(Duration.ofSeconds(3));
        Map<UUID, Attempt<Outcome>> done = backend.poll(works);

        assertThat(done.values()).hasSize(300).allSatisfy(result -> assertThat(
                        ((Attempt.Succeeded<Outcome>) result).value())
                .isInstanceOf(Outcome.Ready.class));
        assertThat(cloud.sandbox().createCount()).isEqualTo(300);
        assertThat(Duration.between(start, cloud.clock().instant())).isLessThan(Duration.ofMinutes(2));
        assertThat(cloud.sandbox().log().all())
                .extracting(request -> status(request))
                .doesNotContain(429);
        assertThat(cloud.sandbox().log().count(Requests.of("GET", "/v2/droplets")))
                .isLessThanOrEqualTo(5);
    }

    @Test
    void threeHundredCreatesAreServedInTimeThoughDropletsBootAndListingsLag() throws Exception {
        cloud.sandbox().habits().listingLag(Duration.ofSeconds(8)).bootDuration(Duration.ofSeconds(25));
        DigitalOceanBackend backend = cloud.open(Settings.of(cloud.sandbox()), new SimulatedBudgets(cloud.clock()));
        Instant start = cloud.clock().instant();
        Map<UUID, PendingWork> works = new HashMap<>();
        for (int i = 0; i < 300; i++) {
            Resource order = Cloud.ordered("vm-" + i);
            Outcome.Pending announced = (Outcome.Pending) backend.create(CreateRequest.of(order));
            works.put(order.uuid(), new PendingWork(Kind.CREATE, order, announced.handle()));
        }
        for (int polls = 0; polls < 200 && !works.isEmpty(); polls++) {
            backend.poll(works.values()).forEach((uuid, result) -> {
                Outcome outcome = ((Attempt.Succeeded<Outcome>) result).value();
                if (outcome instanceof Outcome.Pending pending) {
                    works.computeIfPresent(uuid, (unused, work) -> recorded(work, pending));
                } else {
                    works.remove(uuid);
                }
            });
            cloud.clock().advance(Duration.ofSeconds(2));
        }
        assertThat(works).isEmpty();
        assertThat(cloud.sandbox().createCount()).isEqualTo(300);
        assertThat(Duration.between(start, cloud.clock().instant())).isLessThan(Duration.ofMinutes(2));
        assertThat(cloud.sandbox().log().count(Requests.any()))
                .as("a droplet that is not listed yet is not read by itself")
                .isLessThan(400);
    }

    private static PendingWork recorded(PendingWork work, Outcome.Pending pending) {
        Resource resource =
                pending.backendId().map(id -> work.resource().withBackendId(id)).orElse(work.resource());
        return new PendingWork(work.kind(), resource, pending.handle().isEmpty() ? work.handle() : pending.handle());
    }

    @Test
    void manyTagsThatNoListingShowsCostOneMoreListingAndNotOneEach() throws Exception {
        for (int i = 0; i < 250; i++) {
            cloud.sandbox().addDroplet("foreign-" + i);
        }
        DigitalOceanBackend backend = cloud.open();
        List<PendingWork> works = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            Resource order = Cloud.ordered("vm-" + i);
            Outcome.Pending announced = (Outcome.Pending) backend.create(CreateRequest.of(order));
            works.add(new PendingWork(Kind.CREATE, order, announced.handle()));
        }
        backend.poll(works);
        assertThat(cloud.sandbox().createCount()).isEqualTo(20);
        assertThat(cloud.sandbox().log().count(Requests.of("GET", "/v2/droplets")))
                .isLessThanOrEqualTo(4);
    }

    @Test
    void nothingIsLostWhenOthersUseUpTheBudget() throws Exception {
        cloud.sandbox().rateLimits().perMinute(20);
        DigitalOceanBackend backend = cloud.open();
        List<PendingWork> works = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            Resource order = Cloud.ordered("vm-" + i);
            Outcome.Pending announced = (Outcome.Pending) backend.create(CreateRequest.of(order));
            works.add(new PendingWork(Kind.CREATE, order, announced.handle()));
        }
        for (int poll = 0; poll < 30 && cloud.sandbox().createCount() < 60; poll++) {
            assertThat(backend.poll(works)).hasSize(60);
        }
        assertThat(cloud.sandbox().createCount()).isEqualTo(60);
    }

    @Test
    void whatAnAnswerTellsOfTheHourReachesTheSharedBudget() throws Exception {
        cloud.sandbox().rateLimits().perHour(100);
        ToldBudget budget = new ToldBudget();
        DigitalOceanBackend backend = cloud.open(Settings.of(cloud.sandbox()), budget);
        Instant reset = cloud.clock().instant().plus(Duration.ofHours(1));
        backend.ping();
        cloud.clock().advance(Duration.ofMinutes(10));
        backend.ping();
        assertThat(budget.told).containsExactly("99 until " + reset, "98 until " + reset, "97 until " + reset);
    }

    @Test
    void resetThatIsFartherAwayThanTheHourDoesNotCloseTheBudgetForLonger() throws Exception {
        cloud.sandbox()
                .faults()
                .on(Requests.of("GET", "/v2/account"))
                .once(Fault.answer(Response.json(
                                200, Map.of("account", Map.of("uuid", "a", "status", "active", "droplet_limit", 25)))
                        .with("ratelimit-limit", "5000")
                        .with("ratelimit-remaining", "0")
                        .with("ratelimit-reset", "9999999999")));
        ToldBudget budget = new ToldBudget();
        DigitalOceanBackend backend = cloud.open(Settings.of(cloud.sandbox()), budget);
        backend.ping();
        assertThat(budget.told)
                .last()
                .isEqualTo("0 until " + cloud.clock().instant().plus(Duration.ofHours(1)));
    }

    @Test
    void refusalOfTheMinuteReachesTheSharedBudget() throws Exception {
        cloud.sandbox().rateLimits().perMinute(2);
        assertThat(afterARefusal()).isEqualTo("nothing until 2026-03-01T12:01:00Z");
    }

    @Test
    void refusalOfTheHourReachesTheSharedBudgetThoughNoRetryAfterComesWithIt() throws Exception {
        cloud.sandbox().rateLimits().perHour(2);
        assertThat(afterARefusal()).isEqualTo("nothing until 2026-03-01T13:00:00Z");
    }

    private String afterARefusal() throws Exception {
        ToldBudget budget = new ToldBudget();
        DigitalOceanBackend backend = cloud.open(Settings.of(cloud.sandbox()), budget);
        backend.ping();
        budget.told.clear();
        budget.patience = 1;
        assertThatThrownBy(backend::ping).isInstanceOf(TransientBackendException.class);
        return budget.told.get(0);
    }

    /** Keeps what it is told, in words, and lets so many requests through. */
    private static final class ToldBudget implements RateBudgets, RateBudget {
        private final List<String> told = new ArrayList<>();
        private int patience = Integer.MAX_VALUE;

        @Override
        public RateBudget budget(String api, Secret account, List<Limit> limits) {
            return this;
        }

        @Override
        public void acquire(Duration longest) throws TransientBackendException {
            if (patience == 0) {
                throw new TransientBackendException("the budget is used up", null).retryAfter(Duration.ofSeconds(60));
            }
            patience--;
        }

        @Override
        public void remaining(int remaining, Instant resetsAt) {
            told.add(remaining + " until " + resetsAt);
        }

        @Override
        public void exhaustedUntil(Instant until) {
            told.add("nothing until " + until);
        }
    }

    private static int status(RecordedRequest request) {
        return request.status().orElse(0);
    }
}
