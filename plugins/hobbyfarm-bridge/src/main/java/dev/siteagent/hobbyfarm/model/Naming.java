package dev.siteagent.hobbyfarm.model;

import dev.siteagent.spi.MachinesProvider;
import java.util.Locale;
import java.util.Objects;

/**
 * Every name that objects of one backend carry: kinds, finalizers, conditions, object names.
 *
 * <p>For {@code digitalocean} with the words Droplet and Key they are those of the provisioner {@code
 * hf-provisioner-digitalocean}, letter for letter, so that one can take over from the other on a live cluster. The two
 * groups of the finalizers differ by an s; that is no slip here.
 *
 * @param backend the backend's name, as the label {@value #PROVISIONER_LABEL} has it
 * @param machineKind the kind of its machines
 * @param keyKind the kind of its keys
 */
public record Naming(String backend, String machineKind, String keyKind) {
    /** The group of the bridge's own kinds. */
    public static final String GROUP = "provisioning.hobbyfarm.io";

    /** The label by which HobbyFarm hands a machine to a provisioner; an annotation of the same name on Environments. */
    public static final String PROVISIONER_LABEL = "hobbyfarm.io/provisioner";

    /** The label of every object that belongs to a VirtualMachine; its value is the VirtualMachine's name. */
    public static final String MACHINE_LABEL = GROUP + "/virtual-machine";

    /** The label of the bridge's own objects that tells backends with the same kinds apart. */
    public static final String BACKEND_LABEL = GROUP + "/backend";

    /** The annotation on the bridge's own copies of plaintext tokens: the Environment's name. */
    public static final String TOKEN_OF = GROUP + "/token-of";

    /** The annotation that names the Secret with the token that a machine or key is to be made with. */
    public static final String TOKEN_SECRET = GROUP + "/token-secret";

    /** The annotation that names the account that a key was meant for. */
    public static final String ACCOUNT = GROUP + "/account";

    /** The annotation on a machine object that this bridge made, and not a provisioner before it. */
    public static final String MADE_BY_BRIDGE = GROUP + "/made-by-bridge";

    /** Refuses nulls. */
    public Naming {
        Objects.requireNonNull(backend, "backend");
        Objects.requireNonNull(machineKind, "machineKind");
        Objects.requireNonNull(keyKind, "keyKind");
    }

    /** Returns the names for a backend. */
    public static Naming of(MachinesProvider provider) {
        MachinesProvider.Words words = provider.words();
        return new Naming(provider.name(), words.machineKind(), words.keyKind());
    }

    /** Returns the kind of machine objects. */
    public Kind machine() {
        return ownKind(machineKind);
    }

    /** Returns the kind of key objects. */
    public Kind key() {
        return ownKind(keyKind);
    }

    /** Returns the name that the kind of machines has for the impatient: {@code drop}. */
    public String machineShortName() {
        String word = machineWord();
        return word.substring(0, Math.min(4, word.length()));
    }

    /** Returns the finalizer on VirtualMachines. */
    public String virtualMachineFinalizer() {
        return GROUP + "/" + backend;
    }

    /** Returns the finalizer on machine objects. */
    public String machineFinalizer() {
        return "provisioner.hobbyfarm.io/" + backend + "-" + machineWord() + "-deleted";
    }

    /** Returns the finalizer on key objects. */
    public String keyFinalizer() {
        return "provisioners.hobbyfarm.io/" + backend + "-" + keyKind.toLowerCase(Locale.ROOT) + "-deleted";
    }

    /** Returns the finalizer that keeps the Secret of a token while machines depend on it. */
    public String tokenFinalizer() {
        return GROUP + "/" + backend + "-token-in-use";
    }

    /** Returns the name of a VirtualMachine's machine object. */
    public String machineName(String virtualMachine) {
        return virtualMachine + "-" + machineWord();
    }

    /** Returns the name of a VirtualMachine's key object. */
    public String keyName(String virtualMachine) {
        return machineName(virtualMachine) + "-key";
    }

    /** Returns the name of a VirtualMachine's Secret with its SSH keys. */
    public String keysSecretName(String virtualMachine) {
        return machineName(virtualMachine) + "-keys";
    }

    /** Returns the condition that tells whether the machine exists at the cloud. */
    public String machineExists() {
        return capitalised() + machineKind + "Exists";
    }

    /** Returns the condition that tells whether the machine is in service. */
    public String machineReady() {
        return capitalised() + machineKind + "Ready";
    }

    /** Returns the condition that tells whether the machine could be read at the cloud lately. */
    public String machineUpdated() {
        return capitalised() + machineKind + "Updated";
    }

    /** Returns the condition that tells whether the key exists at the cloud. */
    public String keyExists() {
        return keyKind + "Exists";
    }

    /** Returns the condition that tells whether the key was registered at the cloud. */
    public String keyCreated() {
        return capitalised() + keyKind + "Created";
    }

    /** Returns what deleting a machine is called in {@code status.retries}. */
    public String deleteMachine() {
        return "Delete" + machineKind;
    }

    /** Returns what deleting a key is called in {@code status.retries}. */
    public String deleteKey() {
        return "Delete" + keyKind;
    }

    /** Returns what a machine is called in messages: {@code droplet}. */
    public String machineWord() {
        return machineKind.toLowerCase(Locale.ROOT);
    }

    private String capitalised() {
        return backend.substring(0, 1).toUpperCase(Locale.ROOT) + backend.substring(1);
    }

    private static Kind ownKind(String kind) {
        return new Kind(GROUP, "v1alpha1", kind, kind.toLowerCase(Locale.ROOT) + "s");
    }
}
