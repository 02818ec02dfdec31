package dev.siteagent.core.events.stomp;

import static org.awaitility.Awaitility.await;

import dev.siteagent.core.waldur.Sleeper;
import dev.siteagent.spi.Secret;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;

/** A link with a queue of its own that acknowledges whatever it hears, and knows what that was. */
public final class CountingLink implements AutoCloseable {
    private static final LinkTimes QUICK = new LinkTimes(
            Duration.ofSeconds(10), Duration.ofSeconds(10), Duration.ofMillis(20), Duration.ofMillis(500), 1024 * 1024);
    private static final int PREFETCH = 5;

    private final TestedBroker broker;
    private final String virtualHost = UUID.randomUUID().toString();
    private final Heard heard = Heard.acknowledging();
    private final StompLink link;

    private CountingLink(TestedBroker broker) {
        this.broker = broker;
        broker.user(virtualHost, virtualHost, "passcode");
        broker.queue(virtualHost, "numbers");
        LinkPlan plan = new LinkPlan(
                new Login(broker.address(false, true), virtualHost, virtualHost, Secret.of("passcode"), ""),
                List.of(new Subscription("order", "numbers", PREFETCH)));
        this.link = new StompLink("a test", doubted -> plan, heard, heard, QUICK, Sleeper.SYSTEM, new SecureRandom());
    }

    /** Starts a link and waits until it listens. */
    public static CountingLink listening(TestedBroker broker) {
        CountingLink counting = new CountingLink(broker);
        counting.link.start();
        await().until(() -> counting.heard.ups > 0);
        return counting;
    }

    /** Publishes messages, each with its number as the body. */
    public void publish(int from, int to) {
        IntStream.range(from, to).forEach(i -> broker.publish(virtualHost, "numbers", Integer.toString(i)));
    }

    /** Waits until so many different messages were heard, and none is left at the broker. */
    public void awaitDifferent(int count) {
        await().atMost(Duration.ofMinutes(1)).until(() -> new HashSet<>(heard.bodies()).size() == count);
        await().until(() -> broker.messages(virtualHost, "numbers") == 0);
    }

    /** Returns how often it began to listen. */
    public int ups() {
        return heard.ups;
    }

    @Override
    public void close() {
        link.close();
        broker.drop(virtualHost);
    }
}
