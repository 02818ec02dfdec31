package dev.siteagent.hobbyfarm.reconcile;

import dev.siteagent.hobbyfarm.model.MachineObject;
import dev.siteagent.hobbyfarm.model.VirtualMachine;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Works out what a VirtualMachine's status has to say about its machine. */
final class StatusProjection {
    private static final String PROVISIONED = "provisioned";
    private static final String RUNNING = "running";
    private static final String TERMINATING = "terminating";

    private final Surroundings surroundings;

    StatusProjection(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    /** Returns the fields of the status that are to change; HobbyFarm's own fields are never among them. */
    Map<String, Object> changes(VirtualMachine machine, MachineObject made) {
        if (machine.status("status").equals(TERMINATING)) {
            return Map.of();
        }
        Map<String, Object> wanted = new LinkedHashMap<>();
        switch (made.state()) {
            case "new", "off" -> wanted.put("status", PROVISIONED);
            case "active" -> active(machine, made, wanted);
            case "archived", MachineObject.GONE -> {
                wanted.put("status", TERMINATING);
                wanted.put("tainted", true);
            }
            default -> {
                // Not seen yet: what another provisioner wrote stays.
            }
        }
        wanted.entrySet().removeIf(entry -> machine.status(entry.getKey())
                .equals(entry.getValue().toString()));
        return wanted;
    }

    private void active(VirtualMachine machine, MachineObject made, Map<String, Object> wanted) {
        Optional<String> reachable = made.publicAddress().or(() -> translated(machine, made));
        if (reachable.isEmpty()) {
            wanted.put("status", PROVISIONED);
            surroundings
                    .events()
                    .warning(
                            machine.object(),
                            "NoPublicAddress",
                            made.name() + " runs and has no public address, and ip_translation_map of Environment "
                                    + machine.environment().orElse("") + " has no entry for its private address "
                                    + made.privateAddress().orElse("(none)") + "; add one");
            return;
        }
        wanted.put("status", RUNNING);
        wanted.put("public_ip", reachable.get());
        made.privateAddress().ifPresent(address -> wanted.put("private_ip", address));
        wanted.put("hostname", made.hostname());
    }

    private Optional<String> translated(VirtualMachine machine, MachineObject made) {
        return surroundings.environment(machine).flatMap(environment -> made.privateAddress()
                .flatMap(environment.translation()::publicAddress));
    }
}
