package dev.siteagent.core.runtime;

import dev.siteagent.core.budgets.SharedRateBudgets;
import dev.siteagent.core.observe.Redaction;
import dev.siteagent.core.waldur.WaldurCallListener;
import dev.siteagent.spi.RateBudgets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * How an agent runs.
 *
 * @param modes what it does
 * @param once whether it does one cycle of each mode, waits for the work to end, and ends
 * @param version the agent's version
 * @param periods how often each mode runs
 * @param grace how long work may go on after a stop before it is interrupted
 * @param heartbeat the file whose age tells that the agent is alive
 * @param clock the time
 * @param orders hears what becomes of orders
 * @param waldurCalls hears of every call of Waldur
 * @param rateBudgets an offering's name to the rate budgets as that offering sees them
 * @param redaction takes secrets out of what plugins say, before it goes to Waldur
 */
public record RunOptions(
        Set<Mode> modes,
        boolean once,
        String version,
        Periods periods,
        Duration grace,
        Path heartbeat,
        Clock clock,
        OrderListener orders,
        WaldurCallListener waldurCalls,
        Function<String, RateBudgets> rateBudgets,
        UnaryOperator<String> redaction) {
    private static final Duration USUAL_GRACE = Duration.ofSeconds(30);

    /** Copies the modes and refuses nulls. */
    public RunOptions {
        modes = Set.copyOf(modes);
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(periods, "periods");
        Objects.requireNonNull(grace, "grace");
        Objects.requireNonNull(heartbeat, "heartbeat");
        Objects.requireNonNull(clock, "clock");
        Objects.requireNonNull(orders, "orders");
        Objects.requireNonNull(waldurCalls, "waldurCalls");
        Objects.requireNonNull(rateBudgets, "rateBudgets");
        Objects.requireNonNull(redaction, "redaction");
    }

    /**
     * Returns the usual options: the system's clock, a grace period of 30 s, budgets of their own, nobody who listens.
     *
     * @param modes what the agent does
     * @param once whether it ends after one cycle of each
     * @param version the agent's version
     * @param environment gives the value of an environment variable, null when it is not set
     * @throws IllegalArgumentException when a variable for a period is no number of minutes
     */
    public static RunOptions of(Set<Mode> modes, boolean once, String version, UnaryOperator<String> environment) {
        Clock clock = Clock.systemUTC();
        return new RunOptions(
                modes,
                once,
                version,
                Periods.fromEnvironment(environment),
                USUAL_GRACE,
                Heartbeat.defaultFile(),
                clock,
                OrderListener.NONE,
                WaldurCallListener.NONE,
                new SharedRateBudgets(clock)::forOffering,
                new Redaction()::clean);
    }

    /** Returns these options with other periods. */
    public RunOptions withPeriods(Periods value) {
        return new RunOptions(
                modes, once, version, value, grace, heartbeat, clock, orders, waldurCalls, rateBudgets, redaction);
    }

    /** Returns these options with another grace period. */
    public RunOptions withGrace(Duration value) {
        return new RunOptions(
                modes, once, version, periods, value, heartbeat, clock, orders, waldurCalls, rateBudgets, redaction);
    }

    /** Returns these options with another heartbeat file. */
    public RunOptions withHeartbeat(Path value) {
        return new RunOptions(
                modes, once, version, periods, grace, value, clock, orders, waldurCalls, rateBudgets, redaction);
    }

    /** Returns these options with another time; rate budgets keep theirs. */
    public RunOptions withClock(Clock value) {
        return new RunOptions(
                modes, once, version, periods, grace, heartbeat, value, orders, waldurCalls, rateBudgets, redaction);
    }

    /** Returns these options with who listens. */
    public RunOptions withListeners(OrderListener orderListener, WaldurCallListener waldurListener) {
        return new RunOptions(
                modes,
                once,
                version,
                periods,
                grace,
                heartbeat,
                clock,
                orderListener,
                waldurListener,
                rateBudgets,
                redaction);
    }

    /** Returns these options with other rate budgets: those of further parts of the process, to share them. */
    public RunOptions withRateBudgets(Function<String, RateBudgets> value) {
        return new RunOptions(
                modes, once, version, periods, grace, heartbeat, clock, orders, waldurCalls, value, redaction);
    }

    /** Returns these options with what takes secrets out of texts that go to Waldur. */
    public RunOptions withRedaction(UnaryOperator<String> value) {
        return new RunOptions(
                modes, once, version, periods, grace, heartbeat, clock, orders, waldurCalls, rateBudgets, value);
    }
}
