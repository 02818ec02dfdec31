package dev.siteagent.core.waldur;

import java.util.List;
import java.util.UUID;

/** The policies that limit usage by period: {@code /api/marketplace-slurm-periodic-usage-policies/}. Thread-safe. */
public final class PeriodicPolicies {
    private final WaldurHttp http;

    PeriodicPolicies(WaldurHttp http) {
        this.http = http;
    }

    /**
     * What came of a policy's settings.
     *
     * @param resourceUuid the resource, not null
     * @param success whether they were applied
     * @param errorMessage why not, or null
     * @param mode {@code production} or {@code emulator}, or null
     * @param commandsExecuted what was done on the backend, not null
     */
    public record Outcome(
            UUID resourceUuid, boolean success, String errorMessage, String mode, List<String> commandsExecuted) {
        /** Copies the list. */
        public Outcome {
            commandsExecuted = List.copyOf(commandsExecuted);
        }
    }

    /** Reports what came of a policy's settings; at worst, a repeated report is a second entry of its history. */
    public void report(UUID policy, Outcome outcome) throws InterruptedException {
        http.done(WaldurCall.act(
                "periodic_policies.report_command_result",
                "record the outcome of periodic policy " + Uuids.hex(policy) + " for resource "
                        + Uuids.hex(outcome.resourceUuid()),
                "/api/marketplace-slurm-periodic-usage-policies/" + Uuids.hex(policy) + "/report-command-result/",
                outcome));
    }
}
