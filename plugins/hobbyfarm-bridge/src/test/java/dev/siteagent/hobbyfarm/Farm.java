package dev.siteagent.hobbyfarm;

import dev.siteagent.digitalocean.DigitalOceanProvider;
import dev.siteagent.hobbyfarm.cluster.Connection;
import dev.siteagent.hobbyfarm.keys.KeyType;
import dev.siteagent.hobbyfarm.model.Fields;
import dev.siteagent.hobbyfarm.model.Kind;
import dev.siteagent.hobbyfarm.work.BackOff;
import dev.siteagent.sandbox.digitalocean.DigitalOceanSandbox;
import dev.siteagent.spi.AgentServiceContext;
import dev.siteagent.spi.MachinesProvider;
import dev.siteagent.spi.RateBudgets;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.BooleanSupplier;

/** A HobbyFarm with a bridge and a cloud, in a namespace of its own, in time that the test puts ahead. */
final class Farm extends FarmObjects implements AutoCloseable {
    private static final Duration SHORTEST_STEP = Duration.ofMillis(100);
    private static final Duration LONGEST_STEP = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final Duration LONGEST_WORK = Duration.ofMinutes(1);
    private static final int QUIET_CHECKS = 4;
    private static final int QUIET_MILLIS = 5;

    final SimulatedTime time;
    final WriteCount writes = new WriteCount();
    private final Map<String, MachinesProvider> providers = new HashMap<>();
    private final Map<String, URI> apiUrls = new HashMap<>();
    private final RateBudgets budgets;
    private int workers = 4;
    private final boolean ownCloud;
    private HobbyFarmBridge bridge;

    Farm(TestCluster server) {
        this(server, new SimulatedTime());
    }

    private Farm(TestCluster server, SimulatedTime time) {
        this(
                server,
                DigitalOceanSandbox.start(DigitalOceanSandbox.Options.usual().withClock(time)),
                time,
                true);
    }

    /** Another farm on the same account, in the same time. */
    Farm(TestCluster server, DigitalOceanSandbox cloud, SimulatedTime time) {
        this(server, cloud, time, false);
    }

    private Farm(TestCluster server, DigitalOceanSandbox cloud, SimulatedTime time, boolean ownCloud) {
        super(server, cloud);
        this.time = time;
        this.ownCloud = ownCloud;
        this.budgets = new MinuteBudget(time, 250);
        providers.put("digitalocean", new DigitalOceanProvider());
        apiUrls.put("digitalocean", cloud.apiUrl());
    }

    Farm with(MachinesProvider provider) {
        providers.put(provider.name(), provider);
        return this;
    }

    Farm workers(int number) {
        workers = number;
        return this;
    }

    // The bridge.

    Farm startBridge() {
        work(newBridge());
        return this;
    }

    /** Makes a bridge of this namespace, one of any number, and starts it. */
    HobbyFarmBridge newBridge() {
        KubernetesClient bridgeClient = Connection.open(server.config(), "hobbyfarm-bridge", writes::watch);
        HobbyFarmSettings settings = new HobbyFarmSettings(
                Optional.of(namespace), Optional.empty(), Optional.empty(), 30, workers, KeyType.ED25519, apiUrls);
        AgentServiceContext<HobbyFarmSettings> context =
                new AgentServiceContext<>(settings, providers, Optional.empty(), "hobbyfarm-test", budgets, time);
        Pace pace = new Pace(
                Duration.ofSeconds(30),
                Duration.ofSeconds(60),
                Duration.ofSeconds(15),
                new BackOff(Duration.ofSeconds(1), Duration.ofSeconds(30), new Random(1)));
        HobbyFarmBridge made = new HobbyFarmBridge(bridgeClient, namespace, context, pace, time);
        made.start();
        return made;
    }

    /** Waits until a bridge works, and lets time pass at its pace from now on. */
    void work(HobbyFarmBridge started) {
        bridge = started;
        awaitServing();
    }

