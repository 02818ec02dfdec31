package dev.siteagent.core.runtime;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What an agent does with its offerings; one process may run several. */
public enum Mode {
    /** Orders, by polling. */
    ORDER_PROCESS("WALDUR_SITE_AGENT_ORDER_PROCESS_PERIOD_MINUTES", 5),
    /** Members, status, limits and metadata of resources, by polling. */
    MEMBERSHIP_SYNC("WALDUR_SITE_AGENT_MEMBERSHIP_SYNC_PERIOD_MINUTES", 5),
    /** Usage of the billing months. */
    REPORT("WALDUR_SITE_AGENT_REPORT_PERIOD_MINUTES", 30),
    /** Orders and members, driven by events. */
    EVENT_PROCESS("WALDUR_SITE_AGENT_RECONCILIATION_PERIOD_MINUTES", 60);

    private final String periodVariable;
    private final int defaultPeriodMinutes;

    Mode(String periodVariable, int defaultPeriodMinutes) {
        this.periodVariable = periodVariable;
        this.defaultPeriodMinutes = defaultPeriodMinutes;
    }

    /** Returns the name on the command line and in Waldur, such as {@code order_process}. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the environment variable that sets the period, in minutes, decimals allowed. */
    public String periodVariable() {
        return periodVariable;
    }

    /** Returns the period without that variable, in minutes. */
    public int defaultPeriodMinutes() {
        return defaultPeriodMinutes;
    }

    /**
     * Finds the mode of a name, upper or lower case.
     *
     * @return empty when there is no such mode
     */
    public static Optional<Mode> named(String name) {
        return Arrays.stream(values())
                .filter(mode -> mode.wireName().equalsIgnoreCase(name.strip()))
                .findFirst();
    }

    /**
     * Reads a list of modes as it is given on the command line: names with commas between, or {@code all}.
     *
     * @throws IllegalArgumentException when a name is none; the message says which and what is allowed
     */
    public static Set<Mode> parse(String list) {
        Set<Mode> modes = EnumSet.noneOf(Mode.class);
        for (String name : list.split(",", -1)) {
            if (name.strip().equalsIgnoreCase("all")) {
                modes.addAll(EnumSet.allOf(Mode.class));
                continue;
            }
            modes.add(named(name)
                    .orElseThrow(() -> new IllegalArgumentException(
                            "there is no mode '" + name.strip() + "'; known are " + names() + ", or all")));
        }
        return modes;
    }

    private static String names() {
        return Arrays.stream(values()).map(Mode::wireName).collect(Collectors.joining(", "));
    }
}
