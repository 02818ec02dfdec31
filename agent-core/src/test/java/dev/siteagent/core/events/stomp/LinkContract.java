package dev.siteagent.core.events.stomp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.siteagent.core.waldur.Sleeper;
import dev.siteagent.spi.Secret;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a link does with any broker. */
abstract class LinkContract {
    static final String PASSCODE = "passcode-that-must-not-show";
    private static final LinkTimes QUICK = new LinkTimes(
            Duration.ofSeconds(10), Duration.ofSeconds(10), Duration.ofMillis(20), Duration.ofMillis(500), 1024 * 1024);

    private final List<StompLink> links = new ArrayList<>();
    private final List<Boolean> doubts = new ArrayList<>();
    private TestedBroker broker;
    private String virtualHost;
    private String user;
    private String queue;

    /** Returns the broker, running. */
    abstract TestedBroker broker();

    @BeforeEach
    void prepare() {
        broker = broker();
        virtualHost = hex();
        user = hex();
        queue = "subscription_" + user + "_offering_" + hex() + "_order";
        broker.user(virtualHost, user, PASSCODE);
        broker.queue(virtualHost, queue);
    }

    @AfterEach
    void end() {
        links.forEach(StompLink::close);
        broker.drop(virtualHost);
    }

    private static String hex() {
        return UUID.randomUUID().toString().replace("-", "");
    }

    private StompLink link(Heard heard, Login login, Subscription... subscriptions) {
        LinkPlan plan = new LinkPlan(login, List.of(subscriptions));
        LinkPlan.Source source = doubted -> {
            synchronized (doubts) {
                doubts.add(doubted);
            }
            return plan;
        };
        StompLink link = new StompLink("a test", source, heard, heard, QUICK, Sleeper.SYSTEM, new SecureRandom());
        links.add(link);
        link.start();
        return link;
    }

    private Login login(boolean tls, boolean verify, String passcode) {
        return new Login(broker.address(tls, verify), virtualHost, user, Secret.of(passcode), "");
    }

    private StompLink listening(Heard heard, int prefetch) {
        StompLink link = link(heard, login(false, true, PASSCODE), new Subscription("order", queue, prefetch));
        await().until(() -> heard.ups > 0);
        return link;
    }

    @Test
    void aMessageStaysAtTheBrokerUntilItIsAcknowledged() {
        Heard heard = Heard.holding();
        broker.publish(virtualHost, queue, "one");
        listening(heard, 10);
        await().until(() -> heard.bodies().equals(List.of("one")));

        await().until(() -> broker.messages(virtualHost, queue) == 1);
        assertThat(heard.deliveries.get(0).again()).isFalse();
        heard.deliveries.get(0).acknowledge();

        await().until(() -> broker.messages(virtualHost, queue) == 0);
        assertThat(heard.deliveries.get(0).live()).isFalse();
    }

    @Test
    void messagesArriveInTheirOrder() {
        Heard heard = Heard.acknowledging();
        listening(heard, 10);
        List<String> bodies = IntStream.range(0, 50).mapToObj(Integer::toString).toList();

        bodies.forEach(body -> broker.publish(virtualHost, queue, body));

        await().until(() -> heard.deliveries.size() == 50);
        assertThat(heard.bodies()).isEqualTo(bodies);
    }

    @Test
    void theBrokerHandsOutNoMoreThanThePrefetch() {
        Heard heard = Heard.holding();
        IntStream.range(0, 10).forEach(i -> broker.publish(virtualHost, queue, "m" + i));
        listening(heard, 3);
        await().until(() -> heard.deliveries.size() == 3);

        heard.deliveries.get(1).acknowledge();

        await().until(() -> heard.deliveries.size() == 4);
        await().during(Duration.ofMillis(300)).until(() -> heard.deliveries.size() == 4);
    }

