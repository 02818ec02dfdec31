package dev.siteagent.sandbox.digitalocean;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Which action a droplet can take in which state, and what it does. */
final class ActionRules {
    private static final String NEEDS_ON = "Droplet is currently off. Please power it on to run this event.";
    private static final String NEEDS_OFF = "Droplet is currently on. Please power it off to run this event.";

    private final Catalogue catalogue;
    private final Habits habits;
    private final AtomicLong snapshotIds = new AtomicLong(190_000_000);

    ActionRules(Catalogue catalogue, Habits habits) {
        this.catalogue = catalogue;
        this.habits = habits;
    }

    /**
     * Checks an action and returns what its end does to the droplet.
     *
     * @throws Unprocessable if the droplet cannot take it now
     */
    Consumer<Instant> effect(Machine machine, ActionRequest request) {
        if (machine.pending != null) {
            throw new Unprocessable("Droplet already has a pending event.");
        }
        return switch (request.type()) {
            case "power_on" -> powerOn(machine);
            case "power_off" -> powerOff(machine);
            case "shutdown" -> shutdown(machine);
            case "reboot", "power_cycle" -> reboot(machine);
            case "resize" -> resize(machine, request);
            case "rename" -> rename(machine, request);
            case "rebuild" -> rebuild(machine, request);
            case "snapshot" -> snapshot(machine);
            case "password_reset" -> when -> {};
            case "enable_backups" -> when -> machine.feature("backups", true);
            case "disable_backups" -> when -> machine.feature("backups", false);
            case "enable_ipv6" -> enableIpv6(machine);
            default -> throw new Unprocessable("`" + request.type() + "` is not a valid action type");
        };
    }

    private static Consumer<Instant> powerOn(Machine machine) {
        if (machine.status() == Droplet.Status.ACTIVE) {
            throw new Unprocessable("Droplet is already powered on");
        }
        return when -> machine.status(Droplet.Status.ACTIVE, when);
    }

    private static Consumer<Instant> powerOff(Machine machine) {
        if (machine.status() == Droplet.Status.OFF) {
            throw new Unprocessable("Droplet is already powered off");
        }
        return when -> machine.status(Droplet.Status.OFF, when);
    }

    private Consumer<Instant> shutdown(Machine machine) {
        Consumer<Instant> off = powerOff(machine);
        return habits.guestOf(machine.id) == Habits.Guest.OBEYS ? off : when -> {};
    }

    private static Consumer<Instant> reboot(Machine machine) {
        if (machine.status() != Droplet.Status.ACTIVE) {
            throw new Unprocessable(NEEDS_ON);
        }
        return when -> {};
    }

    private Consumer<Instant> resize(Machine machine, ActionRequest request) {
        Size next = catalogue
                .size(request.size() == null ? "" : request.size())
                .orElseThrow(() -> new Unprocessable("You specified an invalid size for Droplet resize."));
        if (!next.regions().contains(machine.region)) {
            throw new Unprocessable("Size is not available in this region.");
        }
        if (next.slug().equals(machine.size().slug())) {
            throw new Unprocessable("Droplet is already this size.");
        }
        if (next.disk() < machine.disk()) {
            throw new Unprocessable("This size is not available because it has a smaller disk.");
        }
        requireOff(machine);
        return when -> machine.resize(next, request.disk());
    }

    private static Consumer<Instant> rename(Machine machine, ActionRequest request) {
        HostName.check(request.name());
        return when -> machine.rename(request.name());
    }

    private Consumer<Instant> rebuild(Machine machine, ActionRequest request) {
        Image next = catalogue
                .image(request.image() == null ? "" : request.image())
                .filter(image -> image.regions().contains(machine.region))
                .orElseThrow(() -> new Unprocessable("You specified an invalid image for Droplet rebuild."));
        return when -> machine.rebuild(next, when);
    }

    private Consumer<Instant> snapshot(Machine machine) {
        return when -> machine.snapshot(snapshotIds.incrementAndGet());
    }

    private static Consumer<Instant> enableIpv6(Machine machine) {
        requireOff(machine);
        return when -> machine.feature("ipv6", true);
    }

    private static void requireOff(Machine machine) {
        if (machine.status() != Droplet.Status.OFF) {
            throw new Unprocessable(NEEDS_OFF);
        }
    }
}
