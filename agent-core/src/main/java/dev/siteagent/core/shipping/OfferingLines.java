package dev.siteagent.core.shipping;

import dev.siteagent.core.config.OfferingConfiguration;
import dev.siteagent.core.waldur.AgentIdentity;
import dev.siteagent.core.waldur.AgentLogs;
import dev.siteagent.core.waldur.WaldurClient;
import dev.siteagent.core.waldur.WaldurException;
import dev.siteagent.core.waldur.WaldurRejectedException;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The lines about one offering on their way to its Waldur. They wait until the agent is registered there, and when Waldur
 * cannot be reached; a line whose answer was lost is sent again, so that Waldur may have it twice.
 *
 * <p>Lines are added by any thread; the rest is done by one.
 */
final class OfferingLines {
    private static final Logger log = LoggerFactory.getLogger(OfferingLines.class);
    private static final int BATCH = 100;
    private static final long BATCH_BYTES = 1024 * 1024;
    private static final int LONGEST_TEXT = 50_000;
    private static final int LONGEST_MODULE = 255;
    /** Statuses that are about the lines themselves: Waldur would refuse them for ever. */
    private static final Set<Integer> BAD_LINES = Set.of(400, 413, 422);

    private static final Pattern UNSTORABLE = Pattern.compile("[\\x00\\p{Cs}]");

    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(15);

    private final OfferingConfiguration offering;
    private final WaldurClient waldur;
    private final LineBuffer buffer;
    private final ShippingListener listener;
    private final Clock clock;
    private final RandomGenerator random;
    private Optional<UUID> identity = Optional.empty();
    private int failures;
    private long lost;
    private Instant notBefore = Instant.MIN;

    /**
     * Has sent nothing yet.
     *
     * @param offering the offering
     * @param waldur its Waldur; asks once and does not wait for long
     * @param buffer the lines that wait
     * @param listener hears what becomes of them
     * @param clock the time
     * @param random spreads the pauses
     */
    OfferingLines(
            OfferingConfiguration offering,
            WaldurClient waldur,
            LineBuffer buffer,
            ShippingListener listener,
            Clock clock,
            RandomGenerator random) {
        this.offering = offering;
        this.waldur = waldur;
        this.buffer = buffer;
        this.listener = listener;
        this.clock = clock;
        this.random = random;
    }

    OfferingConfiguration offering() {
        return offering;
    }

    LineBuffer buffer() {
        return buffer;
    }

    void add(LineBuffer.Line line) {
        buffer.add(new LineBuffer.Line(
                line.at(),
                line.level(),
                shortened(storable(line.text()), LONGEST_TEXT),
                shortened(storable(line.module()), LONGEST_MODULE)));
    }

    /**
     * Sends what waits, unless a failure was too short a time ago.
     *
     * @param pause how long to wait after a first failure; twice as long after each further one, up to 15 minutes
     */
    void ship(Duration pause) throws InterruptedException {
        tellDropped();
        if (clock.instant().isBefore(notBefore) || buffer.size() == 0) {
            return;
        }
        try {
            if (identity.isEmpty()) {
                identity = waldur.identities().find(offering.identityName()).map(AgentIdentity::uuid);
            }
            if (identity.isPresent()) {
                sendAll(identity.get());
            }
            failures = 0;
        } catch (WaldurException e) {
            Duration wait = backOff(pause);
            log.warn(
                    "The log of offering {} could not be sent to Waldur; what waits is sent in {} s. {}",
                    offering.name(),
                    wait.toSeconds(),
                    e.getMessage());
        } catch (RuntimeException e) {
            // The thread goes on for the other offerings, and for what comes later of this one.
            Duration wait = backOff(pause);
            log.error(
                    "The log of offering {} could not be sent to Waldur by a fault of the agent; the next attempt is in {} s.",
                    offering.name(),
                    wait.toSeconds(),
                    e);
        }
    }

    /** Returns how many attempts in a row have failed. */
    int failures() {
        return failures;
    }

    /** Lets the next attempt be made at once, whatever went wrong before. */
    void hurry() {
        notBefore = Instant.MIN;
    }

    /** Gives up what still waits. */
    void giveUp() {
        tellDropped();
        int left = buffer.clear();
        if (left > 0) {
            listener.dropped(offering.name(), left);
            log.warn(
                    "{} lines of the log of offering {} were not sent to Waldur before the end.",
                    left,
                    offering.name());
        }
    }

    private void sendAll(UUID sender) throws InterruptedException {
        if (lost > 0) {
            waldur.logs().ship(List.of(wire(sender, aboutLost())));
            lost = 0;
        }
        List<LineBuffer.Line> batch = buffer.take(BATCH, BATCH_BYTES);
        while (!batch.isEmpty()) {
            send(sender, batch);
            batch = buffer.take(BATCH, BATCH_BYTES);
        }
    }

    private LineBuffer.Line aboutLost() {
        String text = lost + " lines before this one are missing: they did not fit into the agent's buffer"
                + " (log_shipping.buffer_size_mb).";
        return new LineBuffer.Line(clock.instant(), Level.WARN, text, OfferingLines.class.getName());
    }

    private void send(UUID sender, List<LineBuffer.Line> batch) throws InterruptedException {
        boolean kept = true;
        try {
            waldur.logs().ship(batch.stream().map(line -> wire(sender, line)).toList());
            kept = false;
            listener.shipped(offering.name(), batch.size());
        } catch (WaldurRejectedException e) {
            // Waldur may have forgotten the identity.
            identity = Optional.empty();
            if (BAD_LINES.contains(e.status())) {
                // Those behind them would never come.
                kept = false;
                listener.dropped(offering.name(), batch.size());
                log.warn(
                        "{} lines of the log of offering {} are given up, Waldur refuses them.",
                        batch.size(),
                        offering.name());
            }
            throw e;
        } finally {
            if (kept) {
                buffer.putBack(batch);
            }
        }
    }

    private void tellDropped() {
        long dropped = buffer.takeDropped();
        if (dropped > 0) {
            lost += dropped;
            listener.dropped(offering.name(), dropped);
            log.warn(
                    "{} lines of the log of offering {} will not be sent to Waldur: they did not fit into the buffer;"
                            + " raise log_shipping.buffer_size_mb, or log_shipping.log_level.",
                    dropped,
                    offering.name());
        }
    }

    private Duration backOff(Duration pause) {
        long factor = 1L << Math.min(failures, 10);
        failures++;
        Duration full = pause.multipliedBy(factor);
        Duration most = full.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : full;
        Duration wait = Duration.ofMillis((long) (most.toMillis() * (0.8 + 0.2 * random.nextDouble())));
        notBefore = clock.instant().plus(wait);
        return wait;
    }

    private static AgentLogs.Line wire(UUID sender, LineBuffer.Line line) {
        return new AgentLogs.Line(
                sender,
                BigDecimal.valueOf(line.at().toEpochMilli(), 3),
                line.level() == Level.WARN ? "WARNING" : line.level().name(),
                line.text(),
                line.module());
    }

    /** Returns a text that Waldur's database can hold: one with a NUL or with half a character is refused, and all with it. */
    private static String storable(String text) {
        return UNSTORABLE.matcher(text).replaceAll("\uFFFD");
    }

    private static String shortened(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(most - 2)) ? most - 2 : most - 1;
        return text.substring(0, end) + "…";
    }
}
