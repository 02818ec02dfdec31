package dev.siteagent.hobbyfarm;

import dev.siteagent.digitalocean.DigitalOceanProvider;
import dev.siteagent.hobbyfarm.cluster.Cluster;
import dev.siteagent.hobbyfarm.cluster.Connection;
import dev.siteagent.hobbyfarm.keys.KeyType;
import dev.siteagent.hobbyfarm.model.Fields;
import dev.siteagent.hobbyfarm.model.Kind;
import dev.siteagent.hobbyfarm.model.Naming;
import dev.siteagent.hobbyfarm.model.ObjectRef;
import dev.siteagent.hobbyfarm.work.BackOff;
import dev.siteagent.sandbox.digitalocean.DigitalOceanSandbox;
import dev.siteagent.spi.AgentServiceContext;
import dev.siteagent.spi.MachinesProvider;
import dev.siteagent.spi.RateBudgets;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/** A HobbyFarm with a bridge and a cloud, in a namespace of its own, in time that the test puts ahead. */
final class Farm implements AutoCloseable {
    static final Naming NAMES = new Naming("digitalocean", "Droplet", "Key");
    static final String ENVIRONMENT = "do-nyc1";
    static final String TEMPLATE = "ubuntu-small";
    static final String TOKEN_SECRET = "do-secret";

    private static final Duration SHORTEST_STEP = Duration.ofMillis(100);
    private static final Duration LONGEST_STEP = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final Duration LONGEST_WORK = Duration.ofMinutes(1);
    private static final int QUIET_CHECKS = 4;
    private static final int QUIET_MILLIS = 5;

    final TestCluster server;
    final String namespace;
    final Cluster cluster;
    final SimulatedTime time;
    final DigitalOceanSandbox cloud;
    final WriteCount writes = new WriteCount();
    private final Map<String, MachinesProvider> providers = new HashMap<>();
    private final Map<String, URI> apiUrls = new HashMap<>();
    private final RateBudgets budgets;
    private int workers = 4;
    private HobbyFarmBridge bridge;

    private final boolean ownCloud;

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
        this.server = server;
        this.namespace = server.newNamespace();
        this.cluster = new Cluster(server.client(), namespace);
        this.time = time;
        this.cloud = cloud;
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

    // HobbyFarm's side.

    /** The environment of the examples, with its Secret and template. */
    Farm usualEnvironment() {
        secret(TOKEN_SECRET, cloud.token());
        template();
        environment(specifics -> specifics, Map.of());
        return this;
    }

    void secret(String name, String token) {
        GenericKubernetesResource secret = Kind.SECRET.object(name);
        secret.setAdditionalProperty(
                "data", Map.of("token", Base64.getEncoder().encodeToString(token.getBytes(StandardCharsets.UTF_8))));
        cluster.create(Kind.SECRET, secret);
    }

    void template() {
        GenericKubernetesResource template = Kind.TEMPLATE.object(TEMPLATE);
        template.setAdditionalProperty(
                "spec",
                Map.of("name", TEMPLATE, "image", "ubuntu-20-04-x64", "config_map", Map.of("ssh_username", "root")));
        cluster.create(Kind.TEMPLATE, template);
    }

