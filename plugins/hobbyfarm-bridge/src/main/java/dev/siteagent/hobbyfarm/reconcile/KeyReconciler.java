package dev.siteagent.hobbyfarm.reconcile;

import dev.siteagent.hobbyfarm.accounts.Account;
import dev.siteagent.hobbyfarm.accounts.Backend;
import dev.siteagent.hobbyfarm.cluster.Store;
import dev.siteagent.hobbyfarm.model.BlockedException;
import dev.siteagent.hobbyfarm.model.Conditions;
import dev.siteagent.hobbyfarm.model.Conditions.Status;
import dev.siteagent.hobbyfarm.model.KeyObject;
import dev.siteagent.hobbyfarm.model.Kind;
import dev.siteagent.hobbyfarm.model.Naming;
import dev.siteagent.hobbyfarm.model.Retries;
import dev.siteagent.hobbyfarm.work.BackOff;
import dev.siteagent.hobbyfarm.work.Reconciler;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.Machines;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.TransientBackendException;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The only one that writes the status of key objects: registers their keys at the cloud, and removes them. */
final class KeyReconciler implements Reconciler {
    private static final Duration AFTER_MACHINE = Duration.ofSeconds(15);
    private static final String REFUSED = "Refused";

    private final Surroundings surroundings;
    private final Kind kind;
    private final TakeOver takeOver;
    private final Refusals refusals;
    private final BackOff unhurried;

    /**
     * Reconciles the keys of a kind.
     *
     * @param surroundings what they need
     * @param kind the kind
     * @param unhurried the pauses before what the cloud refused is tried again: it may have been a limit
     */
    KeyReconciler(Surroundings surroundings, Kind kind, BackOff unhurried) {
        this.surroundings = surroundings;
        this.kind = kind;
        this.takeOver = new TakeOver(surroundings);
        this.refusals = new Refusals(surroundings);
        this.unhurried = unhurried;
    }

    @Override
    public Next reconcile(String name) throws BackendException, InterruptedException {
        Store store = surroundings.stores().of(kind);
        Optional<GenericKubernetesResource> object = store.get(name);
        Optional<Backend> backend = object.flatMap(surroundings::backendOf);
        if (backend.isEmpty()) {
            return Next.rest();
        }
        KeyObject key = new KeyObject(object.get());
        try {
            return key.deleting() ? delete(backend.get(), store, key) : keep(backend.get(), store, key);
        } catch (BlockedException blocked) {
            report(backend.get(), store, key, blocked.reason(), blocked.getMessage());
            return Next.rest();
        }
    }

    private Next keep(Backend backend, Store store, KeyObject stored)
            throws BlockedException, BackendException, InterruptedException {
        KeyObject key = complete(backend, store, stored);
        if (key.registered(backend.naming())) {
            return Next.rest();
        }
        Optional<Next> refused = refusals.standing(key.object(), key.tokenSecret());
        if (refused.isPresent()) {
            return refused.get();
        }
        Account account =
                surroundings.accounts().open(backend, key.tokenSecret().orElse(""));
        String publicKey = key.publicKey()
                .orElseThrow(() -> new BlockedException(
                        "KeyMalformed",
                        kind.name() + " " + key.name()
                                + " has no spec.key.public_key; delete it, and another is made"));
        return register(backend, store, unsettled(backend.naming(), store, key), account, publicKey);
    }

    private Next register(Backend backend, Store store, KeyObject key, Account account, String publicKey)
            throws BackendException, InterruptedException {
        try {
            Machines.Key made = account.machines().registerKey(key.name(), publicKey);
            store.patchStatus(key.name(), registered(backend.naming(), key, made, account.id()));
            return Next.rest();
        } catch (PermanentBackendException refusal) {
            report(backend, store, key, REFUSED, refusal.getMessage());
            Duration pause = unhurried.after(1);
            refusals.putFor(pause, key.object(), key.tokenSecret());
            return Next.again(pause);
        } catch (BackendException later) {
            wait(backend, store, key, later);
            throw later;
        }
    }

    /** Takes an earlier refusal back before the key can be registered after all: its deletion is then sure to look for it. */
    private KeyObject unsettled(Naming naming, Store store, KeyObject key)
            throws BackendException, InterruptedException {
        if (!refused(naming, key)) {
            return key;
        }
        Conditions conditions = key.conditions()
                .with(naming.keyCreated(), Status.UNKNOWN, "Waiting", "it is tried again", surroundings.now());
        return new KeyObject(store.patchStatusOf(key.object(), Map.of("conditions", conditions.stored())));
    }

    private KeyObject complete(Backend backend, Store store, KeyObject key)
            throws BlockedException, BackendException, InterruptedException {
        return new KeyObject(takeOver.complete(
                backend,
                store,
                key.object(),
                key.virtualMachine(),
                backend.naming().keyFinalizer(),
                key.tokenSecret().isPresent()));
    }

