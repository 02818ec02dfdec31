package dev.siteagent.core.config;

import java.util.Locale;

/** How bad a {@link Problem} is. */
public enum Severity {
    /** What the problem is about cannot be used: an offering, a service, or the whole file. */
    ERROR,
    /** The file is usable, but the operator likely meant something else. */
    WARNING;

    /** Returns the name in lower case, as it is printed. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
