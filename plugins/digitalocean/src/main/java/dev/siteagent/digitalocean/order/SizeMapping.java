package dev.siteagent.digitalocean.order;

import dev.siteagent.spi.PermanentBackendException;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Which size stands for which limits, as the setting {@code size_mapping} says.
 *
 * @param entries size slug to component type to limit in Waldur's units, in the order of the file
 */
public record SizeMapping(Map<String, Map<String, Long>> entries) {
    /** Takes a copy that keeps the order. */
    public SizeMapping {
        entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
    }

    /**
     * Returns the size whose entry the limits match on every one of its components. Among several the one with the most
     * components, then the first.
     *
     * @param limits component type to limit
     */
    public Optional<String> match(Map<String, Long> limits) {
        return entries.entrySet().stream()
                .filter(entry -> !entry.getValue().isEmpty())
                .filter(entry -> limits.entrySet().containsAll(entry.getValue().entrySet()))
                // max keeps the last of equals, and the first is wanted
                .sorted(Comparator.comparingInt((Map.Entry<String, Map<String, Long>> entry) ->
                                entry.getValue().size())
                        .reversed())
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /**
     * Returns the size that the limits match.
     *
     * @param limits component type to limit
     * @throws PermanentBackendException when there is none; says what is on offer
     */
    public String require(Map<String, Long> limits) throws PermanentBackendException {
        return match(limits)
                .orElseThrow(() -> new PermanentBackendException(
                        "No size stands for the limits " + listed(limits) + ". On offer: " + offer()));
    }

    /** Returns the limits that stand for a size, empty when it is not in the mapping. */
    public Optional<Map<String, Long>> limitsOf(String size) {
        return Optional.ofNullable(entries.get(size));
    }

    /** Returns what is on offer, for messages. */
    private String offer() {
        return entries.isEmpty()
                ? "nothing, since size_mapping is empty"
                : entries.entrySet().stream()
                        .map(entry -> entry.getKey() + " (" + listed(entry.getValue()) + ")")
                        .collect(Collectors.joining(", "));
    }

    private static String listed(Map<String, Long> limits) {
        return limits.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(limit -> limit.getKey() + "=" + limit.getValue())
                .collect(Collectors.joining(" "));
    }
}
