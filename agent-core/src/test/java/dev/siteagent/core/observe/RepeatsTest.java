package dev.siteagent.core.observe;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;

class RepeatsTest {
    private final LoggerContext loggers = new LoggerContext();
    private final LogbackMDCAdapter mdc = new LogbackMDCAdapter();
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final SteppedClock clock = new SteppedClock();
    private final AgentLog log;
    private final Logger logger;

    RepeatsTest() {
        loggers.setMDCAdapter(mdc);
        log = new AgentLog(loggers, new Redaction());
        log.writeTo(written, LogFormat.TEXT, false);
        log.limitRepeats(clock);
        logger = loggers.getLogger("dev.siteagent.core.orders.CreateFlow");
    }

    @AfterEach
    void stop() {
        loggers.stop();
    }

    @Test
    void theSameErrorIsWrittenOnceAndThenInGrowingIntervalsWithTheNumberOfThoseBetween() {
        for (int second = 0; second <= 75; second++) {
            logger.error("cloud {} is down", "fra1");
            clock.pass(Duration.ofSeconds(1));
        }

        assertThat(lines()).hasSize(4);
        assertThat(lines().get(0)).contains("cloud fra1 is down  [");
        assertThat(lines().get(1)).contains("cloud fra1 is down (10 times more since 2026-12-01T10:00:00Z)");
        assertThat(lines().get(2)).contains("(20 times more since 2026-12-01T10:00:10Z)");
        assertThat(lines().get(3)).contains("(40 times more since 2026-12-01T10:00:30Z)");
    }

    @Test
    void whatWasHeldBackComesOutWhenItsIntervalIsOverAlsoWhenNothingElseIsLogged() {
        logger.warn("late");
        logger.warn("late");
        log.tellRepeats();
        assertThat(lines()).hasSize(1);

        clock.pass(Duration.ofSeconds(10));
        log.tellRepeats();
        log.tellRepeats();

        assertThat(lines()).hasSize(2).last().asString().contains("late (1 time more since 2026-12-01T10:00:00Z)");
    }

    @Test
    void whatWasHeldBackComesOutAtTheEnd() {
        for (int i = 0; i < 4; i++) {
            logger.warn("late");
        }

        log.tellAllRepeats();

        assertThat(lines()).hasSize(2).last().asString().contains("late (3 times more since");
    }

    @Test
    void nothingIsHeldBackAfterTheEnd() {
        logger.warn("late");
        log.tellAllRepeats();

        logger.warn("late");

        assertThat(lines()).hasSize(2);
    }

    @Test
    void whatDiffersInTextContextLevelLoggerOrFailureIsNotARepeat() {
        logger.warn("droplet {} is late", 1);
        logger.warn("droplet {} is late", 2);
        logger.error("droplet {} is late", 2);
        loggers.getLogger("x").error("droplet {} is late", 2);
        logger.error("droplet 2 is late", new IllegalStateException("one"));
        logger.error("droplet 2 is late", new IllegalStateException("two"));
        mdc.put("order", "a");
        logger.warn("droplet {} is late", 1);
        mdc.put("order", "b");
        logger.warn("droplet {} is late", 1);

        assertThat(lines()).filteredOn(line -> line.contains("droplet")).hasSize(8);
    }

    @Test
    void theIdsOfATraceMakeNoDifference() {
        mdc.put("trace_id", "a");
        logger.warn("late");
        mdc.put("trace_id", "b");
        logger.warn("late");

        assertThat(lines()).hasSize(1);
    }

    @Test
    void whatIsSaidOnceACycleIsSaidEveryCycle() {
        for (int cycle = 0; cycle < 20; cycle++) {
            logger.warn("resource vm-1 is not in the cloud");
            clock.pass(Duration.ofMinutes(5));
            log.tellRepeats();
        }

        assertThat(lines()).hasSize(20).noneMatch(line -> line.contains("more since"));
    }

    @Test
    void informationIsNeverHeldBack() {
        logger.info("tick");
        logger.info("tick");

        assertThat(lines()).hasSize(2);
    }

    @Test
    void memoryIsBoundedAndWhatIsForgottenComesOutWithItsCount() {
        logger.warn("first");
        logger.warn("first");
        for (int i = 0; i < 1000; i++) {
            logger.warn("other {}", i);
        }

        assertThat(lines()).hasSize(1002).last().asString().contains("first (1 time more since");
    }

    @Test
    void fewerLongMessagesAreRemembered() {
        String end = "x".repeat(100_000);
        logger.warn("first {}", end);
        logger.warn("first {}", end);
        for (int i = 0; i < 10; i++) {
            logger.warn("other {} {}", i, end);
        }

        assertThat(lines().stream().filter(line -> line.contains("first") && line.contains("(1 time more since")))
                .hasSize(1);
    }

    @Test
    void aClockThatIsSetBackSilencesNothing() {
        logger.warn("late");
        clock.pass(Duration.ofHours(-1));
        logger.warn("late");

        assertThat(lines()).hasSize(2);
    }

    private List<String> lines() {
        return written.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.startsWith("\t") && !line.startsWith("java."))
                .toList();
    }

    private static final class SteppedClock extends Clock {
        private Instant now = Instant.parse("2026-12-01T10:00:00Z");

        void pass(Duration time) {
            now = now.plus(time);
        }

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
