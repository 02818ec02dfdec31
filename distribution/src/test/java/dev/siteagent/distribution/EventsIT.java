package dev.siteagent.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.siteagent.sandbox.http.Request;
import dev.siteagent.sandbox.stomp.EventBroker;
import dev.siteagent.sandbox.stomp.RabbitMq;
import dev.siteagent.sandbox.stomp.StompBroker;
import dev.siteagent.sandbox.stomp.WaldurEvents;
import dev.siteagent.sandbox.waldur.OrderSnapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The packaged agent driven by events, through a RabbitMQ where {@code SITE_AGENT_RABBITMQ} names one, else through the
 * sandbox's own broker.
 */
@Timeout(180)
class EventsIT {
    private final Site site = new Site();
    private final Optional<RabbitMq> rabbit = RabbitMq.given();
    private final Optional<StompBroker> own = rabbit.isPresent() ? Optional.empty() : Optional.of(StompBroker.open());
    private final EventBroker broker = rabbit.<EventBroker>map(given -> given).orElseGet(own::orElseThrow);
    private final WaldurEvents events = new WaldurEvents(site.waldur(), broker);

    @TempDir
    private Path outputs;

    private PackagedAgent agent;

    @AfterEach
    void nothingSecretWasWritten() throws IOException {
        events.close();
        site.close();
        own.ifPresent(StompBroker::close);
        assertThat(agent.everythingWritten()).doesNotContain(site.secrets());
    }

    @Test
    void anAgentKilledAfterTheEventCameLeavesOneDropletAndTheNextOneEndsTheOrder() throws Exception {
        AgentProcess first = start();
        AtomicBoolean killed = new AtomicBoolean();
        site.cloud().tap((written, response) -> {
            if (isDropletCreate(written) && killed.compareAndSet(false, true)) {
                first.kill();
            }
        });
        OrderSnapshot create = site.orderMachine("web");
        assertThat(first.ended(60, TimeUnit.SECONDS).status()).isEqualTo(128 + 9);
        await().atMost(Duration.ofSeconds(30)).until(() -> events.atTheBroker() == 2);
        assertThat(site.waldur().order(create.uuid()).state()).isEqualTo(OrderSnapshot.State.EXECUTING);

        AgentProcess second = start();

        site.waldur().waitFor(create.uuid(), OrderSnapshot.State.DONE, Duration.ofMinutes(1));
        assertThat(site.cloud().createCount()).isEqualTo(1);
        await().atMost(Duration.ofSeconds(30)).until(() -> events.atTheBroker() == 0);
        endsWell(second);
    }

    @Test
    void aBurstOfOrdersGoesThroughAndSigtermEndsTheAgentWell() throws Exception {
        AgentProcess process = start();
        List<OrderSnapshot> orders = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            orders.add(site.orderMachine("web-" + i));
        }

        for (OrderSnapshot order : orders) {
            site.waldur().waitFor(order.uuid(), OrderSnapshot.State.DONE, Duration.ofMinutes(2));
        }
        assertThat(site.cloud().createCount()).isEqualTo(20);
        endsWell(process);
    }

    private static void endsWell(AgentProcess process) throws IOException, InterruptedException {
        process.terminate();
        AgentProcess.Ended ended = process.ended(60, TimeUnit.SECONDS);
        assertThat(ended.status()).as(ended.out() + ended.err()).isZero();
    }

    private static boolean isDropletCreate(Request request) {
        return request.method().equals("POST") && request.path().equals("/v2/droplets");
    }

    /** Starts an agent and waits until it listens. */
    private AgentProcess start() throws IOException {
        if (agent == null) {
            agent = site.givesTokensTo(PackagedAgent.in(outputs));
        }
        AgentProcess process = EventAgent.start(site, broker, agent, outputs);
        assertThat(process.isAlive()).as(agent.everythingWritten()).isTrue();
        return process;
    }
}
