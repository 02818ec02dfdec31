package dev.siteagent.digitalocean.machines;

import dev.siteagent.digitalocean.api.Droplet;
import dev.siteagent.spi.Machines.Machine;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Optional;

/** Shows a droplet as a machine. */
final class MachineView {
    private MachineView() {}

    static Machine of(Droplet droplet) {
        return new Machine(
                Long.toString(droplet.id()),
                droplet.name(),
                state(droplet.status()),
                address(droplet.networks().publicIpv4())
                        .or(() -> address(droplet.networks().publicIpv6())),
                address(droplet.networks().privateIpv4()),
                new LinkedHashSet<>(droplet.tags()),
                Optional.ofNullable(droplet.createdAt()).orElse(Instant.EPOCH),
                droplet.details());
    }

    private static Machine.State state(Droplet.Status status) {
        return switch (status) {
            case ACTIVE -> Machine.State.ACTIVE;
            case OFF -> Machine.State.OFF;
            case ARCHIVE -> Machine.State.ARCHIVED;
            case NEW, UNKNOWN -> Machine.State.NEW;
        };
    }

    private static Optional<InetAddress> address(String literal) {
        // Anything but digits and separators would be looked up as a name.
        if (literal == null || !literal.matches("[0-9.]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*")) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.getByName(literal));
        } catch (UnknownHostException notAnAddress) {
            return Optional.empty();
        }
    }
}
