package dev.siteagent.hobbyfarm;

import dev.siteagent.hobbyfarm.cluster.Cluster;
import dev.siteagent.hobbyfarm.model.Fields;
import dev.siteagent.hobbyfarm.model.Kind;
import dev.siteagent.hobbyfarm.model.Naming;
import dev.siteagent.hobbyfarm.model.ObjectRef;
import dev.siteagent.sandbox.digitalocean.DigitalOceanSandbox;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** What is in the namespace of a HobbyFarm: as HobbyFarm writes it, and as anybody reads it. */
class FarmObjects {
    static final Naming NAMES = new Naming("digitalocean", "Droplet", "Key");
    static final String ENVIRONMENT = "do-nyc1";
    static final String TEMPLATE = "ubuntu-small";
    static final String TOKEN_SECRET = "do-secret";

    final TestCluster server;
    final String namespace;
    final Cluster cluster;
    final DigitalOceanSandbox cloud;

    /** Makes a namespace. */
    FarmObjects(TestCluster server, DigitalOceanSandbox cloud) {
        this.server = server;
        this.namespace = server.newNamespace();
        this.cluster = new Cluster(server.client(), namespace);
        this.cloud = cloud;
    }

    // HobbyFarm's side.

    /** The environment of the examples, with its Secret and template. */
    void makeUsualEnvironment() {
        secret(TOKEN_SECRET, cloud.token());
        template();
        environment(specifics -> specifics, Map.of());
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

    /** A bare API server collects no garbage. */
    void cleanNamespace() {
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
