package dev.siteagent.hobbyfarm.reconcile;

import dev.siteagent.hobbyfarm.accounts.Account;
import dev.siteagent.hobbyfarm.accounts.Accounts;
import dev.siteagent.hobbyfarm.accounts.Backend;
import dev.siteagent.hobbyfarm.model.BlockedException;
import dev.siteagent.hobbyfarm.model.Environment;
import dev.siteagent.hobbyfarm.model.Fields;
import dev.siteagent.hobbyfarm.model.KeyObject;
import dev.siteagent.hobbyfarm.model.Kind;
import dev.siteagent.hobbyfarm.model.MachineObject;
import dev.siteagent.hobbyfarm.model.Naming;
import dev.siteagent.hobbyfarm.model.ObjectRef;
import dev.siteagent.hobbyfarm.model.Tags;
import dev.siteagent.hobbyfarm.work.Reconciler;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.Machines.Machine;
import dev.siteagent.spi.Secret;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds what is left over: objects whose VirtualMachine is gone, and machines with this installation's tag whose object is
 * gone. A machine is deleted only if the server itself knows no VirtualMachine of its uid, and it is not young.
 */
final class SweepReconciler implements Reconciler {
    static final Duration INTERVAL = Duration.ofMinutes(10);

    private static final Logger log = LoggerFactory.getLogger(SweepReconciler.class);
    private static final Duration YOUNG = Duration.ofMinutes(10);

    private final Surroundings surroundings;
    private final Consumer<ObjectRef> queue;

    SweepReconciler(Surroundings surroundings, Consumer<ObjectRef> queue) {
        this.surroundings = surroundings;
        this.queue = queue;
    }

    @Override
    public Next reconcile(String name) throws InterruptedException {
        orphanedObjects();
        for (Backend backend : surroundings.backends().values()) {
            for (Account account : accounts(backend)) {
                try {
                    strangers(backend, account);
                } catch (BackendException e) {
                    log.warn("machines left over at {} cannot be looked for now: {}", backend.name(), e.getMessage());
                }
            }
            surroundings.tokens().secured(backend).forEach(secret -> queue.accept(Chores.release(secret)));
        }
        return Next.again(INTERVAL);
    }

    private void orphanedObjects() {
        Set<String> names = new TreeSet<>();
        for (Backend backend : surroundings.backends().values()) {
            surroundings.machines(backend).stream()
                    .map(MachineObject::virtualMachine)
                    .forEach(names::add);
            surroundings.keys(backend).stream().map(KeyObject::virtualMachine).forEach(names::add);
        }
        surroundings.stores().secrets().all().stream()
                .flatMap(secret -> Fields.label(secret, Naming.MACHINE_LABEL).stream())
                .forEach(names::add);
        names.removeIf(name -> surroundings.virtualMachine(name).isPresent());
        names.forEach(name -> queue.accept(new ObjectRef(Kind.VIRTUAL_MACHINE, name)));
    }

    private void strangers(Backend backend, Account account) throws BackendException, InterruptedException {
        List<Machine> old = account.machines().list(surroundings.siteTag()).stream()
                .filter(machine ->
                        !surroundings.now().isBefore(machine.created().plus(YOUNG)))
                .filter(machine -> !hasObject(backend, machine))
                .toList();
        if (old.isEmpty()) {
            return;
        }
        Set<String> living = surroundings.cluster().list(Kind.VIRTUAL_MACHINE).stream()
                .map(object -> Tags.identity(object.getMetadata().getUid()).toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet());
        for (Machine machine : old) {
            List<String> owners = Tags.owners(machine.tags());
            if (owners.size() == 1 && owners.get(0).startsWith(Tags.IDENTITY) && !living.contains(owners.get(0))) {
                log.warn(
                        "machine {} ({}) at {} belongs to no VirtualMachine any more and is deleted",
                        machine.id(),
                        machine.name(),
                        backend.name());
                account.machines().delete(machine.id(), owners.get(0));
            }
        }
    }

    private boolean hasObject(Backend backend, Machine machine) {
        return surroundings.machines(backend).stream()
                .anyMatch(object -> object.id().filter(machine.id()::equals).isPresent()
                        || Tags.has(machine.tags(), object.identity()));
    }

    /** All accounts that machines of this installation may be in: of objects, of Secrets in use, of Environments. */
    private Set<Account> accounts(Backend backend) {
        Set<String> secrets = new TreeSet<>(surroundings.tokens().secured(backend));
        surroundings.machines(backend).forEach(machine -> machine.tokenSecret().ifPresent(secrets::add));
        Set<Account> accounts = new LinkedHashSet<>();
        for (GenericKubernetesResource object :
                surroundings.stores().environments().all()) {
            if (Fields.annotation(object, Naming.PROVISIONER_LABEL)
                    .filter(backend.name()::equals)
                    .isPresent()) {
                configurations(new Environment(object)).forEach(values -> {
                    if (values.containsKey("token-secret")) {
                        secrets.add(values.get("token-secret"));
                    }
                    if (!values.getOrDefault("token", "").isBlank()) {
                        open(accounts, () -> surroundings
                                .accounts()
                                .open(backend, Secret.of(values.get("token").strip())));
                    }
                });
            }
        }
        Accounts known = surroundings.accounts();
        secrets.forEach(secret -> open(accounts, () -> known.open(backend, secret)));
        return accounts;
    }

    private static Stream<Map<String, String>> configurations(Environment environment) {
        Stream<Map<String, String>> mappings =
                Fields.map(environment.object().get("spec", "template_mapping")).keySet().stream()
                        .map(environment::mapping);
        return Stream.concat(Stream.of(environment.specifics()), mappings);
    }

    @FunctionalInterface
    private interface Opening {
        Account open() throws BlockedException, BackendException;
    }

    private static void open(Set<Account> accounts, Opening opening) {
        try {
            accounts.add(opening.open());
        } catch (BlockedException | BackendException e) {
            log.info("an account cannot be swept: {}", e.getMessage());
        }
    }
}
