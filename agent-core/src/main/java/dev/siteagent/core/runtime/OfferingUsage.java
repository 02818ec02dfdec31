package dev.siteagent.core.runtime;

import dev.siteagent.core.reports.ReportResult;
import dev.siteagent.core.reports.UsageReports;
import dev.siteagent.core.waldur.WaldurException;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.BackendNotReadyException;
import dev.siteagent.spi.TransientBackendException;
import java.util.List;
import java.util.Optional;

/** The usage of one offering's resources, cycle by cycle. */
final class OfferingUsage implements OfferingCycle {
    private final String backend;
    private final OfferingReports reports;
    private final int periods;

    /**
     * The usage of an offering.
     *
     * @param backend the name of the backend that measures
     * @param reports reports
     * @param periods how many months are reported, the current one included
     */
    OfferingUsage(String backend, OfferingReports reports, int periods) {
        this.backend = backend;
        this.reports = reports;
        this.periods = periods;
    }

    @Override
    public CycleReport run() throws InterruptedException {
        try {
            Optional<UsageReports> measured = reports.begin();
            if (measured.isEmpty()) {
                return CycleReport.done("backend " + backend + " measures no usage", List.of());
            }
            ReportResult result = measured.get().latest(periods);
            return CycleReport.done(
                    result.written() + " usages written, " + result.unchanged() + " as they were", result.problems());
        } catch (WaldurException e) {
            return CycleReport.failed(e.getMessage());
        } catch (TransientBackendException | BackendNotReadyException e) {
            return CycleReport.failed("the backend cannot be opened: " + e.getMessage());
        } catch (BackendException e) {
            return CycleReport.disabled(e.getMessage());
        }
    }

    @Override
    public void close() {
        reports.close();
    }
}
