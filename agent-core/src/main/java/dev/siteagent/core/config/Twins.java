package dev.siteagent.core.config;

import dev.siteagent.core.config.Node.Mapping;
import dev.siteagent.core.config.Node.Sequence;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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
            List<String> shared = new ArrayList<>();
            for (String mode : modes(offering)) {
                KeyPath twin = work.putIfAbsent(mode + " " + offering.waldurApiUrl() + " " + offering.uuid(), path);
                if (twin != null) {
                    shared.add(mode + " as in " + twin);
                }
            }
            if (!shared.isEmpty()) {
                refused.add(path);
                problems.error(
                        entry(path).locationOf(UUID_KEY),
                        path.key(UUID_KEY),
                        "the same offering twice, with " + String.join(", ", shared) + "; keep one of them");
            }
        });
        refused.forEach(offerings::remove);
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
