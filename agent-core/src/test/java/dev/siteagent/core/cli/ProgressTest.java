package dev.siteagent.core.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ProgressTest {
    private static final String CLEAR = "\r\u001b[K";

    private final StringWriter written = new StringWriter();
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final SetClock clock = new SetClock();
    private final Progress progress = new Progress(new PrintWriter(written), clock, () -> stopped.set(true));

    private static final class SetClock extends Clock {
        private Instant now = Instant.parse("2026-03-01T12:00:00Z");

        void pass(Duration time) {
            now = now.plus(time);
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Instant instant() {
            return now;
        }
    }

    @Test
    void stepOfLessThanASecondIsNotShown() {
        progress.at("asking Waldur");
        clock.pass(Duration.ofMillis(999));
        progress.draw();

        assertThat(written).hasToString("");
    }

    @Test
    void longStepIsShownWithItsTimeAndWrittenOver() {
        progress.at("asking Waldur");
        clock.pass(Duration.ofSeconds(1));
        progress.draw();
        clock.pass(Duration.ofSeconds(1));
        progress.draw();

        assertThat(written).hasToString(CLEAR + "  … asking Waldur, 1 s" + CLEAR + "  … asking Waldur, 2 s");
    }

    @Test
    void outputTakesTheLinesPlace() {
        progress.at("asking Waldur");
        clock.pass(Duration.ofSeconds(3));
        progress.draw();
        progress.println("good");

        assertThat(written.toString()).endsWith(", 3 s" + CLEAR + "good" + System.lineSeparator());
    }

    @Test
    void nextStepCountsFromItsOwnBeginning() {
        progress.at("asking Waldur");
        clock.pass(Duration.ofSeconds(3));
        progress.at("asking the cloud");
        progress.draw();

        assertThat(written).hasToString("");
    }

    @Test
    void closingTakesTheLineAwayAndStopsTheDrawing() {
        progress.at("asking Waldur");
        clock.pass(Duration.ofSeconds(3));
        progress.draw();
        progress.close();
        progress.draw();

        assertThat(written.toString()).endsWith(", 3 s" + CLEAR);
        assertThat(stopped).isTrue();
    }
}
