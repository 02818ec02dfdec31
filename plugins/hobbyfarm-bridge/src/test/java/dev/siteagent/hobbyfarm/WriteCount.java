package dev.siteagent.hobbyfarm;

import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Between the bridge and the cluster: counts what is written, events and leases apart, and can take the cluster away. */
final class WriteCount implements Interceptor {
    private final ConcurrentLinkedQueue<String> writes = new ConcurrentLinkedQueue<>();
    private volatile boolean refusing;
    private volatile String last = "";

    /** Sends all requests but those of watches and leases to nowhere, as if the API server were gone. */
    void refuse(boolean refuse) {
        refusing = refuse;
    }

    /** Takes the cluster away right after the first write to a path, as if the bridge died then. */
    void refuseAfter(String path) {
        last = path;
    }

    boolean refusing() {
        return refusing;
    }

    @Override
    public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
        if (refusing && !request.uri().getPath().contains("/leases")) {
            builder.uri(URI.create("http://127.0.0.1:9/"));
        }
    }

    void watch(KubernetesClientBuilder builder) {
        builder.withHttpClientBuilderConsumer(http -> http.addOrReplaceInterceptor("count", this));
    }

    @Override
    public void after(HttpRequest request, HttpResponse<?> response, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
        String path = request.uri().getPath();
        boolean write = !request.method().equals("GET");
        if (write && !last.isEmpty() && path.endsWith(last)) {
            last = "";
            refusing = true;
        }
        if (write && !path.contains("/events") && !path.contains("/leases")) {
            writes.add(request.method() + " " + path + " " + response.code());
        }
    }

    int count() {
        return writes.size();
    }

    List<String> all() {
        return List.copyOf(writes);
    }

    void clear() {
        writes.clear();
    }
}
