package dev.siteagent.core.events.handlers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.siteagent.core.events.EventMessage.PeriodicLimitsSet;
import dev.siteagent.core.orders.MemoryCloud;
import dev.siteagent.core.orders.OrderFixture;
import dev.siteagent.sandbox.http.Fault;
import dev.siteagent.sandbox.http.Requests;
import dev.siteagent.sandbox.http.Response;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.PeriodicSettingsBackend;
import dev.siteagent.spi.ResourceBackend;
import dev.siteagent.spi.TransientBackendException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is reported of the settings of policies: always something. */
class PeriodicLimitsTest {
    private final OrderFixture fixture = new OrderFixture();
    private final Cluster cluster = new Cluster();
    private final UUID resource = UUID.randomUUID();
    private final UUID policy = UUID.randomUUID();

    @AfterEach
    void close() {
        fixture.close();
    }

    /** A cluster that applies settings, or fails to. */
    private static final class Cluster extends MemoryCloud implements PeriodicSettingsBackend {
        private BackendException failure;
        private Map<String, Object> applied;

        @Override
        public Applied applyPeriodicSettings(String backendId, Map<String, Object> settings) throws BackendException {
            if (failure != null) {
                throw failure;
            }
            applied = settings;
            return new Applied(List.of("set fairshare of " + backendId));
        }
    }

    private PeriodicLimitsSet event(String backendId, String action) {
        return new PeriodicLimitsSet(
                resource,
                backendId,
                Optional.of(fixture.offering),
                policy,
                action,
                Map.of("fairshare", 333),
                Optional.empty());
    }

    private CompletableFuture<Void> handle(ResourceBackend backend, PeriodicLimitsSet event) {
        PeriodicLimits limits = new PeriodicLimits(
                fixture.client.periodicPolicies(), () -> backend, PeriodicLimitsTest::atOnce, fixture.exposure);
        return limits.handle(event).<Void>thenApply(any -> null).toCompletableFuture();
    }

    private static CompletableFuture<Void> atOnce(UUID resource, Turns.Work work) {
        try {
            work.run();
            return CompletableFuture.completedFuture(null);
        } catch (BackendException | InterruptedException | RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private JsonNode outcome() {
        List<JsonNode> outcomes = fixture.waldur.policyOutcomes();
        assertThat(outcomes).hasSize(1);
        assertThat(outcomes.get(0).path("policy").asText())
                .isEqualTo(policy.toString().replace("-", ""));
        return outcomes.get(0);
    }

    @Test
    void appliedSettingsAreASuccess() {
        handle(cluster, event("alloc-1", "apply_periodic_settings")).join();

        assertThat(outcome().path("success").asBoolean()).isTrue();
        assertThat(cluster.applied).containsExactly(Map.entry("fairshare", 333));
    }

    @Test
    void aBackendThatFailsIsAFailureWithItsReasonAlsoWhenItWouldPass() {
        cluster.failure = new TransientBackendException("the accounting is locked", null);

        handle(cluster, event("alloc-1", "apply_periodic_settings")).join();

        assertThat(outcome().path("success").asBoolean()).isFalse();
        assertThat(outcome().path("error_message").asText()).isEqualTo("the accounting is locked");
    }

    @Test
    void aBackendWithoutPeriodicSettingsIsAFailure() {
        handle(new MemoryCloud(), event("alloc-1", "apply_periodic_settings")).join();

        assertThat(outcome().path("error_message").asText()).contains("no periodic settings");
    }

    @Test
    void anEventWithoutBackendIdOrWithAnotherActionIsAFailureAndReachesNoBackend() {
        handle(cluster, event("", "apply_periodic_settings")).join();
        handle(cluster, event("alloc-1", "reset")).join();

        assertThat(fixture.waldur.policyOutcomes())
                .extracting(outcome -> outcome.path("success").asBoolean())
                .containsExactly(false, false);
        assertThat(cluster.applied).isNull();
    }

    @Test
    void anOutcomeThatWaldurCannotTakeNowLeavesTheEventToAnotherAttempt() {
        fixture.waldur.faults().on(Requests.any()).always(Fault.answer(Response.text(503, "down")));

        CompletableFuture<Void> end = handle(cluster, event("alloc-1", "apply_periodic_settings"));

        assertThatThrownBy(end::join).hasMessageContaining("503");
    }

    @Test
    void anOutcomeOfAPolicyThatIsGoneEndsTheEvent() {
        fixture.waldur.faults().on(Requests.any()).once(Fault.answer(Response.text(404, "gone")));

        handle(cluster, event("alloc-1", "apply_periodic_settings")).join();

        assertThat(fixture.waldur.policyOutcomes()).isEmpty();
    }
}
