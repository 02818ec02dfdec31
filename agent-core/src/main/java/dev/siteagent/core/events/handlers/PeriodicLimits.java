package dev.siteagent.core.events.handlers;

import dev.siteagent.core.events.EventHandler;
import dev.siteagent.core.events.EventMessage;
import dev.siteagent.core.events.EventMessage.PeriodicLimitsSet;
import dev.siteagent.core.orders.ErrorExposure;
import dev.siteagent.core.waldur.PeriodicPolicies;
import dev.siteagent.core.waldur.PeriodicPolicies.Outcome;
import dev.siteagent.core.waldur.WaldurRejectedException;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.PeriodicSettingsBackend;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies the settings that usage policies calculate. Each event is answered with what came of it, a failure for a passing
 * reason among them: Waldur sends settings anew when it calculates anew. Thread-safe.
 */
public final class PeriodicLimits implements EventHandler {
    private static final Logger log = LoggerFactory.getLogger(PeriodicLimits.class);
    private static final String APPLY = "apply_periodic_settings";

    private final PeriodicPolicies policies;
    private final OpenBackend backend;
    private final Turns turns;
    private final ErrorExposure exposure;

    /**
     * Applies settings.
     *
     * @param policies the policies at Waldur, which want to know
     * @param backend the backend for orders
     * @param turns whose turn it is
     * @param exposure how much of a failure people may read
     */
    public PeriodicLimits(PeriodicPolicies policies, OpenBackend backend, Turns turns, ErrorExposure exposure) {
        this.policies = policies;
        this.backend = backend;
        this.turns = turns;
        this.exposure = exposure;
    }

    @Override
    public CompletionStage<?> handle(EventMessage message) {
        PeriodicLimitsSet event = (PeriodicLimitsSet) message;
        return turns.take(event.resource(), () -> report(event, apply(event)));
    }

    private Outcome apply(PeriodicLimitsSet event) throws InterruptedException {
        if (event.backendId().isBlank()) {
            return failure(event, "the event names no backend_id");
        }
        if (!event.action().equals(APPLY)) {
            return failure(event, "the event's action is not " + APPLY + ", the only one this agent knows");
        }
        try {
            if (backend.get() instanceof PeriodicSettingsBackend periodic) {
                List<String> actions = periodic.applyPeriodicSettings(event.backendId(), event.settings())
                        .actions();
                log.info("Applied the settings of policy {} to resource {}.", event.policy(), event.backendId());
                return new Outcome(
                        event.resource(),
                        true,
                        null,
                        null,
                        actions.stream().map(exposure::shown).toList());
            }
            return failure(event, "the order_processing_backend has no periodic settings");
        } catch (BackendException | RuntimeException | LinkageError e) {
            log.debug("The settings of policy {} could not be applied.", event.policy(), e);
            return failure(event, exposure.message(e));
        }
    }

    private static Outcome failure(PeriodicLimitsSet event, String why) {
        log.error(
                "The settings of policy {} were not applied to resource {} ({}): {}",
                event.policy(),
                event.resource(),
                event.backendId(),
                why);
        return new Outcome(event.resource(), false, why, null, List.of());
    }

    private void report(PeriodicLimitsSet event, Outcome outcome) throws InterruptedException {
        try {
            policies.report(event.policy(), outcome);
        } catch (WaldurRejectedException e) {
            log.error("Waldur does not take the outcome of policy {}: {}", event.policy(), e.getMessage());
        }
    }
}
