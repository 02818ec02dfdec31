package dev.siteagent.hobbyfarm.cluster;

import dev.siteagent.hobbyfarm.model.Kind;
import dev.siteagent.hobbyfarm.model.ObjectRef;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/** The stores of all kinds that the bridge reads. Thread-safe. */
public final class Stores implements AutoCloseable {
    private final Map<Kind, Store> stores = new LinkedHashMap<>();

    /**
     * Starts to watch; returns before the first listings are there.
     *
     * @param client the connection
     * @param cluster the namespace
     * @param kinds the kinds to watch
     * @param changed told of every object that appeared, changed in more than {@link Reports}, or went, in threads of the
     *     watch
     */
    public Stores(
            KubernetesClient client,
            Cluster cluster,
            Collection<Kind> kinds,
            BiConsumer<Kind, GenericKubernetesResource> changed) {
        for (Kind kind : kinds) {
            stores.computeIfAbsent(kind, one -> new Store(client, cluster, one, object -> changed.accept(one, object)));
        }
    }

    /** Returns the store of a kind that is watched. */
    public Store of(Kind kind) {
        return stores.get(kind);
    }

    /** Returns the store of VirtualMachines. */
    public Store virtualMachines() {
        return of(Kind.VIRTUAL_MACHINE);
    }

    /** Returns the store of Environments. */
    public Store environments() {
        return of(Kind.ENVIRONMENT);
    }

    /** Returns the store of VirtualMachineTemplates. */
    public Store templates() {
        return of(Kind.TEMPLATE);
    }

    /** Returns the store of Secrets. */
    public Store secrets() {
        return of(Kind.SECRET);
    }

    /** Reads an object anew from the server; nothing happens for what is no kind of object. */
    public void refresh(ObjectRef ref) {
        Store store = of(ref.kind());
        if (store != null) {
            store.refresh(ref.name());
        }
    }

    /** Returns whether all first listings are there. */
    public boolean synced() {
        return stores.values().stream().allMatch(Store::synced);
    }

    /** Returns whether all watches are open now. */
    public boolean watching() {
        return stores.values().stream().allMatch(Store::watching);
    }

    /** Stops watching. */
    @Override
    public void close() {
        stores.values().forEach(Store::close);
    }
}