    private Map<String, Object> registered(Naming naming, KeyObject key, Machines.Key made, String account) {
        Map<String, Object> status = new LinkedHashMap<>();
        status.put("key", made.details());
        status.put("id", made.id());
        status.put("account", account);
        status.put(
                "conditions",
                key.conditions()
                        .with(naming.keyExists(), Status.TRUE, "Registered", "", surroundings.now())
                        .with(naming.keyCreated(), Status.TRUE, "Registered", "", surroundings.now())
                        .stored());
        return status;
    }

    private Next delete(Backend backend, Store store, KeyObject stored)
            throws BlockedException, BackendException, InterruptedException {
        Naming naming = backend.naming();
        if (!stored.object().getFinalizers().contains(naming.keyFinalizer())) {
            return Next.rest();
        }
        if (surroundings.machine(backend, stored.virtualMachine()).isPresent()) {
            // The machine first: it may still be made with this key.
            return Next.again(AFTER_MACHINE);
        }
        if (mayBeRegistered(naming, stored)) {
            KeyObject key = complete(backend, store, stored);
            try {
                remove(backend, key);
            } catch (BackendException failure) {
                report(backend, store, key, "DeleteFailed", failure.getMessage());
                throw failure;
            }
            finish(naming, store, key);
        } else {
            finish(naming, store, stored);
        }
        refusals.forget(stored.object());
        return Next.rest();
    }

    private static boolean mayBeRegistered(Naming naming, KeyObject key) {
        if (key.id().isPresent()) {
            return true;
        }
        return key.publicKey().isPresent() && !refused(naming, key);
    }

    private static boolean refused(Naming naming, KeyObject key) {
        Conditions conditions = key.conditions();
        return conditions.status(naming.keyCreated()) == Status.FALSE
                && conditions.reason(naming.keyCreated()).equals(REFUSED);
    }

    private void remove(Backend backend, KeyObject key)
            throws BlockedException, BackendException, InterruptedException {
        Account account =
                surroundings.accounts().open(backend, key.tokenSecret().orElse(""));
        if (key.account().isPresent() && !key.account().get().equals(account.id())) {
            throw new BlockedException(
                    "OtherAccount",
                    "Secret " + key.tokenSecret().orElse("") + " has a token of account " + account.id() + ", but "
                            + kind.name() + " " + key.name() + " was registered in account "
                            + key.account().get() + "; put a token of that account in");
        }
        Optional<String> id = key.id();
        if (id.isEmpty()) {
            id = account.machines()
                    .findKey(key.name(), key.publicKey().orElseThrow())
                    .map(Machines.Key::id);
        }
        if (id.isPresent()) {
            account.machines().removeKey(id.get());
        }
    }

    private void finish(Naming naming, Store store, KeyObject key) {
        List<String> finalizers = new ArrayList<>(key.object().getFinalizers());
        finalizers.remove(naming.keyFinalizer());
        store.patchMetadataOf(key.object(), Map.of("finalizers", finalizers));
    }

    private void wait(Backend backend, Store store, KeyObject key, BackendException later) {
        surroundings.events().warning(key.object(), "Waiting", later.getMessage());
        boolean rateLimit = later instanceof TransientBackendException temporary
                && temporary.retryAfter().isPresent();
        String created = backend.naming().keyCreated();
        if (!rateLimit && !key.conditions().reason(created).equals("Waiting")) {
            store.patchStatusOf(
                    key.object(),
                    Map.of(
                            "conditions",
                            key.conditions()
                                    .with(created, Status.UNKNOWN, "Waiting", later.getMessage(), surroundings.now())
                                    .stored()));
        }
    }

    private void report(Backend backend, Store store, KeyObject key, String reason, String message) {
        Naming naming = backend.naming();
        surroundings.events().warning(key.object(), reason, message);
        surroundings
                .virtualMachine(key.virtualMachine())
                .ifPresent(machine -> surroundings.events().warning(machine.object(), reason, message));
        Map<String, Object> status = new LinkedHashMap<>();
        Conditions conditions = key.conditions();
        Conditions changed = key.deleting()
                ? conditions.with(naming.keyExists(), Status.UNKNOWN, reason, message, surroundings.now())
                : conditions.with(naming.keyCreated(), Status.FALSE, reason, message, surroundings.now());
        if (changed != conditions) {
            status.put("conditions", changed.stored());
        }
        if (reason.equals("DeleteFailed")) {
            status.put("retries", Retries.after(key.object(), naming.deleteKey(), false, message, surroundings.now()));
        }
        if (!status.isEmpty()) {
            store.patchStatus(key.name(), status);
        }
    }
}
