package dev.siteagent.hobbyfarm.cluster;

import dev.siteagent.hobbyfarm.model.Fields;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Changes of single fields as a JSON patch (RFC 6902): lists are replaced whole, what is not named stays as it is, even if
 * somebody else changes it at the same moment.
 */
final class Patch {
    private final List<Map<String, Object>> operations = new ArrayList<>();

    private Patch() {}

    /**
     * Returns the patch that brings some fields of an object to values.
     *
     * @param seen the object as it is known
     * @param fields nested as in the object; null for a field that shall not be
     */
    static Patch of(GenericKubernetesResource seen, Map<String, Object> fields) {
        Patch patch = new Patch();
        patch.bring(tree(seen), fields, "");
        return patch;
    }

    /** Returns a patch that the server refuses with a conflict if the object is not as it was seen. */
    static Patch ofUnchanged(GenericKubernetesResource seen, Map<String, Object> fields) {
        Patch patch = of(seen, fields);
        patch.operations.add(
                0,
                operation(
                        "replace",
                        "/metadata/resourceVersion",
                        seen.getMetadata().getResourceVersion()));
        return patch;
    }

    String json() {
        return Serialization.asJson(operations);
    }

    private void bring(Map<String, Object> there, Map<String, Object> fields, String path) {
        fields.forEach((name, value) -> {
            String at = path + "/" + name.replace("~", "~0").replace("/", "~1");
            if (value == null) {
                if (there.get(name) != null) {
                    operations.add(Map.of("op", "remove", "path", at));
                }
            } else if (value instanceof Map && there.get(name) instanceof Map && !isWhole(name)) {
                bring(Fields.map(there.get(name)), Fields.map(value), at);
            } else {
                operations.add(operation("add", at, value));
            }
        });
    }

    /** A request to a cloud and an answer of it are one value: the next replaces it. */
    private static boolean isWhole(String name) {
        return name.equals("droplet") || name.equals("key");
    }

    private static Map<String, Object> operation(String kind, String path, Object value) {
        Map<String, Object> operation = new LinkedHashMap<>();
        operation.put("op", kind);
        operation.put("path", path);
        operation.put("value", value);
        return operation;
    }

    private static Map<String, Object> tree(GenericKubernetesResource seen) {
        return Fields.map(Serialization.unmarshal(Serialization.asJson(seen), Map.class));
    }
}
