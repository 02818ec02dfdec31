package dev.siteagent.hobbyfarm.reconcile;

import dev.siteagent.spi.Machines.Machine;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** What the cloud last said about each machine, by its id; from listings, for those who write it down. Thread-safe. */
final class Sightings {
    private final Map<String, Sighting> latest = new ConcurrentHashMap<>();

    /** What the cloud said. */
    sealed interface Sighting {
        /** Returns when. */
        Instant at();

        /** It is there. */
        record Seen(Machine machine, Instant at) implements Sighting {}

        /** It is not there any more. */
        record Gone(String reason, Instant at) implements Sighting {}

        /** It could not be asked, for longer than a moment. */
        record Unknown(String reason, Instant at) implements Sighting {}
    }

    void put(String backend, String id, Sighting sighting) {
        latest.put(backend + "/" + id, sighting);
    }

    Optional<Sighting> of(String backend, String id) {
        return Optional.ofNullable(latest.get(backend + "/" + id));
    }

    void forget(String backend, String id) {
        latest.remove(backend + "/" + id);
    }
}
