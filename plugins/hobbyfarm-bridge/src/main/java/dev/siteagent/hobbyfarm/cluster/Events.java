package dev.siteagent.hobbyfarm.cluster;

import dev.siteagent.hobbyfarm.model.Kind;
import dev.siteagent.hobbyfarm.model.RequestId;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells operators what happens, as Kubernetes events on the object that it happens to. The same event of the same object
 * is not told again for a while, and the id of a request in its message makes it no other one. An event that cannot be
 * written is logged and lost: it must not stop the work that it tells of. Thread-safe.
 */
public final class Events {
    private static final Logger log = LoggerFactory.getLogger(Events.class);
    private static final Duration SILENCE = Duration.ofMinutes(10);
    private static final int REMEMBERED = 5000;
    private static final int LONGEST_MESSAGE = 1024;

    private final Cluster cluster;
    private final Clock clock;
    private final Map<String, Instant> told = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Instant> eldest) {
            return size() > REMEMBERED;
        }
    };

    /**
     * Tells nothing yet.
     *
     * @param cluster where to
     * @param clock the time
     */
    public Events(Cluster cluster, Clock clock) {
        this.cluster = cluster;
        this.clock = clock;
    }

    /** Tells what went well. */
    public void normal(GenericKubernetesResource about, String reason, String message) {
        tell("Normal", about, reason, message);
    }

    /** Tells what went wrong, or what somebody must do. */
    public void warning(GenericKubernetesResource about, String reason, String message) {
        tell("Warning", about, reason, message);
    }

    private void tell(String type, GenericKubernetesResource about, String reason, String message) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        if (!isNews(about.getMetadata().getUid() + reason + RequestId.without(message), now)) {
            return;
        }
        String name = about.getMetadata().getName();
        log.info("{} {}: {}: {}", about.getKind(), name, reason, message);
        try {
            cluster.create(Kind.EVENT, event(type, about, reason, message, now));
        } catch (KubernetesClientException e) {
            log.warn("the event {} of {} {} cannot be written: {}", reason, about.getKind(), name, e.getMessage());
        }
    }

    private synchronized boolean isNews(String what, Instant now) {
        Instant last = told.get(what);
        if (last != null && now.isBefore(last.plus(SILENCE))) {
            return false;
        }
        told.remove(what);
        told.put(what, now);
        return true;
    }

    private GenericKubernetesResource event(
            String type, GenericKubernetesResource about, String reason, String message, Instant now) {
        String name = about.getMetadata().getName();
        Map<String, Object> involved = new LinkedHashMap<>();
        involved.put("apiVersion", about.getApiVersion());
        involved.put("kind", about.getKind());
        involved.put("name", name);
        involved.put("namespace", cluster.namespace());
        involved.put("uid", about.getMetadata().getUid());
        GenericKubernetesResource event = Kind.EVENT.object(name + "." + UUID.randomUUID());
        event.setAdditionalProperty("involvedObject", involved);
        event.setAdditionalProperty("type", type);
        event.setAdditionalProperty("reason", reason);
        event.setAdditionalProperty(
                "message", message.length() > LONGEST_MESSAGE ? message.substring(0, LONGEST_MESSAGE) : message);
        event.setAdditionalProperty("source", Map.of("component", "hobbyfarm-bridge"));
        event.setAdditionalProperty("firstTimestamp", now.toString());
        event.setAdditionalProperty("lastTimestamp", now.toString());
        event.setAdditionalProperty("count", 1);
        return event;
    }
}
