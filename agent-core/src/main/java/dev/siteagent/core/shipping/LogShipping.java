package dev.siteagent.core.shipping;

import dev.siteagent.core.config.AgentConfiguration;
import dev.siteagent.core.config.OfferingConfiguration;
import dev.siteagent.core.observe.LogLine;
import dev.siteagent.core.observe.LogSink;
import dev.siteagent.core.runtime.WaldurClients;
import dev.siteagent.core.waldur.WaldurCallListener;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Sends the lines of the log to Waldur, as {@code log_shipping} of the configuration says. Each offering's Waldur gets the
 * lines about that offering alone; lines about none go to Waldur where the agent serves only one offering, since they may
 * name others.
 *
 * <p>Lines wait in memory; one thread sends them now and then. What that thread says is not sent in turn. Thread-safe.
 */
public final class LogShipping implements LogSink, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(LogShipping.class);
    private static final String THREAD = "log-shipping";
    private static final String OWN = LogShipping.class.getPackageName() + ".";
    private static final long MEBIBYTE = 1024 * 1024;
    private static final Duration LAST_SENDING = Duration.ofSeconds(5);
    private static final Duration LAST_MOMENT = Duration.ofSeconds(1);
    private static final Duration NEVER = Duration.ofDays(1);

    private final String version;
    private final Clock clock;
    private final WaldurCallListener calls;
    private final ShippingListener listener;
    private final RandomGenerator random;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition moved = lock.newCondition();
    private final Thread thread = new Thread(this::work, THREAD);
    private volatile Routes routes = Routes.NONE;
    private int changes;
    private boolean closed;

    /**
     * Sends nothing before {@link #change}.
     *
     * @param version the agent's version
     * @param clock the time
     * @param calls hears of the calls of Waldur
     * @param listener hears what becomes of lines
     * @param random spreads pauses
     */
    public LogShipping(
            String version, Clock clock, WaldurCallListener calls, ShippingListener listener, RandomGenerator random) {
        this.version = version;
        this.clock = clock;
        this.calls = calls;
        this.listener = listener;
        this.random = random;
        thread.setDaemon(true);
    }

    /** Where lines go. */
    private record Routes(Level least, Duration interval, Map<String, OfferingLines> byName, List<OfferingLines> all) {
        static final Routes NONE = new Routes(Level.ERROR, NEVER, Map.of(), List.of());

        Optional<OfferingLines> of(LogLine line) {
            if (all.isEmpty() || line.level().toInt() < least.toInt()) {
                return Optional.empty();
            }
            String offering = line.context().get(LogLine.OFFERING);
            if (offering == null) {
                return all.size() == 1 ? Optional.of(all.get(0)) : Optional.empty();
            }
            return Optional.ofNullable(byName.get(offering));
        }
    }

    /** Begins. */
    public void start() {
        thread.start();
    }

    /** Sends as this configuration says from now on; lines that wait stay. */
    public void change(AgentConfiguration configuration) {
        lock.lock();
        try {
            Map<UUID, OfferingLines> before = new LinkedHashMap<>();
            routes.all().forEach(lines -> before.put(lines.offering().uuid(), lines));
            routes = configuration.logShipping().enabled() ? routes(configuration, before) : Routes.NONE;
            routes.all().forEach(lines -> before.remove(lines.offering().uuid()));
            before.values().forEach(OfferingLines::giveUp);
            changes++;
            moved.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private Routes routes(AgentConfiguration configuration, Map<UUID, OfferingLines> before) {
        WaldurClients waldurs = new WaldurClients(configuration.globalProxy(), clock, calls);
        long mostBytes = configuration.logShipping().bufferSizeMb() * MEBIBYTE;
        Map<UUID, OfferingLines> byOffering = new LinkedHashMap<>();
        Map<String, OfferingLines> byName = new LinkedHashMap<>();
        Set<String> ambiguous = new HashSet<>();
        for (OfferingConfiguration offering : configuration.offerings()) {
            OfferingLines lines = byOffering.computeIfAbsent(offering.uuid(), uuid -> {
                LineBuffer buffer = Optional.ofNullable(before.get(uuid))
                        .map(OfferingLines::buffer)
                        .orElseGet(() -> new LineBuffer(mostBytes));
                buffer.limit(mostBytes);
                return new OfferingLines(
                        offering,
                        waldurs.probe(offering, "waldur-site-agent-logs/" + version),
                        buffer,
                        listener,
                        clock,
                        random);
            });
            OfferingLines other = byName.put(offering.name(), lines);
            if (other != null && !other.equals(lines)) {
                ambiguous.add(offering.name());
            }
        }
        ambiguous.forEach(name -> {
            byName.remove(name);
            log.warn("Two offerings are called {}; no lines of the log are sent to Waldur for either.", name);
        });
        return new Routes(
                level(configuration.logShipping().logLevel()),
                Duration.ofSeconds(configuration.logShipping().shipIntervalSeconds()),
                byName,
                new ArrayList<>(byOffering.values()));
    }

    private static Level level(String name) {
        return switch (name) {
            case "DEBUG" -> Level.DEBUG;
            case "INFO" -> Level.INFO;
            case "WARNING" -> Level.WARN;
            default -> Level.ERROR;
        };
    }

    @Override
    public void take(LogLine line) {
        if (line.thread().equals(THREAD) || line.logger().startsWith(OWN)) {
            return;
        }
        routes.of(line)
                .ifPresent(
                        lines -> lines.add(new LineBuffer.Line(line.at(), line.level(), line.text(), line.logger())));
    }

    private void work() {
        try {
            while (awaitNextTime()) {
                ship();
            }
            shipTheLast();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits until it is time to send, or another configuration has come; returns false when it is the last time. */
    private boolean awaitNextTime() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = routes.interval().toNanos();
            int before = changes;
            while (!closed && left > 0 && before == changes) {
                left = moved.awaitNanos(left);
            }
            return !closed;
        } finally {
            lock.unlock();
        }
    }

    /** Sends what waits now. */
    void ship() throws InterruptedException {
        Routes current = routes;
        for (OfferingLines lines : current.all()) {
            lines.ship(current.interval());
        }
    }

    /** Tries each once more, those first whose Waldur has answered: another one may take all the time that is left. */
    void shipTheLast() throws InterruptedException {
        Routes current = routes;
        List<OfferingLines> answering = new ArrayList<>(current.all());
        answering.sort(Comparator.comparingInt(OfferingLines::failures));
        for (OfferingLines lines : answering) {
            lines.hurry();
            lines.ship(current.interval());
        }
    }

    /** Sends what waits, for 5 s at most, and ends. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            moved.signalAll();
        } finally {
            lock.unlock();
        }
        try {
            thread.join(LAST_SENDING.toMillis());
            thread.interrupt();
            thread.join(LAST_MOMENT.toMillis());
        } catch (InterruptedException e) {
            thread.interrupt();
            Thread.currentThread().interrupt();
        }
        routes.all().forEach(OfferingLines::giveUp);
    }
}
