package dev.siteagent.core.runtime;

import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/** A mode of an offering that has events, which end with it. */
final class ListeningRun implements ModeRun {
    private final ModeRun run;
    private final OfferingEvents events;

    /**
     * Adds events to a mode.
     *
     * @param run the mode
     * @param events the events, started by somebody else
     */
    ListeningRun(ModeRun run, OfferingEvents events) {
        this.run = run;
        this.events = events;
    }

    @Override
    public void start() {
        run.start();
    }

    @Override
    public void stop() {
        events.pause();
        run.stop();
    }

    @Override
    public void drain(Duration patience) {
        events.drain(patience);
        run.drain(patience);
    }

    @Override
    public void interrupt() {
        run.interrupt();
    }

    @Override
    public Optional<DeskReport> report() {
        return run.report();
    }

    @Override
    public boolean alive(Clock clock) {
        return run.alive(clock) && (run.report().isPresent() || events.alive());
    }

    @Override
    public String hung() {
        return events.alive() ? run.hung() : events.dead();
    }

    @Override
    public boolean awaitEnd(Duration atMost) throws InterruptedException {
        if (!run.awaitEnd(atMost)) {
            return false;
        }
        events.close();
        return events.awaitEnd(atMost);
    }

    /** The events end first, since their work needs the backend that the mode closes. */
    @Override
    public void close(Duration patience) throws InterruptedException {
        events.close();
        run.close(patience);
    }
}
