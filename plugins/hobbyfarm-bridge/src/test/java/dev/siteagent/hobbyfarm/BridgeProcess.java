package dev.siteagent.hobbyfarm;

import dev.siteagent.digitalocean.DigitalOceanProvider;
import dev.siteagent.hobbyfarm.cluster.Connection;
import dev.siteagent.hobbyfarm.keys.KeyType;
import dev.siteagent.hobbyfarm.work.BackOff;
import dev.siteagent.hobbyfarm.work.RealTime;
import dev.siteagent.spi.AgentServiceContext;
import dev.siteagent.spi.RateBudget;
import dev.siteagent.spi.RateBudgets;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;

/**
 * The bridge as a process of its own, for a test that kills it: tells each write to the cluster, once it was answered and
 * before the bridge knows, on its standard output and goes on when a line comes in.
 */
final class BridgeProcess {
    static final String WRITE = "WRITE ";

    private BridgeProcess() {}

    /** Takes the kubeconfig, the namespace and the cloud's address. */
    public static void main(String[] arguments) throws InterruptedException {
        RateBudget free = new RateBudget() {
            @Override
            public void acquire(Duration patience) {
                // As many as it likes.
            }

            @Override
            public void remaining(int remaining, Instant resetsAt) {
                // Not counted.
            }

            @Override
            public void exhaustedUntil(Instant until) {
                // Not counted.
            }
        };
        RateBudgets budgets = (api, account, limits) -> free;
        HobbyFarmSettings settings = new HobbyFarmSettings(
                Optional.of(arguments[1]),
                Optional.empty(),
                Optional.empty(),
                1,
                2,
                KeyType.ED25519,
                Map.of("digitalocean", URI.create(arguments[2])));
        AgentServiceContext<HobbyFarmSettings> context = new AgentServiceContext<>(
                settings,
                Map.of("digitalocean", new DigitalOceanProvider()),
                Optional.empty(),
                "hobbyfarm-test",
                budgets,
                Clock.systemUTC());
        Pace pace = new Pace(
                Duration.ofMillis(300),
                Duration.ofSeconds(1),
                Duration.ofSeconds(2),
                new BackOff(Duration.ofMillis(100), Duration.ofSeconds(1), new Random()));
        HobbyFarmBridge bridge = new HobbyFarmBridge(
                Connection.open(
                        Config.fromKubeconfig(new File(arguments[0])),
                        "hobbyfarm-bridge",
                        builder -> builder.withHttpClientBuilderConsumer(
                                http -> http.addOrReplaceInterceptor("tell", new Teller()))),
                arguments[1],
                context,
                pace,
                new RealTime(Clock.systemUTC()));
        bridge.start();
        new CountDownLatch(1).await();
    }

    private static final class Teller implements Interceptor {
        @Override
        public void after(
                HttpRequest request, HttpResponse<?> response, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
            String path = request.uri().getPath();
            boolean ours = !request.method().equals("GET") && !path.contains("/leases") && !path.contains("/events");
            if (ours && response.isSuccessful()) {
                tell(request.method() + " " + path);
            }
        }

        private static synchronized void tell(String what) {
            System.out.println(WRITE + what);
            try {
                if (System.in.read() < 0) {
                    Runtime.getRuntime().halt(1);
                }
            } catch (IOException e) {
                Runtime.getRuntime().halt(1);
            }
        }
    }
}
