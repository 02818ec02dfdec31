package dev.siteagent.digitalocean;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.digitalocean.keys.SampleKeys;
import dev.siteagent.sandbox.digitalocean.Droplet;
import dev.siteagent.sandbox.digitalocean.SshKey;
import dev.siteagent.sandbox.http.Body;
import dev.siteagent.sandbox.http.Fault;
import dev.siteagent.sandbox.http.Faults;
import dev.siteagent.sandbox.http.Requests;
import dev.siteagent.sandbox.http.Response;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.PendingWork.Kind;
import dev.siteagent.spi.Resource;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each way in which a request can fail, at each request of each kind of work in turn: whatever happens, the work ends well
 * after at most three runs, with exactly the droplets it should leave.
 */
@Timeout(180)
class FaultMatrixTest {
    private static final int RUNS = 3;
    private static final int MOST_REQUESTS = 40;
    private static final String TIME_OUT = "time-out";

    /** A busy machine must not time out where that is not what is tested: the test's clock runs ahead of its requests. */
    private static final Duration LONG = Duration.ofSeconds(20);

    private static final Duration SHORT = Duration.ofMillis(400);
    private static final Map<String, Long> SMALL = Map.of("cpu", 1L);
    private static final Map<String, Long> LARGE = Map.of("cpu", 2L);

    /** The kinds of work; a create without and with a public key, which is looked up and registered. */
    private enum Work {
        CREATE(Kind.CREATE),
        CREATE_WITH_KEY(Kind.CREATE),
        SET_LIMITS(Kind.SET_LIMITS),
        PAUSE(Kind.PAUSE),
        DELETE(Kind.DELETE);

        private final Kind kind;

        Work(Kind kind) {
            this.kind = kind;
        }
    }

    private static Map<String, Fault> faults() {
        // Longer than the test: a request that went through after all would come after the patience of the test's
        // clock.
        Duration tooLong = Duration.ofHours(1);
        Map<String, Fault> faults = new LinkedHashMap<>();
        faults.put("429 of the minute", Fault.answer(limited().with("retry-after", "9")));
        faults.put("429 of the hour", Fault.answer(limited().with("ratelimit-reset", "1772366460")));
        faults.put("429 without header", Fault.answer(limited()));
        faults.put("429 that is empty", Fault.answer(Response.empty(429)));
        faults.put("500", Fault.answer(error(500)));
        faults.put("500 after the work", Fault.answerAfterWork(error(500)));
        faults.put("502 in text", Fault.answer(Response.text(502, "bad gateway")));
        faults.put("502 in text after the work", Fault.answerAfterWork(Response.text(502, "bad gateway")));
        faults.put("503 in HTML", Fault.answer(Response.html(503, "<html>busy</html>")));
        faults.put("503 in HTML after the work", Fault.answerAfterWork(Response.html(503, "<html>busy</html>")));
        faults.put("404 in HTML", Fault.answer(Response.html(404, "<html>no page</html>")));
        faults.put("403 in HTML", Fault.answer(Response.html(403, "<html>blocked</html>")));
        faults.put("reset before", Fault.reset());
        faults.put("reset after", Fault.answerLost());
        faults.put(TIME_OUT + " before", Fault.stall(tooLong));
        faults.put(TIME_OUT + " after", Fault.stallAfterWork(tooLong));
        faults.put("slow", Fault.stall(Duration.ofMillis(100)));
        faults.put("malformed JSON", Fault.garbage());
        faults.put("[]", Fault.garbage(Body.of("[]")));
        faults.put("{}", Fault.garbage(Body.of("{}")));
        faults.put("empty body", Fault.garbage(Body.empty()));
        faults.put("cut off", Fault.truncate());
        faults.put("error without id", Fault.answer(Response.json(500, Map.of("message", "no id"))));
        return faults;
    }

    private static Response limited() {
        return Response.json(429, Map.of("id", "too_many_requests", "message", "API Rate limit exceeded."));
    }

    private static Response error(int status) {
        return Response.json(status, Map.of("id", "server_error", "message", "Server Error"));
    }

