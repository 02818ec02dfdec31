package dev.siteagent.sandbox.kubernetes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.siteagent.sandbox.http.Json;
import dev.siteagent.sandbox.http.Streaming;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Tells a client of each change of some objects, a line each, until it goes. */
final class Watch implements Streaming.Stream {
    private static final Duration LOOK = Duration.ofSeconds(1);

    private final ObjectStore store;
    private final Target target;
    private long seen;

    /**
     * Tells nothing yet.
     *
     * @param seen the version that the client knows
     */
    Watch(ObjectStore store, Target target, long seen) {
        this.store = store;
        this.target = target;
        this.seen = seen;
    }

    @Override
    public String contentType() {
        return "application/json";
    }

    @Override
    public void write(OutputStream out) throws IOException, InterruptedException {
        while (!Thread.currentThread().isInterrupted()) {
            for (Change change : store.after(seen, LOOK)) {
                seen = change.version();
                if (concerns(change)) {
                    out.write(line(change));
                    out.flush();
                }
            }
        }
    }

    private boolean concerns(Change change) {
        return change.type().equals(target.type())
                && (target.namespace().isEmpty() || target.namespace().equals(change.namespace()));
    }

    private static byte[] line(Change change) {
        ObjectNode event = Json.object();
        event.put("type", change.what().name());
        event.set("object", change.object());
        return (event + "\n").getBytes(StandardCharsets.UTF_8);
    }
}
