package dev.siteagent.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OfferingWorkTest {
    /** A mode that does nothing. */
    private record Idle(Optional<DeskReport> report) implements ModeRun {
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
            return "";
        }

        @Override
        public boolean awaitEnd(Duration atMost) {
            return true;
        }

        @Override
        public void close(Duration patience) {}
    }

    private final Idle works = new Idle(Optional.empty());
    private final Idle refused =
            new Idle(Optional.of(new DeskReport("VM", 0, List.of(), Optional.of("no token"), false, false)));

    @Test
    void offeringOfWhichOneModeHasEndedIsBegunAgainByTheNextReload() {
        assertThat(new OfferingWork(List.of(works, refused)).endedByItself()).isTrue();
        assertThat(new OfferingWork(List.of(works, works)).endedByItself()).isFalse();
        assertThat(new OfferingWork(List.of()).endedByItself()).isFalse();
    }

    @Test
    void runDoesNotEndWhileOneModeOfAnOfferingWorks() {
        assertThat(new OfferingWork(List.of(works, refused)).over()).isFalse();
        assertThat(new OfferingWork(List.of(refused)).over()).isTrue();
    }
}
