package dev.siteagent.digitalocean.machines;

import dev.siteagent.digitalocean.api.DropletRequest;
import dev.siteagent.digitalocean.api.DropletRequest.Features;
import dev.siteagent.spi.Machines.MachineRequest;
import dev.siteagent.spi.PermanentBackendException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads the named parameters of a machine. */
final class MachineParameters {
    static final Map<String, Boolean> KNOWN = Map.of(
            "region", true,
            "image", true,
            "size", true,
            "backups", false,
            "ipv6", false,
            "monitoring", false,
            "private_networking", false,
            "vpc_uuid", false,
            "droplet_agent", false);

    /** What Go's ParseBool takes for true, since existing environments are written for it. */
    private static final Set<String> TRUE = Set.of("1", "t", "T", "TRUE", "true", "True");

    private final MachineRequest machine;

    MachineParameters(MachineRequest machine) {
        this.machine = machine;
    }

    DropletRequest request() throws PermanentBackendException {
        List<String> tags = new ArrayList<>(List.of(machine.identity()));
        machine.tags().stream()
                .filter(tag -> tags.stream().noneMatch(tag::equalsIgnoreCase))
                .forEach(tags::add);
        return new DropletRequest(
                machine.name(),
                required("region"),
                required("size"),
                required("image"),
                keyIds(),
                tags,
                machine.userData().orElse(null),
                new Features(
                        truth("backups"),
                        null,
                        truth("ipv6"),
                        truth("monitoring"),
                        truth("droplet_agent"),
                        truth("private_networking"),
                        text("vpc_uuid")));
    }

    private List<Long> keyIds() throws PermanentBackendException {
        List<Long> ids = new ArrayList<>();
        for (String id : machine.keyIds()) {
            if (!id.matches("[0-9]{1,18}")) {
                throw new PermanentBackendException("The SSH key '" + id + "' of machine " + machine.name()
                        + " is not an id of DigitalOcean, which is a number");
            }
            ids.add(Long.valueOf(id));
        }
        return ids;
    }

    private String required(String name) throws PermanentBackendException {
        String value = text(name);
        if (value == null) {
            throw new PermanentBackendException("Machine " + machine.name() + " has no " + name + ". Give it");
        }
        return value;
    }

    private String text(String name) {
        String value = machine.parameters().getOrDefault(name, "").strip();
        return value.isEmpty() ? null : value;
    }

    private Boolean truth(String name) {
        String value = text(name);
        return value == null ? null : Boolean.valueOf(TRUE.contains(value));
    }
}
