package dev.siteagent.hobbyfarm.reconcile;

import dev.siteagent.hobbyfarm.accounts.Accounts;
import dev.siteagent.hobbyfarm.accounts.Backend;
import dev.siteagent.hobbyfarm.accounts.Tokens;
import dev.siteagent.hobbyfarm.cluster.Cluster;
import dev.siteagent.hobbyfarm.cluster.Events;
import dev.siteagent.hobbyfarm.cluster.Stores;
import dev.siteagent.hobbyfarm.keys.KeyPairs;
import dev.siteagent.hobbyfarm.model.Environment;
import dev.siteagent.hobbyfarm.model.Fields;
import dev.siteagent.hobbyfarm.model.Kind;
import dev.siteagent.hobbyfarm.model.MachineObject;
import dev.siteagent.hobbyfarm.model.Naming;
import dev.siteagent.hobbyfarm.model.ObjectRef;
import dev.siteagent.hobbyfarm.model.TokenSource;
import dev.siteagent.hobbyfarm.model.VirtualMachine;
import dev.siteagent.hobbyfarm.work.BackOff;
import dev.siteagent.hobbyfarm.work.Reconciler;
import dev.siteagent.hobbyfarm.work.Timekeeper;
import dev.siteagent.hobbyfarm.work.WorkQueue;
import dev.siteagent.spi.MachinesProvider.MachinesContext;
import dev.siteagent.spi.Secret;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The controllers of one namespace, while this process leads: what is watched, which change concerns which object, and who
 * reconciles it.
 */
