package dev.siteagent.hobbyfarm.model;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads fields of an object by path; what is absent, or not of the kind that is asked for, is empty. */
public final class Fields {
    private Fields() {}

    /** Returns a text, also that of a number or a truth value; empty when absent or blank. */
    public static Optional<String> text(GenericKubernetesResource object, Object... path) {
        Object value = object.get(path);
        return value == null
                        || value instanceof Map
                        || value instanceof List
                        || value.toString().isBlank()
                ? Optional.empty()
                : Optional.of(value.toString());
    }

    /** Returns a map of texts; empty when absent. */
    public static Map<String, String> texts(GenericKubernetesResource object, Object... path) {
        Map<String, String> texts = new LinkedHashMap<>();
        map(object.get(path)).forEach((key, value) -> {
            if (value != null) {
                texts.put(key, value.toString());
            }
        });
        return texts;
    }

    /** Returns a JSON object; empty when the value is none. */
    public static Map<String, Object> map(Object value) {
        Map<String, Object> copy = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, item) -> copy.put(String.valueOf(key), item));
        }
        return copy;
    }

    /** Returns the JSON objects in a list; what else is in it is left out. */
    public static List<Map<String, Object>> maps(Object value) {
        return value instanceof List<?> list
                ? list.stream().filter(Map.class::isInstance).map(Fields::map).toList()
                : List.of();
    }

    /** Returns a label's value. */
    public static Optional<String> label(GenericKubernetesResource object, String name) {
        return entry(object.getMetadata().getLabels(), name);
    }

    /** Returns an annotation's value. */
    public static Optional<String> annotation(GenericKubernetesResource object, String name) {
        return entry(object.getMetadata().getAnnotations(), name);
    }

    /** Returns whether an object is being deleted. */
    public static boolean deleting(GenericKubernetesResource object) {
        return object.getMetadata().getDeletionTimestamp() != null;
    }

    /** Returns whether an object has a finalizer. */
    public static boolean hasFinalizer(GenericKubernetesResource object, String finalizer) {
        return object.getFinalizers().contains(finalizer);
    }

    /** Returns when an object was made; the beginning of time when it does not say. */
    public static Instant created(GenericKubernetesResource object) {
        return time(object.getMetadata().getCreationTimestamp()).orElse(Instant.EPOCH);
    }

    /** Reads a time. */
    public static Optional<Instant> time(String text) {
        if (text == null || text.isBlank()) {
            return Optional.empty();
        }
        try {
            return Optional.of(Instant.parse(text));
        } catch (DateTimeException unreadable) {
            return Optional.empty();
        }
    }

    /** Returns the uid of the VirtualMachine that owns an object, as its owner reference says. */
    public static Optional<String> owner(GenericKubernetesResource object) {
        List<OwnerReference> owners = object.getMetadata().getOwnerReferences();
        return owners == null
                ? Optional.empty()
                : owners.stream()
                        .filter(owner -> owner.getKind().equals(Kind.VIRTUAL_MACHINE.name()))
                        .map(OwnerReference::getUid)
                        .findFirst();
    }

    private static Optional<String> entry(Map<String, String> map, String name) {
        return Optional.ofNullable(map == null ? null : map.get(name)).filter(value -> !value.isBlank());
    }
}
