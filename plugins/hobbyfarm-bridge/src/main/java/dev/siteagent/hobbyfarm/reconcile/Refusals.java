package dev.siteagent.hobbyfarm.reconcile;

import dev.siteagent.hobbyfarm.model.Fields;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the cloud refused for good, and with which inputs: it is tried again when one of them changes, and once after a
 * restart. Thread-safe.
 */
final class Refusals {
    private final Surroundings surroundings;
    private final Map<String, String> inputs = new ConcurrentHashMap<>();

    Refusals(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    void put(GenericKubernetesResource object, Optional<String> tokenSecret) {
        inputs.put(object.getMetadata().getUid(), inputsOf(object, tokenSecret));
    }

    /** Returns whether an object was refused, and would be made of the same again. */
    boolean stands(GenericKubernetesResource object, Optional<String> tokenSecret) {
        return inputsOf(object, tokenSecret)
                .equals(inputs.get(object.getMetadata().getUid()));
    }

    void forget(GenericKubernetesResource object) {
        inputs.remove(object.getMetadata().getUid());
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
