package dev.siteagent.core.runtime;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** The modes of an offering as one: begun together, and ended together, since they share backends and resources. */
final class OfferingWork implements Work {
    private final List<ModeRun> runs;

    /** Of these modes, not started; may be none. */
    OfferingWork(List<ModeRun> runs) {
        this.runs = List.copyOf(runs);
    }

    @Override
    public void start() {
        runs.forEach(ModeRun::start);
    }

    @Override
    public void stop() {
        runs.forEach(ModeRun::stop);
    }

    @Override
    public void drain(Duration patience) {
        runs.forEach(run -> run.drain(patience));
    }

    @Override
    public void interrupt() {
        runs.forEach(ModeRun::interrupt);
    }

    @Override
    public boolean over() {
        return runs.stream().allMatch(run -> run.report().isPresent());
    }

    @Override
    public boolean idle() {
        return runs.isEmpty();
    }

    /** One mode is enough: it would begin again, and the modes of an offering begin and end together. */
    @Override
    public boolean endedByItself() {
        return runs.stream().anyMatch(run -> run.report().isPresent());
    }

    @Override
    public boolean awaitEnd(Duration atMost) throws InterruptedException {
        for (ModeRun run : runs) {
            if (!run.awaitEnd(atMost)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close(Duration patience) throws InterruptedException {
        for (ModeRun run : runs) {
            run.close(patience);
        }
    }

    @Override
    public Stream<String> hung(Clock clock) {
        return runs.stream().filter(run -> !run.alive(clock)).map(ModeRun::hung);
    }

    @Override
    public List<DeskReport> reports() {
        return runs.stream().flatMap(run -> run.report().stream()).toList();
    }

    @Override
    public boolean graceRanOut() {
        return reports().stream().anyMatch(DeskReport::graceRanOut);
    }
}
