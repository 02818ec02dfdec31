package dev.siteagent.core.runtime;

import dev.siteagent.core.config.OfferingConfiguration;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * One offering while the agent runs: its desk on its own thread, its registration beside it, and its events where it has
 * them. The registration begins when the desk has asked for orders for the first time: at the start of a large agent those
 * wait for nothing else.
 */
final class OfferingRun implements ModeRun {
    private static final Logger log = LoggerFactory.getLogger(OfferingRun.class);
    private static final Duration DEAD = Duration.ofMinutes(1);

    private final Mode mode;
    private final OfferingConfiguration offering;
    private final OfferingOrders orders;
    private final OrderDesk desk;
    private final Optional<OfferingEvents> events;
    private final Registrar registrar;
    private final Thread thread;
    private final Runnable ended;
    private volatile DeskReport report;

    /**
     * Prepares.
     *
     * @param mode the mode that serves the offering
     * @param offering the offering
     * @param orders its orders
     * @param desk its desk
     * @param events its events, started by somebody else; empty when it has none
     * @param registrar registers the agent, begun by somebody else
     * @param ended called when the desk has closed
     */
    OfferingRun(
            Mode mode,
            OfferingConfiguration offering,
            OfferingOrders orders,
            OrderDesk desk,
            Optional<OfferingEvents> events,
            Registrar registrar,
            Runnable ended) {
        this.mode = mode;
        this.offering = offering;
        this.orders = orders;
        this.desk = desk;
        this.events = events;
        this.registrar = registrar;
        this.thread = new Thread(this::work, "desk-" + offering.name());
        this.ended = ended;
    }

    @Override
    public void start() {
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void interrupt() {
        thread.interrupt();
    }

    @Override
    public void stop() {
        events.ifPresent(OfferingEvents::pause);
        desk.stop();
    }

    @Override
    public void drain(Duration patience) {
        events.ifPresent(listening -> listening.drain(patience));
        desk.drain(patience);
    }

    @Override
    public Optional<DeskReport> report() {
        return Optional.ofNullable(report);
    }

    @Override
    public boolean alive(Clock clock) {
        DeskReport known = report;
        if (known != null) {
            // One that its backend refuses has nothing to do; one that broke down leaves its orders undone.
            return !known.broken();
        }
        return desk.lastTurn().plus(DEAD).isAfter(clock.instant())
                && events.map(OfferingEvents::alive).orElse(true);
    }

    @Override
    public String hung() {
        DeskReport known = report;
        if (known != null && known.broken()) {
            return String.join("; ", known.problems()) + "; reload, or restart the agent";
        }
        return events.filter(listening -> !listening.alive())
                .map(OfferingEvents::dead)
                .orElse("offering " + offering.name() + ": its desk has not been at work since " + desk.lastTurn());
    }

    @Override
    public boolean awaitEnd(Duration atMost) throws InterruptedException {
        thread.join(atMost.toMillis());
        return !thread.isAlive()
                && desk.awaitQuiet(atMost)
                && (events.isEmpty() || events.get().awaitEnd(atMost));
    }

    @Override
    public void close(Duration patience) throws InterruptedException {
        try {
            registrar.close(patience);
        } finally {
            orders.close();
        }
    }

    private void work() {
        MDC.put("offering", offering.name());
        MDC.put("mode", mode.wireName());
        DeskReport result = broken("its desk was interrupted");
        try {
            result = desk.run();
        } catch (InterruptedException e) {
            log.warn("The desk was interrupted; open orders are left as they are.");
        } catch (RuntimeException | Error e) {
            log.error("The desk broke down by a fault of the agent.", e);
            result = broken("its desk broke down: " + e);
        } finally {
            events.ifPresent(OfferingEvents::close);
            report = result;
            ended.run();
        }
    }

    private DeskReport broken(String why) {
        return new DeskReport(
                offering.name(), 0, List.of("offering " + offering.name() + ": " + why), Optional.empty(), false, true);
    }
}