    @Test
    void whatWasNotAcknowledgedComesAgainAfterTheConnectionIsLost() {
        Heard heard = Heard.holding();
        broker.publish(virtualHost, queue, "work");
        listening(heard, 10);
        await().until(() -> heard.deliveries.size() == 1);
        broker.cutConnections(user);

        await().atMost(Duration.ofSeconds(30)).until(() -> heard.deliveries.size() >= 2);
        assertThat(heard.deliveries.get(0).live()).isFalse();
        assertThat(heard.deliveries.get(1).again()).isTrue();
        await().atMost(Duration.ofSeconds(30)).until(() -> {
            heard.deliveries.forEach(Delivery::acknowledge);
            return broker.messages(virtualHost, queue) == 0;
        });
    }

    @Test
    void aBodyThatIsNoTextArrivesAsItIsAndTheConnectionLives() {
        Heard heard = Heard.acknowledging();
        listening(heard, 10);
        byte[] binary = {(byte) 0xff, (byte) 0xfe, 0, 0, (byte) 0xc3, 0x28, '\n', 0};

        broker.publish(virtualHost, queue, binary);
        broker.publish(virtualHost, queue, "after");

        await().until(() -> heard.deliveries.size() == 2);
        assertThat(heard.deliveries.get(0).body()).isEqualTo(binary);
        assertThat(heard.losses).isZero();
    }

    @Test
    void aMessageOfTenMebibytesIsAcknowledgedAndDroppedAndTheConnectionLives() {
        Heard heard = Heard.acknowledging();
        listening(heard, 10);

        broker.publish(virtualHost, queue, new byte[10 * 1024 * 1024]);
        broker.publish(virtualHost, queue, "after");

        await().atMost(Duration.ofSeconds(30)).until(() -> heard.bodies().equals(List.of("after")));
        await().until(() -> broker.messages(virtualHost, queue) == 0);
        assertThat(heard.losses).isZero();
    }

    @Test
    void oneConnectionListensToQueuesOfSeveralSubscriptions() {
        String other = "subscription_" + hex() + "_offering_" + hex() + "_resource";
        broker.queue(virtualHost, other);
        Heard heard = Heard.acknowledging();
        link(
                heard,
                login(false, true, PASSCODE),
                new Subscription("order", queue, 10),
                new Subscription("resource", other, 10));
        await().until(() -> heard.ups == 1);

        broker.publish(virtualHost, other, "a resource");
        broker.publish(virtualHost, queue, "an order");

        await().until(() -> heard.deliveries.size() == 2);
        assertThat(heard.deliveries)
                .extracting(delivery -> delivery.subscription().id())
                .containsExactlyInAnyOrder("order", "resource");
    }

    @Test
    void aRefusedLogInIsReportedWithoutThePasscodeAndMakesThePlanDoubtful() {
        Heard heard = Heard.acknowledging();
        link(heard, login(false, true, "wrong-passcode"), new Subscription("order", queue, 10));

        await().atMost(Duration.ofSeconds(30)).until(() -> heard.downs.size() >= 2);

        assertThat(heard.downs.get(0)).contains("refused the log-in").doesNotContain("wrong-passcode");
        assertThat(doubts.subList(0, 2)).containsExactly(false, true);
    }

    @Test
    void aRefusedLogInComesWithTheHintOfThePlan() {
        Heard heard = Heard.acknowledging();
        Login login = new Login(broker.address(false, true), virtualHost, user, Secret.of("wrong"), "Use another one.");
        link(heard, login, new Subscription("order", queue, 10));

        await().atMost(Duration.ofSeconds(30)).until(() -> !heard.downs.isEmpty());

        assertThat(heard.downs.get(0)).endsWith("Use another one.");
    }

