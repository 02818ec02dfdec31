package dev.siteagent.docs;

import dev.siteagent.spi.Attempt;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.BackendResource;
import dev.siteagent.spi.CreateRequest;
import dev.siteagent.spi.Diagnosis;
import dev.siteagent.spi.Handle;
import dev.siteagent.spi.Lookup;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.PendingWork;
import dev.siteagent.spi.PendingWorkBackend;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.Resource;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** A backend whose machines take time to boot, as the pages show it. */
final class SlowBackend implements PendingWorkBackend {
    private static final Duration POLL_AFTER = Duration.ofSeconds(5);

    private final SlowCloud cloud;

    SlowBackend(SlowCloud cloud) {
        this.cloud = cloud;
    }

    @Override
    public Outcome create(CreateRequest request) throws BackendException {
        String mark = request.resource().uuid().toString();
        // Looks for the mark first: an earlier call may have made it, whose answer was lost.
        SlowCloud.Machine machine = cloud.find(mark).orElseGet(() -> cloud.make(mark));
        return outcome(machine);
    }

    @Override
    public Map<UUID, Attempt<Outcome>> poll(Collection<PendingWork> works) {
        Map<String, SlowCloud.Machine> all = cloud.list();
        Map<UUID, Attempt<Outcome>> results = new LinkedHashMap<>();
        for (PendingWork work : works) {
            SlowCloud.Machine machine = all.get(work.resource().uuid().toString());
            results.put(
                    work.resource().uuid(),
                    machine == null
                            ? new Attempt.Failed<>(new PermanentBackendException(
                                    "the machine of " + work.resource().name() + " is gone: order a new one"))
                            : new Attempt.Succeeded<>(outcome(machine)));
        }
        return results;
    }

    private static Outcome outcome(SlowCloud.Machine machine) {
        return machine.booted()
                ? Outcome.ready(BackendResource.ready(machine.id()))
                : new Outcome.Pending(
                        Optional.of(machine.id()), Handle.NONE, POLL_AFTER, "machine " + machine.id() + " is booting");
    }

    @Override
    public Outcome delete(Resource resource) {
        cloud.delete(resource.uuid().toString());
        return Outcome.done();
    }

    @Override
    public Map<UUID, Lookup<BackendResource>> read(Collection<Resource> resources) {
        Map<String, SlowCloud.Machine> all = cloud.list();
        Map<UUID, Lookup<BackendResource>> found = new LinkedHashMap<>();
        for (Resource resource : resources) {
            SlowCloud.Machine machine = all.get(resource.uuid().toString());
            found.put(
                    resource.uuid(),
                    machine == null
                            ? new Lookup.Absent<>("no machine has the mark " + resource.uuid())
                            : new Lookup.Present<>(
                                    BackendResource.ready(machine.id()).withReady(machine.booted())));
        }
        return found;
    }

    @Override
    public void ping() {
        // The cloud is in this process.
    }

    @Override
    public Diagnosis diagnose() {
        return new Diagnosis(List.of());
    }

    @Override
    public void close() {
        // Nothing is kept open.
    }
}
