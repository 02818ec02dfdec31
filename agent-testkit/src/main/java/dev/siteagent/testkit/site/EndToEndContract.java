package dev.siteagent.testkit.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.siteagent.sandbox.waldur.NewOrder;
import dev.siteagent.sandbox.waldur.OrderSnapshot;
import dev.siteagent.sandbox.waldur.ResourceSnapshot;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What holds for every plugin in the real host: orders of a simulated Waldur are carried out, also when the agent is
 * stopped in the middle and another goes on, and nothing secret is said. A plugin's author extends it, as an integration
 * test that runs once the jar is packaged.
 *
 * @since 1.0.0
 */
public abstract class EndToEndContract {
    private AgentSite site;

    /**
     * Describes the site, with an empty cloud.
     *
     * @throws Exception when it cannot be described, which fails the test
     */
    protected abstract SiteBuilder site() throws Exception;

    /**
     * Describes an order that the backend can carry out.
     *
     * @param name the resource's name
     */
    protected abstract NewOrder order(String name);

    /**
     * Returns the backend ids of what exists on the cloud for a resource, by looking at the cloud itself and not by asking
     * the backend.
     *
     * @param resource the resource's UUID
     */
    protected abstract Set<String> existing(UUID resource) throws Exception;

    /** Returns other limits than those of {@link #order} for an order to change them; empty when the backend takes none. */
    protected Map<String, Long> otherLimits() {
        return Map.of();
    }

    /** Returns every secret that the settings and the orders have; there is none unless this says so. */
    protected Set<String> secrets() {
        return Set.of();
    }

    @BeforeEach
    final void start() throws Exception {
        site = site().start();
    }

    @AfterEach
    final void end() {
        if (site != null) {
            site.close();
        }
    }

    @Test
    final void orderedResourceIsMadeOnceAndShownByItsBackendId() throws Exception {
        ResourceSnapshot made = site.create(order("web"));

        assertThat(existing(made.uuid()))
                .as("what the cloud has for the resource, and the backend id in Waldur")
                .containsExactly(made.backendId());
        assertThat(made.state()).isEqualTo(ResourceSnapshot.State.OK);
    }

    @Test
    final void terminatedResourceIsGone() throws Exception {
        ResourceSnapshot made = site.create(order("web"));

        ResourceSnapshot terminated = site.terminate(made.uuid());

        assertThat(terminated.state()).isEqualTo(ResourceSnapshot.State.TERMINATED);
        assertThat(existing(made.uuid())).as("what is left of it").isEmpty();
    }

    @Test
    final void orderedLimitsAreTaken() throws Exception {
        assumeFalse(otherLimits().isEmpty(), "the backend takes no limits, or the test names no others");
        ResourceSnapshot made = site.create(order("web"));

        ResourceSnapshot changed = site.update(made.uuid(), otherLimits());

        assertThat(changed.limits()).containsAllEntriesOf(otherLimits());
        assertThat(changed.backendId()).as("still the same resource").isEqualTo(made.backendId());
    }

    @Test
    final void severalOrdersAreCarriedOutBesideEachOther() throws Exception {
        OrderSnapshot first = site.place(order("first"));
        OrderSnapshot second = site.place(order("second"));
        OrderSnapshot third = site.place(order("third"));

        for (OrderSnapshot order : Set.of(first, second, third)) {
            assertThat(existing(site.done(order).resource())).hasSize(1);
        }
    }

    @Test
    final void orderThatBeganBeforeARestartIsCarriedOutOnce() throws Exception {
        OrderSnapshot order = site.begun(site.place(order("web")));

        site.restart();

        assertThat(existing(site.done(order).resource())).hasSize(1);
        site.terminate(order.resource());
        assertThat(existing(order.resource())).isEmpty();
    }

    @Test
    final void nothingSecretIsSaid() throws Exception {
        ResourceSnapshot made = site.create(order("web"));
        site.terminate(made.uuid());

        assertThat(site.log()).as("the log has what the agent did").isNotEmpty();
        assertThat(secrets())
                .allSatisfy(secret -> assertThat(String.join("\n", site.log())).doesNotContain(secret));
        assertThat(secrets()).allSatisfy(secret -> assertThat(
                        made.backendMetadata().toString() + made.errorMessage() + made.backendId())
                .doesNotContain(secret));
    }
}