    @Test
    void aMissingQueueMakesThePlanDoubtful() {
        Heard heard = Heard.acknowledging();
        link(heard, login(false, true, PASSCODE), new Subscription("order", queue + "_missing", 10));

        await().atMost(Duration.ofSeconds(30)).until(() -> heard.downs.size() >= 2);

        assertThat(heard.downs.get(0)).contains(queue + "_missing");
        assertThat(doubts.subList(0, 2)).containsExactly(false, true);
        assertThat(heard.ups).isZero();
    }

    @Test
    void speaksTlsWithoutVerifyingWhereThatIsConfigured() {
        Heard heard = Heard.acknowledging();
        link(heard, login(true, false, PASSCODE), new Subscription("order", queue, 10));
        broker.publish(virtualHost, queue, "secret");

        await().until(() -> heard.bodies().equals(List.of("secret")));
    }

    @Test
    void refusesACertificateThatNobodyVouchesFor() {
        Heard heard = Heard.acknowledging();
        link(heard, login(true, true, PASSCODE), new Subscription("order", queue, 10));

        await().until(() -> !heard.downs.isEmpty());

        assertThat(heard.downs.get(0)).containsIgnoringCase("certif");
        assertThat(heard.ups).isZero();
    }

    @Test
    void afterPauseTheRestIsLeftToTheNextOneAndWhatIsAtHandCanBeAcknowledged() {
        Heard first = Heard.holding();
        broker.publish(virtualHost, queue, "at hand");
        StompLink link = listening(first, 10);
        await().until(() -> first.deliveries.size() == 1);

        link.pause();
        broker.publish(virtualHost, queue, "for the next");
        first.deliveries.get(0).acknowledge();
        link.close();

        Heard second = Heard.acknowledging();
        listening(second, 10);
        await().until(() -> second.deliveries.size() == 1);
        assertThat(second.bodies()).containsExactly("for the next");
        assertThat(first.deliveries).hasSize(1);
    }

    @Test
    void nothingOfABodyOrAPasscodeShowsInToString() {
        Heard heard = Heard.acknowledging();
        broker.publish(virtualHost, queue, "private words");
        listening(heard, 10);
        await().until(() -> heard.deliveries.size() == 1);

        assertThat(heard.deliveries.get(0).toString()).contains(queue).doesNotContain("private");
        assertThat(login(false, true, PASSCODE).toString()).doesNotContain(PASSCODE);
        assertThat(new Frame(
                                "CONNECT",
                                java.util.Map.of("passcode", PASSCODE),
                                PASSCODE.getBytes(StandardCharsets.UTF_8))
                        .toString())
                .doesNotContain(PASSCODE);
    }

    @Test
    void aFaultOfTheAgentIsAFailedConnectionThatIsTriedAgain() {
        Heard heard = Heard.acknowledging();
        AtomicInteger plans = new AtomicInteger();
        LinkPlan plan = new LinkPlan(login(false, true, PASSCODE), List.of(new Subscription("order", queue, 10)));
        LinkPlan.Source faulty = doubted -> switch (plans.incrementAndGet()) {
            case 1 -> throw new NullPointerException("a field that is missing");
            case 2 -> throw new NoClassDefFoundError("a class that is missing");
            default -> plan;
        };
        StompLink link = new StompLink("a test", faulty, heard, heard, QUICK, Sleeper.SYSTEM, new SecureRandom());
        links.add(link);

        link.start();

        await().until(() -> heard.ups == 1);
        assertThat(plans).hasValue(3);
        assertThat(link.alive()).isTrue();
    }

    @Test
    void aLinkWhoseThreadHasEndedIsNotAliveUnlessItWasPaused() {
        Heard heard = Heard.acknowledging();
        LinkPlan.Source interrupted = doubted -> {
            throw new InterruptedException();
        };
        StompLink link = new StompLink("a test", interrupted, heard, heard, QUICK, Sleeper.SYSTEM, new SecureRandom());
        links.add(link);
        assertThat(link.alive()).isTrue();

        link.start();
        await().until(() -> !link.alive());
        link.pause();

        assertThat(link.alive()).isTrue();
    }
}
