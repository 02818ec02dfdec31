package dev.siteagent.core.observe;

import java.util.Locale;
import java.util.function.UnaryOperator;

/** The two ways the agent writes its log. */
public enum LogFormat {
    /** One JSON object a line, for machines. */
    JSON,
    /** Lines for people. */
    TEXT;

    /** The environment variable that overrides the choice: {@code json} or {@code text}. */
    public static final String VARIABLE = "SITE_AGENT_LOG";

    /**
     * Chooses the format: what {@value #VARIABLE} says, else lines for people on a terminal and JSON everywhere else. A
     * value that is neither counts as not given.
     *
     * @param variables environment variable name to value or null
     * @param terminal whether the log goes to a terminal
     */
    public static LogFormat choose(UnaryOperator<String> variables, boolean terminal) {
        String wish = variables.apply(VARIABLE);
        return switch (wish == null ? "" : wish.strip().toLowerCase(Locale.ROOT)) {
            case "json" -> JSON;
            case "text" -> TEXT;
            default -> terminal ? TEXT : JSON;
        };
    }
}
