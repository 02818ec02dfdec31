package dev.siteagent.hobbyfarm.cluster;

import dev.siteagent.hobbyfarm.model.Kind;
import dev.siteagent.hobbyfarm.model.ObjectRef;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.net.HttpURLConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * All objects of a kind as a watch brings them, and over it what the bridge wrote itself and the watch has not brought
 * yet, so that nobody decides on a state that is known to be past. Thread-safe.
 */
public final class Store implements AutoCloseable {
    private static final long RESYNC_MILLIS = 0;

    private final Kind kind;
    private final Cluster cluster;
    private final SharedIndexInformer<GenericKubernetesResource> informer;
    private final Map<String, GenericKubernetesResource> written = new ConcurrentHashMap<>();

    /**
     * Starts to watch; returns before the first listing is there.
     *
     * @param client the connection
     * @param cluster the namespace
     * @param kind the kind to watch
     * @param changed told of every object that appeared, changed in more than {@link Reports}, or went
     */
    Store(KubernetesClient client, Cluster cluster, Kind kind, Consumer<GenericKubernetesResource> changed) {
        this.kind = kind;
        this.cluster = cluster;
        this.informer = client.genericKubernetesResources(kind.context())
                .inNamespace(cluster.namespace())
                .runnableInformer(RESYNC_MILLIS);
        informer.addEventHandler(new Handler(changed));
        // An API server that is away for a while must not end the watch for good.
        informer.exceptionHandler((started, failure) -> true);
        informer.start();
    }

    /** Returns whether the first listing is there. */
    public boolean synced() {
        return informer.hasSynced();
    }

    /** Returns whether the watch is open now. */
    public boolean watching() {
        return informer.isWatching();
    }

    /** Returns an object, the newest that is known. */
    public Optional<GenericKubernetesResource> get(String name) {
        GenericKubernetesResource seen = informer.getStore().getByKey(cluster.namespace() + "/" + name);
        GenericKubernetesResource own = written.get(name);
        if (own == null) {
            return Optional.ofNullable(seen);
        }
        return Optional.of(seen == null || version(own) > version(seen) ? own : seen);
    }

    /** Returns all objects, the newest of each that is known. */
    public List<GenericKubernetesResource> all() {
        List<GenericKubernetesResource> all = new ArrayList<>();
        for (GenericKubernetesResource object : informer.getStore().list()) {
            get(object.getMetadata().getName()).ifPresent(all::add);
        }
        written.forEach((name, own) -> {
            if (informer.getStore().getByKey(cluster.namespace() + "/" + name) == null) {
                all.add(own);
            }
        });
        return all;
    }

    /** Makes an object. */
    public GenericKubernetesResource create(GenericKubernetesResource object) {
        return remember(cluster.create(kind, object));
    }

    /** Changes fields of an object, see {@link Cluster#patch}. */
    public GenericKubernetesResource patch(String name, Map<String, Object> fields) {
        return remember(cluster.patch(ref(name), known(name), fields));
    }

    /** Changes fields of an object's status, see {@link Cluster#patchStatus}. */
    public GenericKubernetesResource patchStatus(String name, Map<String, Object> status) {
        return remember(cluster.patchStatus(ref(name), known(name), status));
    }

    /** Changes fields of an unchanged object's status, see {@link Cluster#patchStatusUnchanged}. */
    public GenericKubernetesResource patchStatusOf(GenericKubernetesResource seen, Map<String, Object> status) {
        return remember(cluster.patchStatusUnchanged(ref(seen.getMetadata().getName()), seen, status));
    }

    /** Changes metadata of an unchanged object, see {@link Cluster#patchUnchanged}: its lists are replaced whole. */
    public GenericKubernetesResource patchMetadataOf(GenericKubernetesResource seen, Map<String, Object> metadata) {
        String name = seen.getMetadata().getName();
        GenericKubernetesResource changed = cluster.patchUnchanged(ref(name), seen, Map.of("metadata", metadata));
        if (changed == null) {
            // The last finalizer of an object that is being deleted: some servers have nothing to answer then.
            written.remove(name);
            return seen;
        }
        return remember(changed);
    }

    private GenericKubernetesResource known(String name) {
        return get(name)
                .orElseThrow(() ->
                        new KubernetesClientException(ref(name) + " is gone", HttpURLConnection.HTTP_NOT_FOUND, null));
    }

    /** Asks for an object to be deleted. */
    public void delete(String name) {
        cluster.delete(ref(name));
    }

    /** Reads an object from the server itself, and takes it for the newest. */
    public Optional<GenericKubernetesResource> refresh(String name) {
        Optional<GenericKubernetesResource> fresh = cluster.get(ref(name));
        fresh.ifPresentOrElse(this::remember, () -> written.remove(name));
        return fresh;
    }

    /** Returns a reference to an object of this kind. */
    public ObjectRef ref(String name) {
        return new ObjectRef(kind, name);
    }

    /** Stops watching. */
    @Override
    public void close() {
        informer.stop();
    }

    /**
     * An object that is being deleted and has lost its last finalizer is gone: the server answers with it once more, and
     * the watch never will.
     */
    private GenericKubernetesResource remember(GenericKubernetesResource object) {
        String name = object.getMetadata().getName();
        boolean over = object.getMetadata().getDeletionTimestamp() != null
                && object.getFinalizers().isEmpty();
        if (over) {
            written.remove(name);
        } else {
            written.put(name, object);
        }
        return object;
    }

    /** Versions grow; that they are numbers is true of every API server there is. */
    private static long version(GenericKubernetesResource object) {
        String version = object.getMetadata().getResourceVersion();
        return version == null || version.isEmpty() ? 0 : Long.parseLong(version);
    }

    private void seen(GenericKubernetesResource object) {
        written.computeIfPresent(
                object.getMetadata().getName(), (name, own) -> version(object) >= version(own) ? null : own);
    }

    private final class Handler implements ResourceEventHandler<GenericKubernetesResource> {
        private final Consumer<GenericKubernetesResource> changed;

        Handler(Consumer<GenericKubernetesResource> changed) {
            this.changed = changed;
        }

        @Override
        public void onAdd(GenericKubernetesResource object) {
            seen(object);
            changed.accept(object);
        }

        @Override
        public void onUpdate(GenericKubernetesResource before, GenericKubernetesResource object) {
            seen(object);
            if (!Reports.only(before, object)) {
                changed.accept(object);
            }
        }

        @Override
        public void onDelete(GenericKubernetesResource object, boolean finalStateUnknown) {
            written.computeIfPresent(
                    object.getMetadata().getName(),
                    (name, own) -> own.getMetadata()
                                    .getUid()
                                    .equals(object.getMetadata().getUid())
                            ? null
                            : own);
            changed.accept(object);
        }
    }
}
