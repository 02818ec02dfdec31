package dev.siteagent.hobbyfarm;

import dev.siteagent.hobbyfarm.keys.KeyType;
import dev.siteagent.hobbyfarm.keys.SshKeyPair;
import dev.siteagent.hobbyfarm.model.Fields;
import dev.siteagent.hobbyfarm.model.Kind;
import dev.siteagent.hobbyfarm.model.ObjectRef;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Objects in the form that the Go provisioner stores, for the VirtualMachine dyn-1. */
final class GoObjects {
    private final Farm farm;
    private final Map<String, String> values = new HashMap<>();

    GoObjects(Farm farm) {
        this.farm = farm;
        String publicKey =
                SshKeyPair.generate(KeyType.ED25519, new SecureRandom()).publicKey();
        values.put("publicKey", publicKey.strip());
        values.put("publicKeyBase64", Base64.getEncoder().encodeToString(publicKey.getBytes(StandardCharsets.UTF_8)));
        values.put("keyId", "0");
    }

    GoObjects virtualMachine() {
        farm.virtualMachine("dyn-1");
        farm.patch(
                new ObjectRef(Kind.VIRTUAL_MACHINE, "dyn-1"),
                Map.of("metadata", Map.of("finalizers", List.of("provisioning.hobbyfarm.io/digitalocean"))));
        return this;
    }

    GoObjects secret() {
        farm.cluster.create(Kind.SECRET, object("secret"));
        return this;
    }

    GoObjects key() {
        farm.cluster.create(Farm.NAMES.key(), object("key"));
        return this;
    }

    /** The key is registered in the account, and the object says so. */
    GoObjects keyRegistered() {
        CloudConsole console = new CloudConsole(farm.cloud);
        CloudConsole.RegisteredKey key = console.registerKey("dyn-1-droplet-key", values.get("publicKey"));
        values.put("keyId", String.valueOf(key.id()));
        values.put("fingerprint", key.fingerprint());
        status(Farm.NAMES.key(), "dyn-1-droplet-key", "key-status");
        farm.patch(
                new ObjectRef(Kind.VIRTUAL_MACHINE, "dyn-1"),
                Map.of("spec", Map.of("secret_name", "dyn-1-droplet-keys")));
        return this;
    }

    GoObjects droplet() {
        farm.cluster.create(Farm.NAMES.machine(), object("droplet"));
        status(Farm.NAMES.machine(), "dyn-1-droplet", "droplet-status-unknown");
        return this;
    }

    /** The droplet was made, without any tag. */
    GoObjects dropletMade() {
        values.put(
                "dropletId",
                String.valueOf(farm.cloud.addDroplet("dyn-1-droplet").id()));
        values.put("publicAddress", farm.cloud.droplets().get(0).publicIpv4());
        return this;
    }

    GoObjects dropletRecorded() {
        status(Farm.NAMES.machine(), "dyn-1-droplet", "droplet-status-created");
        farm.patchStatus(
                new ObjectRef(Kind.VIRTUAL_MACHINE, "dyn-1"),
                Map.of("status", "running", "public_ip", values.get("publicAddress"), "hostname", "dyn-1-droplet"));
        return this;
    }

    /** The droplet was recorded as the answer to its create shows it, and not looked at since. */
    GoObjects dropletRecordedWhileNew() {
        status(Farm.NAMES.machine(), "dyn-1-droplet", "droplet-status-new");
        farm.patchStatus(new ObjectRef(Kind.VIRTUAL_MACHINE, "dyn-1"), Map.of("status", "provisioned"));
        return this;
    }

    private void status(Kind kind, String name, String file) {
        farm.patchStatus(new ObjectRef(kind, name), Fields.map(Serialization.unmarshal(text(file), Map.class)));
    }

    private GenericKubernetesResource object(String file) {
        return Serialization.unmarshal(text(file), GenericKubernetesResource.class);
    }

    private String text(String file) {
        try (InputStream yaml = GoObjects.class.getResourceAsStream("/go/" + file + ".yaml")) {
            String text = new String(yaml.readAllBytes(), StandardCharsets.UTF_8);
            for (Map.Entry<String, String> value : values.entrySet()) {
                text = text.replace("\"${" + value.getKey() + "}\"", value.getValue())
                        .replace("${" + value.getKey() + "}", value.getValue());
            }
            return text;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
