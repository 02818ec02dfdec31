package dev.siteagent.digitalocean;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.siteagent.sandbox.digitalocean.Account;
import dev.siteagent.sandbox.http.Request;
import dev.siteagent.sandbox.http.Requests;
import dev.siteagent.spi.Attempt;
import dev.siteagent.spi.BackendResource;
import dev.siteagent.spi.CreateRequest;
import dev.siteagent.spi.Lookup;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.PendingWork;
import dev.siteagent.spi.PendingWork.Kind;
import dev.siteagent.spi.Resource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class BulkTest {
    private static final Predicate<Request> LISTING = Requests.of("GET", "/v2/droplets");
    private static final Predicate<Request> SINGLE = Requests.of("GET", "/v2/droplets/{id}");

    private final Cloud cloud = new Cloud();

    @AfterEach
    void close() {
        cloud.close();
    }

    private List<Resource> added(int count) {
        List<Resource> resources = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Resource resource = Cloud.ordered("vm-" + i);
            long id = cloud.sandbox().addDroplet("vm-" + i, Cloud.tag(resource)).id();
            resources.add(resource.withBackendId(Long.toString(id)));
        }
        return resources;
    }

    @Test
    void thousandDropletsAreReadInFiveRequests() throws Exception {
        cloud.sandbox().rateLimits().unlimited();
        List<Resource> resources = added(1_000);
        DigitalOceanBackend backend = cloud.open();
        backend.ping();
        cloud.sandbox().log().clear();

        Map<UUID, Lookup<BackendResource>> read = backend.read(resources);

        assertThat(read).hasSize(1_000).allSatisfy((uuid, found) -> assertThat(found)
                .isInstanceOf(Lookup.Present.class));
        assertThat(cloud.sandbox().log().count(Requests.any())).isLessThanOrEqualTo(5);
    }

    @Test
    void eachResourceGetsItsOwnResult() throws Exception {
        List<Resource> resources = added(3);
        cloud.sandbox()
                .removeDroplet(Long.parseLong(resources.get(1).backendId().orElseThrow()));
        Resource strange = Cloud.ordered("strange").withBackendId("vm-1");
        Resource stolen = Cloud.ordered("thief")
                .withBackendId(resources.get(0).backendId().orElseThrow());
        Map<UUID, Lookup<BackendResource>> read =
                cloud.open().read(List.of(resources.get(0), resources.get(1), resources.get(2), strange, stolen));

        assertThat(read).hasSize(5);
        assertThat(read.get(resources.get(0).uuid())).isInstanceOf(Lookup.Present.class);
        assertThat(read.get(resources.get(1).uuid()))
                .isInstanceOfSatisfying(Lookup.Absent.class, absent -> assertThat(absent.reason())
                        .startsWith("Droplet not found")
                        .contains("terminate the resource and order a new one"));
        assertThat(read.get(resources.get(2).uuid())).isInstanceOf(Lookup.Present.class);
        assertThat(read.get(strange.uuid())).isInstanceOf(Lookup.Failed.class);
        assertThat(read.get(stolen.uuid())).isInstanceOf(Lookup.Failed.class);
    }

    @Test
    void fewDropletsOfALargeAccountAreReadOneByOne() throws Exception {
        cloud.sandbox().rateLimits().unlimited();
        List<Resource> resources = added(900);
        DigitalOceanBackend backend = cloud.open();
        backend.read(resources);
        cloud.sandbox().log().clear();
        backend.read(resources.subList(0, 3));
        assertThat(cloud.sandbox().log().count(LISTING)).isZero();
        assertThat(cloud.sandbox().log().count(SINGLE)).isEqualTo(3);
    }

    @Test
    void syncRecordsTheAccountWhereNoneIsRecorded() throws Exception {
        Resource made = Cloud.withMetadata(added(1).get(0), Map.of());
        assertThat(new Host(cloud, made).read().metadata())
                .containsEntry("account", cloud.sandbox().account().teamUuid());
    }

    @Test
    void missingDropletIsShownAsSuchAndItsAccountIsKept() throws Exception {
        Resource made = added(1).get(0);
        Map<String, Object> metadata = new Host(cloud, made).read().metadata();
        String account = cloud.sandbox().account().teamUuid();
        DigitalOceanBackend backend = cloud.open();
        int before = cloud.sandbox().log().count(Requests.any());

        assertThat(backend.metadataOfAbsent(Cloud.withMetadata(made, metadata)))
                .isEqualTo(Map.of("backend_type", "digitalocean", "error", "Droplet not found", "account", account));
        assertThat(backend.metadataOfAbsent(Cloud.withMetadata(made, Map.of())))
                .as("an account that does not see the droplet is not taken for its maker")
                .isEqualTo(Map.of("backend_type", "digitalocean", "error", "Droplet not found"));
        assertThat(cloud.sandbox().log().count(Requests.any())).isEqualTo(before);
    }

    @Test
    void terminateAfterTheDropletWasShownAsMissingStillAsksTheAccountThatMadeIt() throws Exception {
        Resource made = added(1).get(0);
        Resource known = Cloud.withMetadata(made, new Host(cloud, made).read().metadata());
        Resource shown = Cloud.withMetadata(known, cloud.open().metadataOfAbsent(known));
        cloud.sandbox().removeDroplet(Long.parseLong(made.backendId().orElseThrow()));
        cloud.sandbox().account(new Account("another", "other-team", "Other", "o@example.com"));
        assertThatThrownBy(new Host(cloud, shown)::delete).hasMessageContaining("other-team");
    }

    @Test
    void dropletWithoutImageIsShown() throws Exception {
        Resource resource = added(1).get(0);
        cloud.sandbox()
                .habits()
                .withoutImage(Long.parseLong(resource.backendId().orElseThrow()));
        BackendResource shown = new Host(cloud, resource).read();
        assertThat(((Map<?, ?>) shown.metadata().get("droplet")).get("image")).isNull();
    }

    @Test
    void allPendingOrdersShareOneListingAPoll() throws Exception {
        DigitalOceanBackend backend = cloud.open();
        List<PendingWork> works = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            Resource order = Cloud.ordered("vm-" + i);
            Outcome.Pending announced = (Outcome.Pending) backend.create(CreateRequest.of(order));
            works.add(new PendingWork(Kind.CREATE, order, announced.handle()));
        }
        backend.poll(works);
        assertThat(cloud.sandbox().createCount()).isEqualTo(50);
        assertThat(cloud.sandbox().log().count(LISTING)).isEqualTo(1);

        cloud.clock().advance(Duration.ofSeconds(10));
        Map<UUID, Attempt<Outcome>> done = backend.poll(works);
        assertThat(done.values()).allSatisfy(result -> assertThat(((Attempt.Succeeded<Outcome>) result).value())
                .isInstanceOf(Outcome.Ready.class));
        assertThat(cloud.sandbox().log().count(LISTING)).isEqualTo(2);
        assertThat(cloud.sandbox().log().count(SINGLE)).isZero();
    }

    @Test
    void lookUpsOfConcurrentCallersShareListings() throws Exception {
        DigitalOceanBackend backend = cloud.open();
        cloud.sandbox().latency().set(LISTING, Duration.ofMillis(100));
        ExecutorService callers = Executors.newFixedThreadPool(32);
        try {
            List<Future<Outcome>> deletions = new ArrayList<>();
            for (Resource resource : added(32)) {
                deletions.add(callers.submit(() -> backend.delete(resource)));
            }
            for (Future<Outcome> deletion : deletions) {
                assertThat(deletion.get()).isInstanceOf(Outcome.Pending.class);
            }
        } finally {
            callers.shutdownNow();
        }
        assertThat(cloud.sandbox().droplets()).isEmpty();
        assertThat(cloud.sandbox().log().count(LISTING)).isLessThanOrEqualTo(4);
    }

    @Test
    void oneFailureDoesNotConcernTheOthers() throws Exception {
        DigitalOceanBackend backend = cloud.open();
        Resource good = Cloud.ordered("good");
        Resource bad = Cloud.ordered(
                "bad", Map.of("region", "fra1", "image", "ubuntu-24-04-x64", "size", "no-such-size"), Map.of());
        List<PendingWork> works = new ArrayList<>();
        for (Resource order : List.of(good, bad)) {
            Outcome.Pending announced = (Outcome.Pending) backend.create(CreateRequest.of(order));
            works.add(new PendingWork(Kind.CREATE, order, announced.handle()));
        }
        Map<UUID, Attempt<Outcome>> results = backend.poll(works);
        assertThat(results.get(good.uuid())).isInstanceOf(Attempt.Succeeded.class);
        assertThat(results.get(bad.uuid())).isInstanceOf(Attempt.Failed.class);
    }
}
