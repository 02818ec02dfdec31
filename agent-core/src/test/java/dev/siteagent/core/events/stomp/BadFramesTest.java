package dev.siteagent.core.events.stomp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.siteagent.core.waldur.Sleeper;
import dev.siteagent.spi.Secret;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Frames that no real broker sends: each is acknowledged where that can be, dropped, and the connection lives. */
class BadFramesTest {
    private SandboxBroker broker;
    private StompLink link;
    private final Heard heard = Heard.acknowledging();

    @BeforeEach
    void listen() {
        broker = SandboxBroker.open();
        broker.user("vhost", "user", "passcode");
        broker.queue("vhost", "queue");
        LinkPlan plan = new LinkPlan(
                new Login(broker.address(false, true), "vhost", "user", Secret.of("passcode"), ""),
                List.of(new Subscription("order", "queue", 1)));
        link = new StompLink(
                "a test", doubted -> plan, heard, heard, LinkTimes.DEFAULT, Sleeper.SYSTEM, new SecureRandom());
        link.start();
        await().until(() -> heard.ups == 1);
    }

    @AfterEach
    void end() {
        link.close();
        broker.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "MESSAGE\nsubscription:{subscription}\nack:{ack}\n\ncut off",
                "MESSAGE\nsubscription:{subscription}\nack:{ack}\nconten",
                "MESSAGE\nsubscription:{subscription}\nack:{ack}\ncontent-length:3\n\nlonger\0",
                "MESSAGE\nsubscription:{subscription}\nack:{ack}\ncontent-length:300\n\nshorter\0",
                "MESSAGE\nsubscription:{subscription}\nack:{ack}\ncontent-length:-1\n\nbody\0",
                "MESSAGE\nsubscription:{subscription}\nack:{ack}\ncontent-length:99999999999999\n\nbody\0",
                "MESSAGE\nsubscription:{subscription}\nack:{ack}\ncontent-length:\n\nbody\0",
                "MESSAGE\nsubscription:{subscription}\nack:{ack}\nbad:\\t escape\n\nbody\0",
                "MESSAGE\nsubscription:{subscription}\nno colon\nack:{ack}\n\nbody\0",
                "MESSAGE\nsubscription:unknown\nack:{ack}\n\nbody\0",
                "MESSAGE\nack:{ack}\n\nbody\0",
                "CONFETTI\nsubscription:{subscription}\nack:{ack}\n\nbody\0",
                "message\nsubscription:{subscription}\nack:{ack}\n\nbody\0",
                "\u0001\u00ff\u00fe\nack:{ack}\n\n\0",
                "\n\n\r\nMESSAGE\r\nsubscription:x\r\nack:{ack}\r\n\r\nbody\0"
            })
    void aBadFrameIsAcknowledgedAndTheNextMessageArrives(String frame) {
        // With a prefetch of one, the second message is handed out only when the first one is acknowledged.
        broker.plain().publishRaw("vhost", "queue", frame.getBytes(StandardCharsets.ISO_8859_1));
        broker.publish("vhost", "queue", "after");

        await().until(() -> heard.bodies().equals(List.of("after")));
        assertThat(broker.messages("vhost", "queue")).isZero();
        assertThat(heard.losses).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\0", "\0\0\0", "no frame at all", "MESSAGE", ":\n:\n\n\0", "\u00c3("})
    void whatHasNoIdIsDroppedAndTheConnectionLives(String frame) {
        broker.queue("vhost", "noise");
        broker.plain().publishRaw("vhost", "queue", frame.getBytes(StandardCharsets.ISO_8859_1));
        await().until(() -> broker.plain().unacknowledged("vhost", "queue") == 1);

        // Another of the link's frames still gets its answer, so that nothing was swallowed.
        broker.plain().cutConnections();
        await().until(() -> heard.ups == 2);
        assertThat(heard.bodies()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void severalFramesInOneMessageAllArrive(int frames) {
        StringBuilder message = new StringBuilder();
        for (int i = 0; i < frames; i++) {
            message.append("\nMESSAGE\nsubscription:{subscription}\nack:{ack}\nname:a\\cb\n\nbody ")
                    .append(i)
                    .append('\0');
        }
        broker.plain().publishRaw("vhost", "queue", message.toString().getBytes(StandardCharsets.ISO_8859_1));

        await().until(() -> heard.deliveries.size() >= frames);
    }
}
