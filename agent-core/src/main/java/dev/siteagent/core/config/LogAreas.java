package dev.siteagent.core.config;

import dev.siteagent.core.config.Node.Mapping;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The keys of {@code log_levels}: the name of a logger, which has a dot in it, or a word for a part of the agent. */
final class LogAreas {
    /** The parts of the agent that log. */
    private static final List<String> AREAS = List.of(
            "cli",
            "components",
            "config",
            "events",
            "health",
            "imports",
            "members",
            "membership",
            "observe",
            "orders",
            "plugins",
            "reload",
            "reports",
            "runtime",
            "shipping",
            "usernames",
            "waldur");

    private static final String HOST = "dev.siteagent.core.";

    private LogAreas() {}

    /** Reports each key that names neither. */
    static void check(Mapping root, Set<String> keys, Problems problems) {
        if (!(root.value("log_levels") instanceof Mapping levels)) {
            return;
        }
        for (String key : keys) {
            if (!key.contains(".") && !AREAS.contains(key)) {
                problems.error(
                        levels.value(key).location(),
                        KeyPath.ROOT.key("log_levels").key(key),
                        "names no part of the agent; it must be one of " + String.join(", ", AREAS)
                                + ", or the full name of a logger" + NearestName.hint(key, AREAS));
            }
        }
    }

    /** Returns the names of levels by the names of loggers. */
    static Map<String, String> byLogger(Map<String, LogLevel> levels) {
        Map<String, String> byLogger = new LinkedHashMap<>();
        levels.forEach((key, level) -> byLogger.put(key.contains(".") ? key : HOST + key, level.name()));
        return byLogger;
    }
}
