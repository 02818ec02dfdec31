package dev.siteagent.core.status;

import dev.siteagent.core.budgets.SharedRateBudgets;
import dev.siteagent.core.config.DisabledOffering;
import dev.siteagent.core.plugins.PluginReport;
import dev.siteagent.core.runtime.Mode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * How the agent is at one moment.
 *
 * @param version the agent's version
 * @param since when it started
 * @param now the moment
 * @param modes what it does
 * @param period the time from one cycle of a mode to the next
 * @param hung what hangs, a line each; empty when all is well
 * @param offerings those at work, by name and backend
 * @param disabled those that are not, with the reason
 * @param services those at work, by name
 * @param plugins every plugin, loaded or not
 * @param budgets what is left of each rate limit
 * @param board what was heard of orders and cycles
 */
public record AgentStatus(
        String version,
        Instant since,
        Instant now,
        Set<Mode> modes,
        Function<Mode, Duration> period,
        List<String> hung,
        List<Served> offerings,
        List<DisabledOffering> disabled,
        List<String> services,
        List<PluginReport> plugins,
        List<SharedRateBudgets.Level> budgets,
        StatusBoard board) {
    /**
     * An offering at work.
     *
     * @param name its name
     * @param backend the name of its backend, and that it ends, where it does
     */
    public record Served(String name, String backend) {}
}
