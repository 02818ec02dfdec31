package dev.siteagent.core.cli;

import dev.siteagent.core.budgets.SharedRateBudgets;
import dev.siteagent.core.config.OfferingConfiguration;
import dev.siteagent.core.plugins.PluginHost;
import dev.siteagent.core.runtime.AgentRun;
import dev.siteagent.core.runtime.RunOptions;
import dev.siteagent.core.status.AgentStatus;
import dev.siteagent.core.status.StatusBoard;
import java.time.Instant;

/** Puts together how a run is, whenever somebody asks. */
final class RunStatus {
    private final SharedRateBudgets budgets;
    private final StatusBoard board;
    private final RunOptions options;
    private final Instant since;

    /**
     * Begins with a run.
     *
     * @param budgets the rate budgets of the process
     * @param board what hears of orders and cycles
     * @param options the options of the run
     */
    RunStatus(SharedRateBudgets budgets, StatusBoard board, RunOptions options) {
        this.budgets = budgets;
        this.board = board;
        this.options = options;
        this.since = options.clock().instant();
    }

    AgentStatus of(AgentRun run, PluginHost plugins) {
        return new AgentStatus(
                options.version(),
                since,
                options.clock().instant(),
                options.modes(),
                options.periods()::of,
                run.hung(),
                run.offerings().stream().map(RunStatus::served).toList(),
                run.disabled(),
                run.services(),
                plugins.reports(),
                budgets.levels(),
                board);
    }

    private static AgentStatus.Served served(OfferingConfiguration offering) {
        return new AgentStatus.Served(offering.name(), offering.backendType());
    }
}
