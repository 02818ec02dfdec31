package dev.siteagent.core.runtime;

import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/** A mode that does nothing, and is well. */
record IdleMode(Optional<DeskReport> report) implements ModeRun {
    @Override
    public void start() {}

    @Override
    public void stop() {}

    @Override
    public void drain(Duration patience) {}

    @Override
    public void interrupt() {}

    @Override
    public boolean alive(Clock clock) {
        return true;
    }

    @Override
    public String hung() {
        return "the mode is well";
    }

    @Override
    public boolean awaitEnd(Duration atMost) {
        return true;
    }

    @Override
    public void close(Duration patience) {}
}
