package dev.siteagent.core.events.stomp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.siteagent.core.waldur.Sleeper;
import dev.siteagent.spi.Secret;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Signs of life, both ways, and what happens without them. */
class HeartBeatTest {
    private static final LinkTimes FAST = new LinkTimes(
            Duration.ofSeconds(10), Duration.ofMillis(100), Duration.ofMillis(10), Duration.ofMillis(100), 1024);

    private SandboxBroker broker = SandboxBroker.open(Duration.ofMillis(100));
    private StompLink link;

    private Heard listen() {
        Heard heard = Heard.holding();
        broker.user("vhost", "user", "passcode");
        broker.queue("vhost", "queue");
        LinkPlan plan = new LinkPlan(
                new Login(broker.address(false, true), "vhost", "user", Secret.of("passcode"), ""),
                List.of(new Subscription("order", "queue", 1)));
        link = new StompLink("a test", doubted -> plan, heard, heard, FAST, Sleeper.SYSTEM, new SecureRandom());
        link.start();
        await().until(() -> heard.ups == 1);
        return heard;
    }

    @AfterEach
    void end() {
        link.close();
        broker.close();
    }

    @Test
    void heartBeatsGoOnWhileAMessageIsHeldBack() {
        Heard heard = listen();
        broker.publish("vhost", "queue", "long work");
        await().until(() -> heard.deliveries.size() == 1);
        int before = broker.plain().heartBeats();

        await().until(() -> broker.plain().heartBeats() > before + 10);

        assertThat(heard.losses).isZero();
        assertThat(heard.deliveries.get(0).live()).isTrue();
    }

    @Test
    void aBrokerThatFallsSilentIsLeftAndConnectedToAnew() {
        Heard heard = listen();

        broker.plain().mute(true);
        await().until(() -> heard.downs.contains("the broker is silent"));
        broker.plain().mute(false);

        await().until(() -> heard.ups >= 2);
    }

    @Test
    void aBrokerWithoutHeartBeatsIsNeitherSentAnyNorTakenForDead() {
        broker.close();
        broker = SandboxBroker.open(Duration.ZERO);
        Heard heard = listen();

        await().during(Duration.ofMillis(600)).until(() -> heard.losses == 0);

        assertThat(broker.plain().heartBeats()).isZero();
    }
}
