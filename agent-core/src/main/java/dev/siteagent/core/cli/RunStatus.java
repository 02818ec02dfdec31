package dev.siteagent.core.cli;

import dev.siteagent.core.budgets.SharedRateBudgets;
import dev.siteagent.core.config.OfferingConfiguration;
import dev.siteagent.core.plugins.PluginHost;
import dev.siteagent.core.runtime.AgentRun;
import dev.siteagent.core.runtime.RunOptions;
import dev.siteagent.core.status.AgentStatus;
import dev.siteagent.core.status.StatusBoard;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
                served(run),
                run.disabled(),
                run.services(),
                plugins.reports(),
                budgets.levels(),
                board);
    }

    /** Those that end have orders in hand, and are shown until they have not, also where others follow them. */
    private static List<AgentStatus.Served> served(AgentRun run) {
        Map<String, AgentStatus.Served> served = new LinkedHashMap<>();
        run.offerings().forEach(offering -> served.put(key(offering), served(offering, "")));
        run.ending().forEach(offering -> {
            String begins = served.containsKey(key(offering)) ? "begins again" : "ends";
            served.put(key(offering), served(offering, ", " + begins + " when what it has begun has ended"));
        });
        return List.copyOf(served.values());
    }

    private static String key(OfferingConfiguration offering) {
        return offering.uuid() + " " + offering.name();
    }

    private static AgentStatus.Served served(OfferingConfiguration offering, String more) {
        return new AgentStatus.Served(offering.name(), offering.backendType() + more);
    }
}
