package dev.siteagent.hobbyfarm.model;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * An Environment as it is stored, to read.
 *
 * @param object the stored object, not changed by anybody
 */
public record Environment(GenericKubernetesResource object) {
    /** Refuses null. */
    public Environment {
        Objects.requireNonNull(object, "object");
    }

    /** Returns its name. */
    public String name() {
        return object.getMetadata().getName();
    }

    /** Returns its configuration for all templates. */
    public Map<String, String> specifics() {
        return Fields.texts(object, "spec", "environment_specifics");
    }

    /** Returns its configuration for one template, which lies over the one for all. */
    public Map<String, String> mapping(String template) {
        return Fields.texts(object, "spec", "template_mapping", template);
    }

    /** Returns the names of the templates that it has a configuration of their own for. */
    public Set<String> mapped() {
        return Fields.map(object.get("spec", "template_mapping")).keySet();
    }

    /** Returns the name of the backend that HobbyFarm hands its machines to; empty when it names none. */
    public Optional<String> backend() {
        return Fields.annotation(object, Naming.PROVISIONER_LABEL);
    }

    /** Returns how private addresses become public ones. */
    public IpTranslation translation() {
        return new IpTranslation(Fields.texts(object, "spec", "ip_translation_map"));
    }
}