public final class Controllers implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Controllers.class);
    private static final Duration WHILE_NEW = Duration.ofSeconds(10);
    private static final Duration UNHURRIED = Duration.ofMinutes(10);
    private static final Duration SYNC_CHECK = Duration.ofMillis(50);
    private static final Duration END = Duration.ofSeconds(5);

    private final Plan plan;
    private final Timekeeper time;
    private final Map<Kind, Reconciler> reconcilers = new HashMap<>();
    private final Stores stores;
    private final Accounts accounts;
    private final Surroundings surroundings;
    private final WorkQueue queue;
    private volatile boolean closed;

    /**
     * What the controllers are to do.
     *
     * @param backends the backends to serve, by name
     * @param siteTag the tag of all machines of this installation
     * @param resync the pause between listings of machines that run
     * @param listingLag after this time a machine that no listing shows does not exist
     * @param workers how many objects are reconciled at once
     * @param backOff pauses after failures
     */
    public record Plan(
            Map<String, Backend> backends,
            String siteTag,
            Duration resync,
            Duration listingLag,
            int workers,
            BackOff backOff) {
        /** Copies the map. */
        public Plan {
            backends = Map.copyOf(backends);
        }

        /** The pause between listings while a machine is new, never longer than between others. */
        Duration whileNew() {
            return resync.compareTo(WHILE_NEW) > 0 ? WHILE_NEW : resync;
        }

        /** The pauses, 5 to 10 minutes, before what only somebody at the cloud can put right is tried again. */
        BackOff unhurried() {
            return new BackOff(UNHURRIED, UNHURRIED, backOff.random());
        }
    }

    /**
     * Starts to watch; works on nothing before {@link #start}.
     *
     * @param client the connection, closed by its owner
     * @param cluster the namespace
     * @param plan what to do
     * @param contexts makes what a backend is given, from its name and a token
     * @param keyPairs makes SSH keys
     * @param time the time; closed by its owner
     */
    public Controllers(
            KubernetesClient client,
            Cluster cluster,
            Plan plan,
            BiFunction<String, Secret, MachinesContext> contexts,
            KeyPairs keyPairs,
            Timekeeper time) {
        this.plan = plan;
        this.time = time;
        this.queue = new WorkQueue(ref -> reconcilers.get(ref.kind()), this::refresh, time, plan.backOff());
        this.stores = new Stores(client, cluster, kinds(plan), this::changed);
        this.accounts = new Accounts(stores.secrets(), contexts);
        this.surroundings = new Surroundings(
                plan.backends(),
                cluster,
                stores,
                accounts,
                new Tokens(stores.secrets(), accounts),
                new Events(cluster, time.clock()),
                plan.siteTag(),
                plan.listingLag(),
                time.clock());
        Sightings sightings = new Sightings();
        reconcilers.put(
                Kind.VIRTUAL_MACHINE,
                new VirtualMachineReconciler(surroundings, new Provisioning(surroundings, keyPairs, queue::add)));
        for (Backend backend : plan.backends().values()) {
            Naming naming = backend.naming();
            reconcilers.computeIfAbsent(
                    naming.machine(),
                    kind -> new MachineReconciler(surroundings, kind, sightings, this::follow, plan.unhurried()));
            reconcilers.computeIfAbsent(naming.key(), kind -> new KeyReconciler(surroundings, kind, plan.unhurried()));
        }
        reconcilers.put(
                Chores.LISTING,
                new ListingReconciler(surroundings, sightings, plan.resync(), plan.whileNew(), queue::add));
        reconcilers.put(Chores.SWEEP, new SweepReconciler(surroundings, queue::add));
        reconcilers.put(Chores.TOKEN_RELEASE, new TokenReleaseReconciler(surroundings));
        reconcilers.put(Chores.TOKEN_RENEWAL, new TokenRenewalReconciler(surroundings));
    }

    private static Set<Kind> kinds(Plan plan) {
        Set<Kind> kinds = new LinkedHashSet<>();
        plan.backends().values().forEach(backend -> {
            kinds.add(backend.naming().machine());
            kinds.add(backend.naming().key());
        });
        kinds.add(Kind.SECRET);
        kinds.add(Kind.TEMPLATE);
        kinds.add(Kind.ENVIRONMENT);
        kinds.add(Kind.VIRTUAL_MACHINE);
        return kinds;
    }

    /** Starts to work as soon as all that is there has been read. Returns at once. */
    public void start() {
        if (closed) {
            return;
        }
        if (!stores.synced()) {
            time.after(SYNC_CHECK, this::start);
            return;
        }
        for (Backend backend : plan.backends().values()) {
            surroundings.machines(backend).forEach(machine -> machine.tokenSecret()
                    .ifPresent(secret -> queue.add(Chores.listing(backend, secret))));
        }
        queue.add(Chores.sweep());
        queue.start(plan.workers());
        log.info(
                "serving {} in namespace {}",
                plan.backends().keySet(),
                surroundings.cluster().namespace());
    }

    /** Returns how many objects are being worked on or wait for a thread. */
    public int busy() {
        return queue.busy();
    }

    /** Returns whether all that is there has been read, every watch is open, and every thread works. */
    public boolean healthy() {
        return stores.synced() && stores.watching() && queue.alive();
    }

    private void refresh(ObjectRef ref) {
        stores.refresh(ref);
    }

    private void follow(Backend backend, MachineObject machine) {
        machine.tokenSecret().ifPresent(secret -> queue.addAfter(Chores.listing(backend, secret), plan.whileNew()));
    }

    private void changed(Kind kind, GenericKubernetesResource object) {
        String name = object.getMetadata().getName();
        if (kind.equals(Kind.ENVIRONMENT)) {
            queue.add(Chores.renewal(name));
            concerned(machine -> machine.environment().filter(name::equals).isPresent());
        } else if (kind.equals(Kind.TEMPLATE)) {
            surroundingsIfReady().ifPresent(known -> known.stores()
                    .environments()
                    .all()
                    .forEach(each -> queue.add(Chores.renewal(each.getMetadata().getName()))));
            concerned(machine -> machine.template().equals(name));
        } else if (kind.equals(Kind.SECRET)) {
            secretChanged(object, name);
        } else {
            queue.add(new ObjectRef(kind, name));
            if (kind.group().equals(Naming.GROUP)) {
                ownObjectChanged(object);
            }
        }
    }

    private void ownObjectChanged(GenericKubernetesResource object) {
        MachineObject either = new MachineObject(object);
        queue.add(new ObjectRef(Kind.VIRTUAL_MACHINE, either.virtualMachine()));
        if (either.deleting()) {
            either.tokenSecret().ifPresent(secret -> queue.add(Chores.release(secret)));
            surroundingsIfReady()
                    .flatMap(known -> known.backendOf(object))
                    .ifPresent(backend -> queue.add(new ObjectRef(
                            backend.naming().key(), backend.naming().keyName(either.virtualMachine()))));
        }
    }

    private void secretChanged(GenericKubernetesResource secret, String name) {
        Optional<String> owner = Fields.label(secret, Naming.MACHINE_LABEL);
        if (owner.isPresent()) {
            queue.add(new ObjectRef(Kind.VIRTUAL_MACHINE, owner.get()));
            return;
        }
        // A machine that was being made while the token was renewed may have put the old one in once more.
        Fields.annotation(secret, Naming.TOKEN_OF).ifPresent(environment -> queue.add(Chores.renewal(environment)));
        surroundingsIfReady().ifPresent(known -> {
            known.stores().environments().all().stream()
                    .map(Environment::new)
                    .filter(environment ->
                            TokenRenewalReconciler.sources(known, environment).contains(new TokenSource.InSecret(name)))
                    .forEach(environment -> queue.add(Chores.renewal(environment.name())));
            for (Backend backend : plan.backends().values()) {
                known.machines(backend).stream()
                        .filter(machine ->
                                machine.tokenSecret().filter(name::equals).isPresent())
                        .forEach(machine ->
                                queue.add(new ObjectRef(backend.naming().machine(), machine.name())));
                known.keys(backend).stream()
                        .filter(key -> key.tokenSecret().filter(name::equals).isPresent())
                        .forEach(key -> queue.add(new ObjectRef(backend.naming().key(), key.name())));
            }
        });
        concerned(this::unmade);
    }

    private boolean unmade(VirtualMachine machine) {
        return machine.backend()
                .map(plan.backends()::get)
                .filter(backend -> surroundings
                        .machine(backend, machine.name())
                        .flatMap(MachineObject::id)
                        .isEmpty())
                .isPresent();
    }

    /** Adds the VirtualMachines that a change concerns, and what belongs to them. */
    private void concerned(Predicate<VirtualMachine> which) {
        surroundingsIfReady().ifPresent(known -> known.stores().virtualMachines().all().stream()
                .map(VirtualMachine::new)
                .filter(machine -> machine.backend().map(plan.backends()::get).isPresent())
                .filter(which)
                .forEach(machine -> {
                    Naming naming = machine.backend()
                            .map(plan.backends()::get)
                            .orElseThrow()
                            .naming();
                    queue.add(new ObjectRef(Kind.VIRTUAL_MACHINE, machine.name()));
                    queue.add(new ObjectRef(naming.key(), naming.keyName(machine.name())));
                    queue.add(new ObjectRef(naming.machine(), naming.machineName(machine.name())));
                }));
    }

    /** While the first listings come in, every object is added by itself, and nothing can be looked up yet. */
    private Optional<Surroundings> surroundingsIfReady() {
        return Optional.ofNullable(surroundings).filter(known -> known.stores().synced());
    }

    /** Stops: what runs is interrupted. */
    @Override
    public void close() {
        closed = true;
        queue.close();
        try {
            if (!queue.await(END)) {
                log.warn("some work has not ended {} after it was interrupted", END);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        stores.close();
        accounts.close();
    }
}
