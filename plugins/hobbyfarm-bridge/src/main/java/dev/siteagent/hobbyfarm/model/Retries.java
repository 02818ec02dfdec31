package dev.siteagent.hobbyfarm.model;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The list {@code status.retries}: what was tried again and again, and how the last attempt went. */
public final class Retries {
    private Retries() {}

    /**
     * Returns an object's retries with one more attempt.
     *
     * @param object whose
     * @param action which
     * @param success how it went
     * @param message what happened
     * @param now the time
     */
    public static List<Map<String, Object>> after(
            GenericKubernetesResource object, String action, boolean success, String message, Instant now) {
        List<Map<String, Object>> entries = new ArrayList<>(Fields.maps(object.get("status", "retries")));
        int attempts = entries.stream()
                .filter(entry -> action.equals(entry.get("action")))
                .map(entry -> entry.get("attempts") instanceof Number number ? number.intValue() : 0)
                .findFirst()
                .orElse(0);
        entries.removeIf(entry -> action.equals(entry.get("action")));
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("success", success);
        result.put("message", message);
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("action", action);
        entry.put("maxRetries", 0);
        entry.put("attempts", attempts + 1);
        entry.put("lastAttemptTime", now.truncatedTo(ChronoUnit.SECONDS).toString());
        entry.put("lastAttemptResult", result);
        entries.add(entry);
        return entries;
    }
}
