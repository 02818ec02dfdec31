package dev.siteagent.hobbyfarm.reconcile;

import dev.siteagent.hobbyfarm.accounts.Account;
import dev.siteagent.hobbyfarm.model.Fields;
import dev.siteagent.hobbyfarm.model.MachineObject;
import dev.siteagent.hobbyfarm.model.Tags;
import dev.siteagent.hobbyfarm.model.VirtualMachine;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.Machines.Machine;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * Machines that the Go provisioner made and had no time to write down. It tagged nothing, so they are known by their name,
 * by being younger than their VirtualMachine, and by having no owner's tag.
 */
final class GoMachines {
    private GoMachines() {}

    static List<Machine> candidates(Surroundings surroundings, Account account, MachineObject machine)
            throws BackendException, InterruptedException {
        Instant since = surroundings
                .virtualMachine(machine.virtualMachine())
                .filter(owner -> owner.owns(machine.object()))
                .map(VirtualMachine::created)
                .orElse(Fields.created(machine.object()))
                .truncatedTo(ChronoUnit.SECONDS);
        return account.machines().named(machine.name()).stream()
                .filter(found -> Tags.owners(found.tags()).isEmpty())
                .filter(found -> !found.created().isBefore(since))
                .toList();
    }
}
