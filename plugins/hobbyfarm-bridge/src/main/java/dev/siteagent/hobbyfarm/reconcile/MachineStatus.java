package dev.siteagent.hobbyfarm.reconcile;

import dev.siteagent.hobbyfarm.model.BlockedException;
import dev.siteagent.hobbyfarm.model.Conditions;
import dev.siteagent.hobbyfarm.model.Conditions.Status;
import dev.siteagent.hobbyfarm.model.MachineObject;
import dev.siteagent.hobbyfarm.model.Naming;
import dev.siteagent.hobbyfarm.model.Tags;
import dev.siteagent.spi.Machines.Machine;
import java.net.InetAddress;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Works out the status of machine objects; writes nothing. */
final class MachineStatus {
    private final Surroundings surroundings;

    MachineStatus(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    /** Returns the tags that the machine carries, or is to carry. */
    Set<String> tags(MachineObject machine) {
        Set<String> tags = new LinkedHashSet<>();
        tags.add(machine.identity());
        tags.add(surroundings.siteTag());
        return tags;
    }

    /** Returns what deletion needs when everything else is gone; recorded before anything is asked of the cloud. */
    Map<String, Object> record(MachineObject machine, String account) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("account", account);
        fields.put("secret", machine.tokenSecret().orElse(""));
        fields.put("tags", List.copyOf(tags(machine)));
        return fields;
    }

    /** Returns the fields for a machine as the cloud shows it. */
    Map<String, Object> seen(Naming naming, MachineObject machine, Machine seen) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("droplet", seen.details());
        fields.put("id", seen.id());
        fields.put("state", state(seen));
        fields.put("publicAddress", address(seen.publicAddress()).orElse(null));
        fields.put("privateAddress", address(seen.privateAddress()).orElse(null));
        fields.put("conditions", conditions(naming, machine, seen).stored());
        return fields;
    }

    /** Returns the fields for a machine that is gone, though nobody asked for that. */
    Map<String, Object> gone(Naming naming, MachineObject machine, String reason) {
        String message = machine.name() + " is gone from the cloud: " + reason;
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("state", MachineObject.GONE);
        fields.put(
                "conditions",
                machine.conditions()
                        .with(naming.machineExists(), Status.FALSE, "Gone", message, surroundings.now())
                        .with(naming.machineReady(), Status.FALSE, "Gone", "", surroundings.now())
                        .with(naming.machineUpdated(), Status.TRUE, "Updated", "", surroundings.now())
                        .stored());
        return fields;
    }

    /** Returns whether what the cloud shows differs from what is stored, in anything that matters to anybody. */
    boolean differs(Naming naming, MachineObject machine, Machine seen) {
        return !machine.state().equals(state(seen))
                || !machine.publicAddress().equals(address(seen.publicAddress()))
                || !machine.privateAddress().equals(address(seen.privateAddress()))
                || !machine.hostname().equals(seen.name())
                || !missingTags(machine, seen).isEmpty()
                || conditionsDiffer(naming, machine, seen);
    }

    /** Returns the tags that the machine should carry and does not. */
    Set<String> missingTags(MachineObject machine, Machine seen) {
        Set<String> missing = new LinkedHashSet<>(machine.tags());
        missing.removeIf(tag -> Tags.has(seen.tags(), tag));
        return missing;
    }

    /** Makes sure that a machine belongs to nobody else. */
    void requireNoOtherOwner(MachineObject machine, Machine found) throws BlockedException {
        String identity = machine.identity().toLowerCase(Locale.ROOT);
        List<String> others = Tags.owners(found.tags()).stream()
                .filter(owner -> !owner.equals(identity))
                .toList();
        if (!others.isEmpty()) {
            throw new BlockedException(
                    "OtherOwner",
                    "machine " + found.id() + " (" + found.name() + ") carries the owner tags " + others
                            + ", so it is not taken for " + machine.name() + "; remove the wrong tags at the cloud");
        }
    }

    private static boolean conditionsDiffer(Naming naming, MachineObject machine, Machine seen) {
        Conditions conditions = machine.conditions();
        return conditions.status(naming.machineExists()) != Status.TRUE
                || conditions.status(naming.machineUpdated()) != Status.TRUE
                || conditions.status(naming.machineReady()) != ready(seen);
    }

    private Conditions conditions(Naming naming, MachineObject machine, Machine seen) {
        return machine.conditions()
                .with(naming.machineExists(), Status.TRUE, "Created", "", surroundings.now())
                .with(naming.machineReady(), ready(seen), reason(seen), "", surroundings.now())
                .with(naming.machineUpdated(), Status.TRUE, "Updated", "", surroundings.now());
    }

    private static Status ready(Machine machine) {
        return switch (machine.state()) {
            case NEW -> Status.UNKNOWN;
            case ACTIVE -> Status.TRUE;
            case OFF, ARCHIVED -> Status.FALSE;
        };
    }

    private static String reason(Machine machine) {
        return switch (machine.state()) {
            case NEW -> "Booting";
            case ACTIVE -> "Active";
            case OFF -> "Off";
            case ARCHIVED -> "Archived";
        };
    }

    private static String state(Machine machine) {
        return machine.state().name().toLowerCase(Locale.ROOT);
    }

    private static Optional<String> address(Optional<InetAddress> address) {
        return address.map(InetAddress::getHostAddress);
    }
}
