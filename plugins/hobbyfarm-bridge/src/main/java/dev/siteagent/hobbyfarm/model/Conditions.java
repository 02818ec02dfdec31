package dev.siteagent.hobbyfarm.model;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The conditions in an object's status. Immutable; conditions of others are kept as they are. */
public final class Conditions {
    private final List<Map<String, Object>> entries;

    private Conditions(List<Map<String, Object>> entries) {
        this.entries = List.copyOf(entries);
    }

    /** Reads an object's conditions. */
    public static Conditions of(GenericKubernetesResource object) {
        return new Conditions(Fields.maps(object.get("status", "conditions")));
    }

    /** How a condition stands. */
    public enum Status {
        /** It holds. */
        TRUE,
        /** It does not. */
        FALSE,
        /** Not known, or nothing was said yet. */
        UNKNOWN;

        String wire() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Returns how a condition stands, read without regard to case since {@code True} and {@code False} occur too. */
    public Status status(String type) {
        return entry(type)
                .map(entry -> String.valueOf(entry.get("status")).toLowerCase(Locale.ROOT))
                .map(status -> switch (status) {
                    case "true" -> Status.TRUE;
                    case "false" -> Status.FALSE;
                    default -> Status.UNKNOWN;
                })
                .orElse(Status.UNKNOWN);
    }

    /** Returns a condition's reason. */
    public String reason(String type) {
        return entry(type)
                .map(entry -> entry.get("reason"))
                .map(Object::toString)
                .orElse("");
    }

    /** Returns a condition's message. */
    public String message(String type) {
        return entry(type)
                .map(entry -> entry.get("message"))
                .map(Object::toString)
                .orElse("");
    }

    /** Returns whether a condition was ever set. */
    public boolean has(String type) {
        return entry(type).isPresent();
    }

    /**
     * Returns these conditions with one of them set; the same object when it says so already, be it
     * of another request.
     *
     * @param type which
     * @param status how it stands
     * @param reason why, one word
     * @param message why, for people
     * @param now the time
     */
    public Conditions with(String type, Status status, String reason, String message, Instant now) {
        if (has(type)
                && status(type) == status
                && reason(type).equals(reason)
                && RequestId.without(message(type)).equals(RequestId.without(message))) {
            return this;
        }
        String time = now.truncatedTo(ChronoUnit.SECONDS).toString();
        boolean moved = !has(type) || status(type) != status;
        Map<String, Object> fresh = new LinkedHashMap<>();
        fresh.put("type", type);
        fresh.put("status", status.wire());
        fresh.put("lastUpdateTime", time);
        fresh.put(
                "lastTransitionTime",
                moved ? time : entry(type).orElseThrow().getOrDefault("lastTransitionTime", time));
        fresh.put("reason", reason);
        fresh.put("message", message);
        List<Map<String, Object>> changed = new ArrayList<>(entries);
        changed.removeIf(entry -> type.equals(entry.get("type")));
        changed.add(fresh);
        return new Conditions(changed);
    }

    /** Returns these conditions without one. */
    public Conditions without(String type) {
        return has(type)
                ? new Conditions(entries.stream()
                        .filter(entry -> !type.equals(entry.get("type")))
                        .toList())
                : this;
    }

    /** Returns them as they are stored. */
    public List<Map<String, Object>> stored() {
        return entries;
    }

    private Optional<Map<String, Object>> entry(String type) {
        return entries.stream().filter(entry -> type.equals(entry.get("type"))).findFirst();
    }
}
