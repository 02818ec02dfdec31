package dev.siteagent.core.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.siteagent.sandbox.digitalocean.DigitalOceanSandbox;
import dev.siteagent.sandbox.http.Json;
import dev.siteagent.sandbox.kubernetes.KubernetesSandbox;
import dev.siteagent.sandbox.kubernetes.ResourceType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;

/**
 * What the demo of the HobbyFarm bridge plays on: a simulated API server with HobbyFarm's kinds and one environment, a
 * simulated DigitalOcean account, and a temporary folder with the configuration file of an agent. Closing leaves nothing.
 */
final class FarmStage implements AutoCloseable {
    static final String NAMESPACE = "default";
    static final String ENVIRONMENT = "do-nyc1";
    static final String TEMPLATE = "ubuntu-small";
    static final String TOKEN_SECRET = "do-secret";
    static final ResourceType VIRTUAL_MACHINE =
            ResourceType.defined("hobbyfarm.io", "v1", "VirtualMachine", "virtualmachines");
    static final ResourceType DROPLET =
            ResourceType.defined("provisioning.hobbyfarm.io", "v1alpha1", "Droplet", "droplets");
    static final ResourceType KEY = ResourceType.defined("provisioning.hobbyfarm.io", "v1alpha1", "Key", "keys");

    private static final ResourceType ENVIRONMENTS =
            ResourceType.defined("hobbyfarm.io", "v1", "Environment", "environments");
    private static final ResourceType TEMPLATES =
            ResourceType.defined("hobbyfarm.io", "v1", "VirtualMachineTemplate", "virtualmachinetemplates");
    private static final String CONFIGURATION = "site-agent.yaml";
    private static final String KUBECONFIG = "kubeconfig";
    private static final Duration LATENCY = Duration.ofMillis(40);

    private final KubernetesSandbox cluster = KubernetesSandbox.start();
    private final DigitalOceanSandbox cloud = DigitalOceanSandbox.start(DigitalOceanSandbox.Options.usual());
    private final DemoFolder folder;

    FarmStage() throws IOException {
        this.folder = new DemoFolder();
        cloud.latency().set(LATENCY);
        cloud.habits().bootDuration(Duration.ofMillis(1200)).actionDuration(Duration.ofMillis(400));
        cluster.define(VIRTUAL_MACHINE);
        cluster.define(ENVIRONMENTS);
        cluster.define(TEMPLATES);
        cluster.create(ResourceType.SECRET, NAMESPACE, TOKEN_SECRET, tokenSecret());
        cluster.create(TEMPLATES, NAMESPACE, TEMPLATE, template());
        cluster.create(ENVIRONMENTS, NAMESPACE, ENVIRONMENT, environment());
        folder.write(KUBECONFIG, cluster.kubeconfig());
        folder.write(CONFIGURATION, text());
    }

    KubernetesSandbox cluster() {
        return cluster;
    }

    DigitalOceanSandbox cloud() {
        return cloud;
    }

    /** Returns the configuration file. */
    Path configuration() {
        return folder.path(CONFIGURATION);
    }

    /** Returns where the agent may leave its heartbeat, so that it does not pass for that of a real agent. */
    Path heartbeat() {
        return folder.path("heartbeat");
    }

    private ObjectNode tokenSecret() {
        ObjectNode secret = Json.object();
        byte[] token = cloud.token().getBytes(StandardCharsets.UTF_8);
        secret.putObject("data").put("token", Base64.getEncoder().encodeToString(token));
        return secret;
    }

    private static ObjectNode template() {
        ObjectNode template = Json.object();
        ObjectNode spec = template.putObject("spec");
        spec.put("name", TEMPLATE);
        spec.put("image", "ubuntu-24-04-x64");
        spec.putObject("config_map").put("ssh_username", "root");
        return template;
    }

    private static ObjectNode environment() {
        ObjectNode environment = Json.object();
        environment.putObject("metadata").putObject("annotations").put("hobbyfarm.io/provisioner", "digitalocean");
        ObjectNode spec = environment.putObject("spec");
        spec.put("provider", "digitalocean");
        spec.putObject("environment_specifics").put("region", "nyc1").put("token-secret", TOKEN_SECRET);
        spec.putObject("template_mapping")
                .putObject(TEMPLATE)
                .put("image", "ubuntu-24-04-x64")
                .put("size", "s-1vcpu-1gb");
        return environment;
    }

    private String text() {
        return """
                offerings: []
                services:
                  - type: hobbyfarm
                    namespace: %s
                    kubeconfig: %s
                    resync_seconds: 1
                    key_type: ed25519
                    api_urls:
                      digitalocean: %s
                """.formatted(NAMESPACE, folder.path(KUBECONFIG), cloud.apiUrl());
    }

    @Override
    public void close() {
        cluster.close();
        cloud.close();
        folder.close();
    }
}
