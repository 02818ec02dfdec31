package dev.siteagent.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.sandbox.http.Fault;
import dev.siteagent.sandbox.http.Response;
import dev.siteagent.sandbox.waldur.OrderSnapshot;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A Waldur that fails every third request. */
class FlakyWaldurIT {
    private static final int ORDERS = 6;

    @TempDir
    private Path outputs;

    @Test
    void everyOrderIsSeenThroughExactlyOnce() throws Exception {
        try (Site site = new Site()) {
            PackagedAgent agent = site.givesTokensTo(PackagedAgent.in(outputs))
                    .with("WALDUR_SITE_AGENT_ORDER_PROCESS_PERIOD_MINUTES", "0.1");
            String configuration = site.configuration(outputs).toString();
            List<OrderSnapshot> orders = new ArrayList<>();
            for (int i = 0; i < ORDERS; i++) {
                orders.add(site.orderMachine("web-" + i));
            }
            failEveryThirdRequest(site);

            try (AgentProcess process = agent.start("-c", configuration)) {
                for (OrderSnapshot order : orders) {
                    site.waldur().waitFor(order.uuid(), OrderSnapshot.State.DONE, Duration.ofMinutes(5));
                }
                process.terminate();
                process.ended(60, TimeUnit.SECONDS);
            }

            assertThat(site.cloud().createCount()).isEqualTo(ORDERS);
            assertThat(site.cloud().droplets()).hasSize(ORDERS);
        }
    }

    /** In turn: an error, a connection that breaks before or after the work, and 20 s without an answer. */
    private static void failEveryThirdRequest(Site site) {
        AtomicInteger requests = new AtomicInteger();
        site.waldur().faults().script(request -> {
            int number = requests.incrementAndGet();
            if (number % 3 != 0) {
                return Optional.empty();
            }
            return Optional.of(
                    switch (number / 3 % 4) {
                        case 0 -> Fault.answer(Response.text(500, "Server Error"));
                        case 1 -> Fault.reset();
                        case 2 -> Fault.answerLost();
                        default -> Fault.stall(Duration.ofSeconds(20));
                    });
        });
    }
}