    static Stream<Arguments> matrix() {
        return faults().entrySet().stream().flatMap(fault -> Stream.of(Work.values())
                .map(work -> Arguments.of(work, fault.getKey(), fault.getValue())));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("matrix")
    void workEndsWellWhateverRequestFails(Work work, String name, Fault fault) throws Exception {
        try (Cloud cloud = new Cloud()) {
            cloud.sandbox().rateLimits().unlimited();
            cloud.sandbox().habits().listingLag(Duration.ofSeconds(10));
            boolean struck = true;
            for (int place = 1; struck; place++) {
                assertThat(place).as("requests of one work").isLessThan(MOST_REQUESTS);
                struck = endsWell(cloud, work, name, fault, place);
            }
        }
    }

    private boolean endsWell(Cloud cloud, Work work, String name, Fault fault, int place) throws Exception {
        Kind kind = work.kind;
        Host host = ready(cloud, work);
        cloud.answerTimeout(name.startsWith(TIME_OUT) ? SHORT : LONG);
        host.restart();
        Faults.Rule rule = cloud.sandbox().faults().on(Requests.any()).nth(place, fault);
        boolean done = false;
        for (int run = 1; run <= RUNS && !done; run++) {
            done = ends(host, kind);
            host.restart();
        }
        rule.remove();
        String which = work + " with its request " + place + " failing";
        assertThat(done).as(which + " is done after " + RUNS + " runs").isTrue();
        assertRight(cloud, kind, host.resource(), which);
        assertThat(cloud.sandbox().keys()).as(which).hasSize(work == Work.CREATE_WITH_KEY ? 1 : 0);
        removeAll(cloud);
        return rule.struck() > 0;
    }

    private static Host ready(Cloud cloud, Work work) throws Exception {
        cloud.answerTimeout(LONG);
        DigitalOceanSettings settings =
                Settings.of(cloud.sandbox(), Map.of("sizeMapping", Map.of("s-1vcpu-1gb", SMALL, "s-2vcpu-4gb", LARGE)));
        Map<String, Object> attributes = new HashMap<>(Map.of("region", "fra1", "image", "ubuntu-24-04-x64"));
        if (work == Work.CREATE_WITH_KEY) {
            attributes.put("ssh_public_key", SampleKeys.ED25519.line());
        }
        Resource order = Cloud.ordered("web", attributes, SMALL);
        Host host = new Host(cloud, () -> cloud.open(settings), order);
        if (work.kind != Kind.CREATE) {
            host.create();
            host.nextOrder();
        }
        return work == Work.SET_LIMITS ? host.with(host.resource().withLimits(LARGE)) : host;
    }

    private static boolean ends(Host host, Kind kind) throws InterruptedException {
        try {
            host.finish(kind);
            return true;
        } catch (BackendException e) {
            throw new AssertionError(kind + " erred for what was a passing failure: " + e.getMessage(), e);
        }
    }

    private static void assertRight(Cloud cloud, Kind kind, Resource resource, String which) {
        if (kind == Kind.DELETE) {
            assertThat(cloud.sandbox().droplets()).as(which).isEmpty();
            return;
        }
        assertThat(cloud.sandbox().droplets()).as(which).hasSize(1);
        Droplet droplet = cloud.sandbox().droplets().get(0);
        assertThat(resource.backendId()).as(which).contains(Long.toString(droplet.id()));
        assertThat(droplet.sshKeys())
                .as(which)
                .isEqualTo(cloud.sandbox().keys().stream().map(SshKey::id).toList());
        assertThat(droplet.status())
                .as(which)
                .isEqualTo(kind == Kind.PAUSE ? Droplet.Status.OFF : Droplet.Status.ACTIVE);
        assertThat(droplet.size().slug()).as(which).isEqualTo(kind == Kind.SET_LIMITS ? "s-2vcpu-4gb" : "s-1vcpu-1gb");
    }

    private static void removeAll(Cloud cloud) throws Exception {
        cloud.answerTimeout(LONG);
        for (SshKey key : cloud.sandbox().keys()) {
            cloud.api().deleteSshKey(key.id());
        }
        cloud.sandbox().droplets().forEach(droplet -> cloud.sandbox().removeDroplet(droplet.id()));
    }
}
