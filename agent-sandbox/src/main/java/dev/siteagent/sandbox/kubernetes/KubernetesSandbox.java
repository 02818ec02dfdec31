package dev.siteagent.sandbox.kubernetes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.siteagent.sandbox.http.Json;
import dev.siteagent.sandbox.http.RequestLog;
import dev.siteagent.sandbox.http.SandboxServer;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A simulated Kubernetes API server on 127.0.0.1, with the namespaces {@code default} and {@code kube-system}. What is
 * done through the methods here is what other clients of the cluster do. Thread-safe.
 */
public final class KubernetesSandbox implements AutoCloseable {
    private final ObjectStore store;
    private final Api api;
    private final SandboxServer server;

    private KubernetesSandbox(Clock clock) {
        this.store = new ObjectStore(clock);
        this.api = new Api(store);
        for (String name : List.of("default", "kube-system")) {
            store.create(new ObjectStore.Key(ResourceType.NAMESPACE, "", name), Json.object());
        }
        this.server =
                SandboxServer.start(SandboxServer.Options.named("kubernetes").withClock(clock), api, api);
    }

    /** Starts a server on any free port. */
    public static KubernetesSandbox start() {
        return new KubernetesSandbox(Clock.systemUTC());
    }

    /** Returns the address without a slash at the end. */
    public URI url() {
        return server.url();
    }

    /** Returns a kubeconfig, as text in JSON, which is YAML, too. */
    public String kubeconfig() {
        ObjectNode config = Json.object();
        config.put("apiVersion", "v1");
        config.put("kind", "Config");
        config.put("current-context", "sandbox");
        ObjectNode context = config.putArray("contexts").addObject();
        context.put("name", "sandbox");
        context.putObject("context").put("cluster", "sandbox").put("user", "sandbox");
        ObjectNode user = config.putArray("users").addObject();
        user.put("name", "sandbox");
        user.putObject("user");
        ObjectNode cluster = config.putArray("clusters").addObject();
        cluster.put("name", "sandbox");
        cluster.putObject("cluster").put("server", url().toString());
        return config.toString();
    }

    /** Returns the log of requests. */
    public RequestLog log() {
        return server.log();
    }

    /** Returns the errors of the simulation itself; a test expects none. */
    public List<Throwable> failures() {
        return server.failures();
    }

    /** Serves one more type, as if its definition were installed. */
    public void define(ResourceType type) {
        api.define(type);
    }

    /**
     * Adds who is told of each change as it happens. It must be quick: no other change can happen meanwhile, and it must
     * make none.
     */
    public void onChange(Consumer<Change> listener) {
        store.onChange(listener);
    }

    /**
     * Makes an object.
     *
     * @param namespace the namespace, empty for types without
     * @param object all but type, name and namespace
     */
    public void create(ResourceType type, String namespace, String name, ObjectNode object) {
        store.create(new ObjectStore.Key(type, namespace, name), object);
    }

    /** Returns an object, a copy. */
    public Optional<ObjectNode> get(ResourceType type, String namespace, String name) {
        return store.get(new ObjectStore.Key(type, namespace, name)).map(ObjectNode::deepCopy);
    }

    /** Returns all objects of a type in a namespace, copies. */
    public List<ObjectNode> list(ResourceType type, String namespace) {
        return store.list(type, namespace).objects().stream()
                .map(ObjectNode::deepCopy)
                .toList();
    }

    /** Changes fields of an object, all but its status, by a merge patch. */
    public void patch(ResourceType type, String namespace, String name, ObjectNode fields) {
        store.change(
                new ObjectStore.Key(type, namespace, name), false, object -> Patches.merge(object, fields.deepCopy()));
    }

    /** Changes fields of an object's status, by a merge patch. */
    public void patchStatus(ResourceType type, String namespace, String name, ObjectNode status) {
        ObjectNode fields = Json.object();
        fields.set("status", status.deepCopy());
        store.change(new ObjectStore.Key(type, namespace, name), true, object -> Patches.merge(object, fields));
    }

    /** Deletes an object; one with finalizers goes when the last of them went. */
    public void delete(ResourceType type, String namespace, String name) {
        store.delete(new ObjectStore.Key(type, namespace, name));
    }

    /** Stops serving. */
    @Override
    public void close() {
        server.close();
    }
}
