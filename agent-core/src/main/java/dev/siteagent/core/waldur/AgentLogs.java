package dev.siteagent.core.waldur;

import java.math.BigDecimal;
import java.util.List;
import java.util.UUID;

/** The logs that agents ship: {@code /api/marketplace-site-agent-logs/}. Thread-safe. */
public final class AgentLogs {
    private final WaldurHttp http;

    AgentLogs(WaldurHttp http) {
        this.http = http;
    }

    /**
     * One line.
     *
     * @param agentIdentityUuid the agent
     * @param timestamp seconds since 1970, with fractions
     * @param level {@code DEBUG}, {@code INFO}, {@code WARNING}, {@code ERROR} or {@code CRITICAL}
     * @param message the text
     * @param module where it was written
     */
    public record Line(UUID agentIdentityUuid, BigDecimal timestamp, String level, String message, String module) {}

    /** Ships lines. Not repeated when the answer is lost: Waldur would keep them twice. */
    public void ship(List<Line> lines) throws InterruptedException {
        http.done(WaldurCall.create(
                "logs.create", "take " + lines.size() + " log lines", "/api/marketplace-site-agent-logs/", lines));
    }
}
