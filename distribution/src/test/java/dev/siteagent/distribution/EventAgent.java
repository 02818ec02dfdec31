package dev.siteagent.distribution;

import static org.awaitility.Awaitility.await;

import dev.siteagent.sandbox.http.Requests;
import dev.siteagent.sandbox.stomp.EventBroker;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** Starts packaged agents that are driven by events. */
final class EventAgent {
    private EventAgent() {}

    /** Starts an agent in a folder of its own and waits until it listens. */
    static AgentProcess start(Site site, EventBroker broker, Path outputs) throws IOException {
        return start(site, broker, site.givesTokensTo(PackagedAgent.in(outputs)), outputs);
    }

    /** Starts an agent and waits until it listens, or has died. */
    static AgentProcess start(Site site, EventBroker broker, PackagedAgent agent, Path outputs) throws IOException {
        String more = """
                stomp_enabled: true
                websocket_use_tls: false
                stomp_ws_host: 127.0.0.1
                stomp_ws_port: %d
                """.formatted(broker.port());
        // The lines go on with the offering of machines.
        Path configuration = site.configuration(outputs, more.indent(4));
        long before = lists(site);
        AgentProcess process = agent.start("-m", "event_process", "-c", configuration.toString());
        // One list at the start, and one more once it listens.
        await().atMost(Duration.ofMinutes(1)).until(() -> lists(site) >= before + 2 || !process.isAlive());
        return process;
    }

    private static long lists(Site site) {
        return site.waldur().requests().all(Requests.under("/api/marketplace-orders/")).stream()
                .filter(request -> request.path().equals("/api/marketplace-orders/"))
                .count();
    }
}
