package dev.siteagent.hobbyfarm;

import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Counts what the bridge writes to the cluster; events and leases apart. */
final class WriteCount implements Interceptor {
    private final ConcurrentLinkedQueue<String> writes = new ConcurrentLinkedQueue<>();

    void watch(KubernetesClientBuilder builder) {
        builder.withHttpClientBuilderConsumer(http -> http.addOrReplaceInterceptor("count", this));
    }

    @Override
    public void after(HttpRequest request, HttpResponse<?> response, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
        String path = request.uri().getPath();
        boolean write = !request.method().equals("GET");
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
