package dev.siteagent.hobbyfarm.cluster;

import dev.siteagent.hobbyfarm.model.Fields;
import dev.siteagent.hobbyfarm.model.Naming;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the bridge writes into the status of its own objects for people to read: conditions, and how attempts went. It acts
 * on none of it, so such a write is no news; taken for some, each failure would cut short the pause that is to follow it.
 */
final class Reports {
    private Reports() {}

    /** Returns whether two versions of an object differ in nothing else. */
    static boolean only(GenericKubernetesResource before, GenericKubernetesResource after) {
        return after.getApiVersion().startsWith(Naming.GROUP + "/")
                && !before.getMetadata()
                        .getResourceVersion()
                        .equals(after.getMetadata().getResourceVersion())
                && metadata(before).equals(metadata(after))
                && substance(before).equals(substance(after));
    }

    private static ObjectMeta metadata(GenericKubernetesResource object) {
        return new ObjectMetaBuilder(object.getMetadata())
                .withResourceVersion(null)
                .withGeneration(null)
                .withManagedFields()
                .build();
    }

    private static Map<String, Object> substance(GenericKubernetesResource object) {
        Map<String, Object> fields = new LinkedHashMap<>(object.getAdditionalProperties());
        Map<String, Object> status = new LinkedHashMap<>(Fields.map(fields.get("status")));
        status.remove("conditions");
        status.remove("retries");
        fields.put("status", status);
        return fields;
    }
}
