package dev.siteagent.core.reports;

import java.time.YearMonth;

/** What a report and whoever runs it tell each other. */
public interface ReportProgress {
    /** Nobody who listens; the report goes on to its end. */
    ReportProgress NONE = new ReportProgress() {
        @Override
        public void moved() {}

        @Override
        public boolean stopping() {
            return false;
        }
    };

    /**
     * The report comes to a month.
     *
     * @param month the month
     */
    default void begins(YearMonth month) {}

    /** The report moved on. */
    void moved();

    /** Returns whether no further resource is to be taken. */
    boolean stopping();
}