    void environment(UnaryOperator<Map<String, Object>> specifics, Map<String, Object> more) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("region", "nyc1");
        values.put("token-secret", TOKEN_SECRET);
        values.put("monitoring", "true");
        Map<String, Object> spec = new LinkedHashMap<>();
        spec.put("provider", "digitalocean");
        spec.put("environment_specifics", specifics.apply(values));
        spec.put(
                "template_mapping",
                Map.of(
                        TEMPLATE,
                        Map.of(
                                "image",
                                "ubuntu-24-04-x64",
                                "size",
                                "s-1vcpu-1gb",
                                "user_data",
                                "#cloud-config\n# $_SHELL_ENDPOINT_$\n")));
        spec.putAll(more);
        GenericKubernetesResource environment = Kind.ENVIRONMENT.object(ENVIRONMENT);
        environment.getMetadata().setAnnotations(Map.of("hobbyfarm.io/provisioner", "digitalocean"));
        environment.setAdditionalProperty("spec", spec);
        cluster.create(Kind.ENVIRONMENT, environment);
    }

    void patchEnvironment(Map<String, Object> specifics) {
        patch(new ObjectRef(Kind.ENVIRONMENT, ENVIRONMENT), Map.of("spec", Map.of("environment_specifics", specifics)));
    }

    void virtualMachine(String name) {
        virtualMachine(name, "digitalocean");
    }

    /** As HobbyFarm does it: the object first, its status in a second request. */
    void virtualMachine(String name, String provisioner) {
        virtualMachine(name, provisioner, ENVIRONMENT);
    }

    void virtualMachine(String name, String provisioner, String environment) {
        virtualMachineWithoutStatus(name, provisioner);
        Map<String, Object> status = new LinkedHashMap<>();
        status.put("status", "readyforprovisioning");
        status.put("allocated", true);
        status.put("tainted", false);
        status.put("environment_id", environment);
        status.put("public_ip", "");
        status.put("private_ip", "");
        status.put("hostname", "");
        status.put("ws_endpoint", "wss://shell.example.com");
        patchStatus(new ObjectRef(Kind.VIRTUAL_MACHINE, name), status);
    }

    void virtualMachineWithoutStatus(String name, String provisioner) {
        GenericKubernetesResource machine = Kind.VIRTUAL_MACHINE.object(name);
        machine.getMetadata().setLabels(Map.of("dynamic", "true", "hobbyfarm.io/provisioner", provisioner));
        Map<String, Object> spec = new LinkedHashMap<>();
        spec.put("vm_template_id", TEMPLATE);
        spec.put("ssh_username", "root");
        spec.put("protocol", "ssh");
        spec.put("secret_name", "");
        spec.put("provision", false);
        machine.setAdditionalProperty("spec", spec);
        cluster.create(Kind.VIRTUAL_MACHINE, machine);
    }

    void deleteVirtualMachine(String name) {
        cluster.delete(new ObjectRef(Kind.VIRTUAL_MACHINE, name));
    }

    void patch(ObjectRef ref, Map<String, Object> fields) {
        cluster.patch(ref, cluster.get(ref).orElseThrow(), fields);
    }

    void patchStatus(ObjectRef ref, Map<String, Object> status) {
        cluster.patchStatus(ref, cluster.get(ref).orElseThrow(), status);
    }

    // What is there.

    Optional<GenericKubernetesResource> get(Kind kind, String name) {
        return cluster.get(new ObjectRef(kind, name));
    }

    Optional<GenericKubernetesResource> vm(String name) {
        return get(Kind.VIRTUAL_MACHINE, name);
    }

    Optional<GenericKubernetesResource> droplet(String vm) {
        return get(NAMES.machine(), NAMES.machineName(vm));
    }

    Optional<GenericKubernetesResource> key(String vm) {
        return get(NAMES.key(), NAMES.keyName(vm));
    }

    Optional<GenericKubernetesResource> keysSecret(String vm) {
        return get(Kind.SECRET, NAMES.keysSecretName(vm));
    }

    String status(String vm, String field) {
        return vm(vm).flatMap(object -> Fields.text(object, "status", field)).orElse("");
    }

    boolean running(String vm) {
        return status(vm, "status").equals("running");
    }

    long runningCount() {
        return cluster.list(Kind.VIRTUAL_MACHINE).stream()
                .filter(object ->
                        "running".equals(Fields.text(object, "status", "status").orElse("")))
                .count();
    }

    List<String> events(String about) {
        return cluster.list(Kind.EVENT).stream()
                .filter(event -> about.equals(
                        Fields.text(event, "involvedObject", "name").orElse("")))
                .map(event -> Fields.text(event, "reason").orElse("") + ": "
                        + Fields.text(event, "message").orElse(""))
                .toList();
    }

    /** Everything of the bridge's that is left in the namespace. */
    List<String> leftovers() {
        List<String> left = new ArrayList<>();
        for (Kind kind : List.of(NAMES.machine(), NAMES.key(), Kind.VIRTUAL_MACHINE)) {
            cluster.list(kind)
                    .forEach(object -> left.add(
                            kind.name() + " " + object.getMetadata().getName() + " " + object.getFinalizers()));
        }
        cluster.list(Kind.SECRET).stream()
                .filter(secret -> Fields.label(secret, Naming.MACHINE_LABEL).isPresent()
                        || !secret.getFinalizers().isEmpty())
                .forEach(secret -> left.add("Secret " + secret.getMetadata().getName() + secret.getFinalizers()));
        return left;
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

    /** A bare API server collects no garbage. */
    private void cleanNamespace() {
        for (Kind kind : List.of(
                Kind.VIRTUAL_MACHINE, NAMES.machine(), NAMES.key(), Kind.SECRET, Kind.ENVIRONMENT, Kind.TEMPLATE)) {
            if (kind.group().equals(Naming.GROUP)
                    && server.client()
                                    .apiextensions()
                                    .v1()
                                    .customResourceDefinitions()
                                    .withName(kind.plural() + "." + kind.group())
                                    .get()
                            == null) {
                continue;
            }
            cluster.list(kind).forEach(object -> {
                ObjectRef ref = new ObjectRef(kind, object.getMetadata().getName());
                if (!object.getFinalizers().isEmpty()) {
                    patch(ref, Map.of("metadata", Map.of("finalizers", List.of())));
                }
                cluster.delete(ref);
            });
        }
        server.deleteNamespace(namespace);
    }
}
