package dev.siteagent.core.reports;

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

    /** The report moved on. */
    void moved();

    /** Returns whether no further resource is to be taken. */
    boolean stopping();
}
