package dev.siteagent.sandbox.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * All objects and the history of their changes. An object in it never changes: another takes its place, with a higher
 * version. Thread-safe.
 */
final class ObjectStore {
    private final Clock clock;
    private final Map<Key, ObjectNode> objects = new LinkedHashMap<>();
    private final List<Change> history = new ArrayList<>();
    private final List<Consumer<Change>> listeners = new CopyOnWriteArrayList<>();
    private long version = 1;

    /** Where an object is; the namespace is empty for one that is in none. */
    record Key(ResourceType type, String namespace, String name) {
        @Override
        public String toString() {
            return type.plural() + " \"" + name + "\"";
        }
    }

    /** Some objects, and the version of the store that they were read at. */
    record Listing(List<ObjectNode> objects, long version) {}

    ObjectStore(Clock clock) {
        this.clock = clock;
    }

    /** Adds who is told of each change, while no other can happen. */
    void onChange(Consumer<Change> listener) {
        listeners.add(listener);
    }

    synchronized ObjectNode create(Key key, ObjectNode sent) {
        if (objects.containsKey(key)) {
            throw Failure.alreadyExists(key.toString());
        }
        ObjectNode object = sent.deepCopy();
        object.put("apiVersion", key.type().apiVersion());
        object.put("kind", key.type().kind());
        ObjectNode metadata = object.withObject("/metadata");
        metadata.put("name", key.name());
        if (key.type().namespaced()) {
            metadata.put("namespace", key.namespace());
        }
        metadata.put("uid", UUID.randomUUID().toString());
        metadata.put("creationTimestamp", now());
        metadata.put("generation", 1);
        metadata.remove("deletionTimestamp");
        if (key.type().statusSubresource()) {
            object.remove("status");
        }
        record(Change.What.ADDED, key, object, object);
        return object;
    }

    synchronized Optional<ObjectNode> get(Key key) {
        return Optional.ofNullable(objects.get(key));
    }

    /**
     * Lists objects of a type.
     *
     * @param namespace of this namespace only, empty for all
     */
    synchronized Listing list(ResourceType type, String namespace) {
        List<ObjectNode> found = new ArrayList<>();
        objects.forEach((key, object) -> {
            if (key.type().equals(type)
                    && (namespace.isEmpty() || key.namespace().equals(namespace))) {
                found.add(object);
            }
        });
        return new Listing(List.copyOf(found), version);
    }

    /**
     * Changes an object, either its status or all else. Nothing happens when it stays the same; it is gone when it is being
     * deleted and its last finalizer goes.
     *
     * @param status whether the status is changed
     * @param change changes a copy; a version in it other than the object's is a conflict
     */
    synchronized ObjectNode change(Key key, boolean status, Consumer<ObjectNode> change) {
        ObjectNode before = objects.get(key);
        if (before == null) {
            throw Failure.notFound(key.toString());
        }
        ObjectNode wanted = before.deepCopy();
        change.accept(wanted);
        String expected = wanted.path("metadata").path("resourceVersion").asText();
        if (!expected.isEmpty() && !expected.equals(text(before, "resourceVersion"))) {
            throw Failure.conflict(key.toString());
        }
        ObjectNode after = key.type().statusSubresource() ? part(before, wanted, status) : wanted;
        keepIdentity(before, after);
        if (after.equals(before)) {
            return before;
        }
        boolean over = !text(after, "deletionTimestamp").isEmpty()
                && after.path("metadata").path("finalizers").isEmpty();
        record(over ? Change.What.DELETED : Change.What.MODIFIED, key, before, after);
        return after;
    }

    /** A write of the status leaves all else as it is, and the other way round. */
    private static ObjectNode part(ObjectNode before, ObjectNode wanted, boolean status) {
        ObjectNode base = (status ? before : wanted).deepCopy();
        JsonNode kept = (status ? wanted : before).get("status");
        if (kept == null) {
            base.remove("status");
        } else {
            base.set("status", kept);
        }
        return base;
    }

    private static void keepIdentity(ObjectNode before, ObjectNode after) {
        ObjectNode metadata = after.withObject("/metadata");
        for (String field : List.of(
                "name",
                "namespace",
                "uid",
                "creationTimestamp",
                "deletionTimestamp",
                "generation",
                "resourceVersion")) {
            JsonNode value = before.path("metadata").get(field);
            if (value == null) {
                metadata.remove(field);
            } else {
                metadata.set(field, value);
            }
        }
        for (String field : List.of("apiVersion", "kind")) {
            after.set(field, before.get(field));
        }
    }

    /** Deletes an object, or marks it while it has finalizers. */
    synchronized ObjectNode delete(Key key) {
        ObjectNode before = objects.get(key);
        if (before == null) {
            throw Failure.notFound(key.toString());
        }
        if (!text(before, "deletionTimestamp").isEmpty()) {
            return before;
        }
        ObjectNode after = before.deepCopy();
        after.withObject("/metadata").put("deletionTimestamp", now());
        boolean waits = !before.path("metadata").path("finalizers").isEmpty();
        record(waits ? Change.What.MODIFIED : Change.What.DELETED, key, before, after);
        return after;
    }

    private void record(Change.What what, Key key, ObjectNode before, ObjectNode after) {
        version++;
        after.withObject("/metadata").put("resourceVersion", Long.toString(version));
        if (what == Change.What.DELETED) {
            objects.remove(key);
        } else {
            objects.put(key, after);
        }
        Change change = new Change(version, what, key.type(), before, after);
        history.add(change);
        notifyAll();
        listeners.forEach(listener -> listener.accept(change));
        if (what == Change.What.DELETED) {
            collect(text(after, "uid"));
        }
    }

    /** What an object that is gone owned is deleted, unless somebody else owns it, too. */
    private void collect(String owner) {
        List<Key> dependents = new ArrayList<>();
        objects.forEach((key, object) -> {
            JsonNode owners = object.path("metadata").path("ownerReferences");
            boolean dependent = false;
            boolean kept = false;
            for (JsonNode reference : owners) {
                String uid = reference.path("uid").asText();
                dependent |= uid.equals(owner);
                kept |= objects.values().stream()
                        .anyMatch(other -> text(other, "uid").equals(uid));
            }
            if (dependent && !kept) {
                dependents.add(key);
            }
        });
        for (Key key : dependents) {
            if (objects.containsKey(key)) {
                delete(key);
            }
        }
    }

    /**
     * Waits for changes.
     *
     * @param seen the version that is known already
     * @param patience the longest wait
     * @return all changes since, oldest first; none when nothing happened in that time
     */
    synchronized List<Change> after(long seen, Duration patience) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        for (long left = patience.toMillis();
                version <= seen && left > 0;
                left = (end - System.nanoTime()) / 1_000_000) {
            wait(left);
        }
        // Every change has a version of its own, from 2 on.
        int first = (int) Math.max(0, Math.min(history.size(), seen - 1));
        return List.copyOf(history.subList(first, history.size()));
    }

    private String now() {
        return clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private static String text(ObjectNode object, String field) {
        return object.path("metadata").path(field).asText();
    }
}
