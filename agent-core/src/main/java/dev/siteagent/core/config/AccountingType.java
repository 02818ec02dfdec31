package dev.siteagent.core.config;

import dev.siteagent.spi.Component.Accounting;

/** How a component is billed, in the words of the file. */
public enum AccountingType {
    /** By what was used. */
    USAGE(Accounting.USAGE),
    /** By the limit that was ordered. */
    LIMIT(Accounting.LIMIT),
    /** Once and ahead, for a duration. */
    ONE(Accounting.ONE_TIME);

    private final Accounting accounting;

    AccountingType(Accounting accounting) {
        this.accounting = accounting;
    }

    /** Returns the same for plugins. */
    public Accounting accounting() {
        return accounting;
    }
}
