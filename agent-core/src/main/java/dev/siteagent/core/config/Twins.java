package dev.siteagent.core.config;

import dev.siteagent.core.config.Node.Mapping;
import dev.siteagent.core.config.Node.Sequence;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Looks for offerings that have the same name, or that are the same one in Waldur. Two entries for one offering are fine
 * while no mode is in both; else both would work on the same orders, and the later one is refused.
 */
final class Twins {
    private static final String UUID_KEY = "waldur_offering_uuid";

    private final Mapping root;
    private final Problems problems;

    Twins(Mapping root, Problems problems) {
        this.root = root;
        this.problems = problems;
    }

    /** Removes those that cannot run beside an earlier one. */
    void refuse(Map<KeyPath, OfferingConfiguration> offerings) {
        Map<String, KeyPath> names = new HashMap<>();
        Map<String, KeyPath> work = new HashMap<>();
        List<KeyPath> refused = new ArrayList<>();
        offerings.forEach((path, offering) -> {
            KeyPath namesake = names.putIfAbsent(offering.name(), path);
            if (namesake != null) {
                problems.warning(
                        entry(path).locationOf("name"),
                        path.key("name"),
                        "is the name of " + namesake + " too; give each its own, so that they can be told apart");
            }
            Map<String, KeyPath> twins = twins(offering, work);
            if (twins.isEmpty()) {
                modes(offering).forEach(mode -> work.put(key(offering, mode), path));
            } else {
                // What is refused takes no mode: a later entry is not in its way.
                refused.add(path);
                String shared = twins.entrySet().stream()
                        .map(twin -> twin.getKey() + " as in " + twin.getValue())
                        .collect(Collectors.joining(", "));
                problems.error(
                        entry(path).locationOf(UUID_KEY),
                        path.key(UUID_KEY),
                        "the same offering twice, with " + shared + "; keep one of them");
            }
        });
        refused.forEach(offerings::remove);
    }

    /** Returns who does the work of an offering's modes already, by mode. */
    private static Map<String, KeyPath> twins(OfferingConfiguration offering, Map<String, KeyPath> work) {
        Map<String, KeyPath> twins = new LinkedHashMap<>();
        for (String mode : modes(offering)) {
            KeyPath twin = work.get(key(offering, mode));
            if (twin != null) {
                twins.put(mode, twin);
            }
        }
        return twins;
    }

    private static String key(OfferingConfiguration offering, String mode) {
        return mode + " " + offering.waldurApiUrl() + " " + offering.uuid();
    }

    private Mapping entry(KeyPath path) {
        Sequence offerings = (Sequence) root.value("offerings");
        return (Mapping) offerings.items().get(Integer.parseInt(path.step()));
    }

    private static List<String> modes(OfferingConfiguration offering) {
        List<String> modes = new ArrayList<>();
        offering.orderProcessingBackend().ifPresent(backend -> modes.add(ChosenBackends.ORDERS));
        offering.membershipSyncBackend().ifPresent(backend -> modes.add(ChosenBackends.MEMBERS));
        offering.reportingBackend().ifPresent(backend -> modes.add(ChosenBackends.REPORTS));
        return modes;
    }
}
