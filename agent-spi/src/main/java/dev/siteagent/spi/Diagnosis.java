package dev.siteagent.spi;

import java.util.List;
import java.util.Objects;

/**
 * What {@code site-agent diagnostics} shows of a backend.
 *
 * @param findings in the order to be shown
 * @since 1.0.0
 */
public record Diagnosis(List<Finding> findings) {
    /** How much a finding matters. */
    public enum Level {
        /** As it should be. */
        GOOD,
        /** Works, but an operator should look. */
        WARNING,
        /** Does not work. */
        BAD
    }

    /**
     * One thing that was looked at.
     *
     * @param level how much it matters
     * @param text what was found and, unless good, what to do
     */
    public record Finding(Level level, String text) {
        /** Refuses nulls. */
        public Finding {
            Objects.requireNonNull(level, "level");
            Objects.requireNonNull(text, "text");
        }
    }

    /** Copies the list. */
    public Diagnosis {
        findings = Records.copy(findings, "findings");
    }

    /** Returns whether nothing is bad. */
    public boolean healthy() {
        return findings.stream().noneMatch(finding -> finding.level() == Level.BAD);
    }
}