    /** Elections and first listings take real time. */
    private void awaitServing() {
        long deadline = System.nanoTime() + LONGEST_WORK.toNanos();
        while (!bridge.health().healthy() || !bridge.health().text().contains("serving")) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("the bridge does not come to work: " + bridge.health());
            }
            time.advance(Duration.ofMillis(100));
            sleep(QUIET_MILLIS);
        }
    }

    void stopBridge() {
        try {
            bridge.stop(Duration.ofSeconds(10));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        bridge.close();
        bridge = null;
    }

    HobbyFarmBridge bridge() {
        return bridge;
    }

    // Time.

    /**
     * Lets simulated time pass until something is so, at most for a while; on a machine that has much else to do, the
     * API server's watches and the making of keys also get their share of real time.
     */
    void until(String what, Duration most, BooleanSupplier so) {
        Instant end = time.instant().plus(most);
        long patience = System.nanoTime() + PATIENCE.toNanos();
        quiet();
        while (!so.getAsBoolean()) {
            boolean over = !time.instant().isBefore(end);
            if (over && System.nanoTime() > patience) {
                throw new AssertionError("not so after " + most + ": " + what + "\n" + picture());
            }
            step(over ? SHORTEST_STEP : LONGEST_STEP);
        }
    }

    /** Lets simulated time pass. */
    void pass(Duration duration) {
        Instant end = time.instant().plus(duration);
        quiet();
        while (time.instant().isBefore(end)) {
            step(Duration.between(time.instant(), end));
        }
    }

    /** Goes on to what happens next, and waits for what comes of it. */
    private void step(Duration longest) {
        Duration next =
                time.untilNext().filter(pause -> pause.compareTo(longest) < 0).orElse(longest);
        time.advance(next.compareTo(SHORTEST_STEP) < 0 ? SHORTEST_STEP : next);
        quiet();
    }

    /** Waits, in real time, until the bridge has nothing to do at this moment. */
    private void quiet() {
        int inARow = 0;
        long deadline = System.nanoTime() + LONGEST_WORK.toNanos();
        while (inARow < QUIET_CHECKS) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("the bridge does not come to rest\n" + picture());
            }
            boolean busy = time.runDue() > 0 || (bridge != null && bridge.busy() > 0);
            inARow = busy ? 0 : inARow + 1;
            sleep(QUIET_MILLIS);
        }
    }

    private static void sleep(int millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    Farm usualEnvironment() {
        makeUsualEnvironment();
        return this;
    }

    /** Everything, for the message of a test that fails. */
    private String picture() {
        StringBuilder text = new StringBuilder();
        for (Kind kind : List.of(Kind.VIRTUAL_MACHINE, NAMES.key(), NAMES.machine())) {
            cluster.list(kind).stream().limit(5).forEach(object -> text.append(kind.name())
                    .append(' ')
                    .append(object.getMetadata().getName())
                    .append(' ')
                    .append(object.getMetadata().getDeletionTimestamp())
                    .append(object.getFinalizers())
                    .append(' ')
                    .append(Fields.map(object.get("status")))
                    .append('\n'));
        }
        cluster.list(Kind.EVENT).stream().limit(10).forEach(event -> text.append(Fields.text(event, "reason"))
                .append(": ")
                .append(Fields.text(event, "message"))
                .append('\n'));
        List<String> all = writes.all();
        text.append(all.size()).append(" writes, the last: ");
        text.append(all.subList(Math.max(0, all.size() - 8), all.size())).append('\n');
        text.append("cloud: ").append(cloud.droplets()).append('\n');
        text.append("bridge: ").append(bridge == null ? "none" : bridge.health());
        return text.toString();
    }

    @Override
    public void close() {
        if (bridge != null) {
            stopBridge();
        }
        cleanNamespace();
        if (ownCloud) {
            cloud.close();
        }
    }
}
