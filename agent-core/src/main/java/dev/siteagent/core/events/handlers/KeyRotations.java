package dev.siteagent.core.events.handlers;

import dev.siteagent.core.events.EventHandler;
import dev.siteagent.core.events.EventMessage;
import dev.siteagent.core.events.EventMessage.KeyRotationRequested;
import dev.siteagent.core.orders.ApiKeyRotation;
import dev.siteagent.core.orders.ApiKeyRotation.KeyToRotate;
import dev.siteagent.spi.ApiKeysBackend;
import dev.siteagent.spi.BackendException;
import java.time.Clock;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Rotates API keys: those that events ask for, and those whose event was lost. Thread-safe. */
public final class KeyRotations implements EventHandler {
    private static final Logger log = LoggerFactory.getLogger(KeyRotations.class);

    /** A rotation that takes less is still under way (spec waldur-agent, event_process 4). */
    private static final Duration STUCK = Duration.ofMinutes(30);

    private final ApiKeyRotation rotation;
    private final OpenBackend backend;
    private final Turns turns;

    /**
     * Rotates keys.
     *
     * @param rotation how a key is rotated
     * @param backend the backend for orders, which has the keys
     * @param turns whose turn it is
     */
    public KeyRotations(ApiKeyRotation rotation, OpenBackend backend, Turns turns) {
        this.rotation = rotation;
        this.backend = backend;
        this.turns = turns;
    }

    @Override
    public CompletionStage<?> handle(EventMessage message) {
        KeyRotationRequested event = (KeyRotationRequested) message;
        return rotate(new KeyToRotate(event.key(), event.resource(), event.backendId(), event.clientId()));
    }

    private CompletionStage<Void> rotate(KeyToRotate key) {
        return turns.take(key.resource(), () -> rotation.rotate(backend.get(), key));
    }

    /**
     * Rotates the keys of an offering that have been {@code Updating} for half an hour; costs no request where the backend
     * has no keys. Returns when the rotations have begun.
     *
     * @param offering the offering
     * @param clock the time
     */
    public void rotateStuck(UUID offering, Clock clock) throws BackendException, InterruptedException {
        if (!(backend.get() instanceof ApiKeysBackend)) {
            return;
        }
        for (KeyToRotate key : rotation.stuck(offering, clock.instant().minus(STUCK))) {
            log.info("API key {} of resource {} was not rotated in half an hour.", key.uuid(), key.resource());
            rotate(key).whenComplete((done, failure) -> {
                if (failure != null) {
                    log.warn("API key {} is not rotated yet: {}", key.uuid(), failure.getMessage());
                }
            });
        }
    }
}
