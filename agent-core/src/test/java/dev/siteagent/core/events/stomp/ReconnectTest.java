package dev.siteagent.core.events.stomp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.siteagent.spi.Secret;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** How a link comes back, with pauses that are recorded instead of waited for. */
class ReconnectTest {
    private static final RandomGenerator LEAST = () -> 0L;

    @Test
    void pausesDoubleFromOneSecondToTwoMinutesAndLoseAtMostAQuarterToJitter() {
        RandomGenerator random = new Random(7);
        long[] whole = {1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 120_000, 120_000};
        for (int failures = 1; failures <= whole.length; failures++) {
            Duration longest = Duration.ofMillis(whole[failures - 1]);
            assertThat(LinkTimes.DEFAULT.pause(failures, random))
                    .isBetween(longest.multipliedBy(3).dividedBy(4), longest);
        }
        assertThat(LinkTimes.DEFAULT.pause(1_000_000, random)).isLessThanOrEqualTo(Duration.ofMinutes(2));
    }

    @Test
    void triesForEverAndNamesTheReason() throws IOException {
        List<Duration> slept = new CopyOnWriteArrayList<>();
        CountDownLatch enough = new CountDownLatch(30);
        Heard heard = Heard.acknowledging();
        LinkPlan plan = new LinkPlan(
                new Login(
                        new BrokerAddress("127.0.0.1", closedPort(), "/x", false, true), "v", "u", Secret.of("p"), ""),
                List.of(new Subscription("order", "queue", 1)));
        StompLink link = new StompLink(
                "a test",
                doubted -> plan,
                heard,
                heard,
                LinkTimes.DEFAULT,
                pause -> {
                    slept.add(pause);
                    enough.countDown();
                    if (enough.getCount() == 0) {
                        new CountDownLatch(1).await();
                    }
                },
                LEAST);
        link.start();
        await().until(() -> enough.getCount() == 0);
        link.close();

        assertThat(slept.get(0)).isEqualTo(Duration.ofSeconds(1));
        assertThat(slept.get(29)).isEqualTo(Duration.ofMinutes(2));
        assertThat(heard.downs.get(0)).containsIgnoringCase("refused");
    }

    @Test
    void aPlanThatCannotBeMadeIsTriedAgainToo() {
        Heard heard = Heard.acknowledging();
        StompLink link = new StompLink(
                "a test",
                doubted -> {
                    throw new LinkPlan.PlanException("Waldur is away", null);
                },
                heard,
                heard,
                LinkTimes.DEFAULT,
                pause -> {},
                LEAST);
        link.start();
        await().until(() -> heard.downs.size() > 3);
        link.close();

        assertThat(heard.downs.get(0)).isEqualTo("Waldur is away");
    }

    @Test
    void whatIsNoWebSocketServerIsNamedWithTheKeysToLookAt() throws IOException {
        try (dev.siteagent.sandbox.stomp.StompBroker broker = dev.siteagent.sandbox.stomp.StompBroker.open()) {
            Heard heard = Heard.acknowledging();
            LinkPlan plan = new LinkPlan(
                    new Login(
                            new BrokerAddress("127.0.0.1", broker.port(), "/elsewhere", false, true),
                            "v",
                            "u",
                            Secret.of("p"),
                            ""),
                    List.of(new Subscription("order", "queue", 1)));
            StompLink link =
                    new StompLink("a test", doubted -> plan, heard, heard, LinkTimes.DEFAULT, pause -> {}, LEAST);
            link.start();
            await().until(() -> !heard.downs.isEmpty());
            link.close();

            assertThat(heard.downs.get(0)).contains("404").contains("stomp_ws_path");
        }
    }

    private static int closedPort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
