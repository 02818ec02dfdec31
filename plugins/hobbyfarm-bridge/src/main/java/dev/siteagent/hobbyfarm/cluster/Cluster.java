package dev.siteagent.hobbyfarm.cluster;

import dev.siteagent.hobbyfarm.model.Kind;
import dev.siteagent.hobbyfarm.model.ObjectRef;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * One namespace of the API server. Objects change by patches of the fields that the bridge owns, so that a write of
 * HobbyFarm's at the same time is never lost. Every method throws {@link KubernetesClientException} when the server
 * refuses or cannot be reached. Thread-safe.
 */
public final class Cluster {
    private static final PatchContext JSON = PatchContext.of(PatchType.JSON);

    private final KubernetesClient client;
    private final String namespace;

    /**
     * Opens nothing.
     *
     * @param client the connection, closed by its owner
     * @param namespace the namespace of all objects
     */
    public Cluster(KubernetesClient client, String namespace) {
        this.client = Objects.requireNonNull(client, "client");
        this.namespace = Objects.requireNonNull(namespace, "namespace");
    }

    /** Returns the namespace of all objects. */
    public String namespace() {
        return namespace;
    }

    /** Reads an object from the server itself, past all caches. */
    public Optional<GenericKubernetesResource> get(ObjectRef ref) {
        return Optional.ofNullable(resource(ref).get());
    }

    /** Lists all objects of a kind from the server itself, past all caches. */
    public List<GenericKubernetesResource> list(Kind kind) {
        return client.genericKubernetesResources(kind.context())
                .inNamespace(namespace)
                .list()
                .getItems();
    }

    /** Makes an object. */
    public GenericKubernetesResource create(Kind kind, GenericKubernetesResource object) {
        return client.genericKubernetesResources(kind.context())
                .inNamespace(namespace)
                .resource(object)
                .create();
    }

    /**
     * Changes fields of an object, all but its status.
     *
     * @param seen the object as it is known
     * @param fields the fields as they shall be, nulls for those that shall not be
     */
    public GenericKubernetesResource patch(ObjectRef ref, GenericKubernetesResource seen, Map<String, Object> fields) {
        return resource(ref).patch(JSON, Patch.of(seen, fields).json());
    }

    /**
     * Changes fields of an object, if nobody has changed the object since.
     *
     * @param seen the object as the change was worked out from
     * @param fields the fields as they shall be, nulls for those that shall not be
     * @throws KubernetesClientException with code 409 when somebody has
     */
    public GenericKubernetesResource patchUnchanged(
            ObjectRef ref, GenericKubernetesResource seen, Map<String, Object> fields) {
        return resource(ref).patch(JSON, Patch.ofUnchanged(seen, fields).json());
    }

    /**
     * Changes fields of an object's status.
     *
     * @param seen the object as it is known
     * @param status the fields as they shall be, nulls for those that shall not be
     */
    public GenericKubernetesResource patchStatus(
            ObjectRef ref, GenericKubernetesResource seen, Map<String, Object> status) {
        return resource(ref)
                .subresource("status")
                .patch(JSON, Patch.of(seen, Map.of("status", status)).json());
    }

    /**
     * Changes fields of an object's status, if nobody has changed the object since.
     *
     * @param seen the object as the change was worked out from
     * @param status the fields as they shall be, nulls for those that shall not be
     * @throws KubernetesClientException with code 409 when somebody has
     */
    public GenericKubernetesResource patchStatusUnchanged(
            ObjectRef ref, GenericKubernetesResource seen, Map<String, Object> status) {
        return resource(ref)
                .subresource("status")
                .patch(JSON, Patch.ofUnchanged(seen, Map.of("status", status)).json());
    }

    /** Asks for an object to be deleted; one that is gone already is success. */
    public void delete(ObjectRef ref) {
        resource(ref).delete();
    }

    private Resource<GenericKubernetesResource> resource(ObjectRef ref) {
        return client.genericKubernetesResources(ref.kind().context())
                .inNamespace(namespace)
                .withName(ref.name());
    }
}
