package dev.siteagent.hobbyfarm.reconcile;

import dev.siteagent.hobbyfarm.model.Fields;
import dev.siteagent.hobbyfarm.work.Reconciler.Next;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the cloud refused, and with which inputs: it is tried again when one of them changes, and once after a restart; what
 * may pass at the cloud by itself also after a pause. Thread-safe.
 */
final class Refusals {
    private final Surroundings surroundings;
    private final Map<String, Refusal> latest = new ConcurrentHashMap<>();

    /** A refusal, and until when it stands; without an end it stands for good. */
    private record Refusal(String inputs, Optional<Instant> end) {}

    Refusals(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    void put(GenericKubernetesResource object, Optional<String> tokenSecret) {
        put(object, tokenSecret, Optional.empty());
    }

    /** Takes note of a refusal that stands for a while. */
    void putFor(Duration pause, GenericKubernetesResource object, Optional<String> tokenSecret) {
        put(object, tokenSecret, Optional.of(surroundings.now().plus(pause)));
    }

    private void put(GenericKubernetesResource object, Optional<String> tokenSecret, Optional<Instant> end) {
        latest.put(object.getMetadata().getUid(), new Refusal(inputsOf(object, tokenSecret), end));
    }

    /** Returns when to come back to an object that was refused; empty when it may be tried now. */
    Optional<Next> standing(GenericKubernetesResource object, Optional<String> tokenSecret) {
        Refusal refusal = latest.get(object.getMetadata().getUid());
        if (refusal == null || !refusal.inputs().equals(inputsOf(object, tokenSecret))) {
            return Optional.empty();
        }
        if (refusal.end().isEmpty()) {
            return Optional.of(Next.rest());
        }
        Duration left = Duration.between(surroundings.now(), refusal.end().get());
        return left.isNegative() || left.isZero() ? Optional.empty() : Optional.of(Next.again(left));
    }

    void forget(GenericKubernetesResource object) {
        latest.remove(object.getMetadata().getUid());
    }

    private String inputsOf(GenericKubernetesResource object, Optional<String> tokenSecret) {
        Object token = tokenSecret
                .flatMap(surroundings.stores().secrets()::get)
                .<Object>map(secret -> Fields.map(secret.get("data")))
                .orElse("");
        Map<String, Object> spec = Fields.map(object.get("spec"));
        return spec.hashCode() + "/" + tokenSecret.orElse("") + "/" + token.hashCode();
    }
}
