package dev.siteagent.core.orders;

import dev.siteagent.core.waldur.WaldurOrder;
import dev.siteagent.core.waldur.WaldurResource;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.BackendNotReadyException;
import dev.siteagent.spi.BackendResource;
import dev.siteagent.spi.BackendTraits;
import dev.siteagent.spi.CreateContext;
import dev.siteagent.spi.CreateRequest;
import dev.siteagent.spi.Handle;
import dev.siteagent.spi.Lookup;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.PendingWork;
import dev.siteagent.spi.PendingWorkBackend;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.Resource;
import dev.siteagent.spi.ResourceBackend;
import java.time.Duration;
import java.util.Optional;

/**
 * Create and restore: makes the resource, or goes on with the one that an earlier attempt made. A resource that has an id
 * is never made a second time as long as the backend still has it.
 */
final class CreateWork implements OrderWork {
    private static final Duration AT_ONCE = Duration.ofMillis(1);

    private final ResourceBackend backend;
    private final BackendTraits traits;
    private final BackendReads reads;
    private final BackendIds ids;
    private final CreateNeeds needs;
    private final SpiRecords records;

    CreateWork(
            ResourceBackend backend,
            BackendTraits traits,
            BackendReads reads,
            BackendIds ids,
            CreateNeeds needs,
            SpiRecords records) {
        this.backend = backend;
        this.traits = traits;
        this.reads = reads;
        this.ids = ids;
        this.needs = needs;
        this.records = records;
    }

    @Override
    public Begun begin(WaldurOrder order, WaldurResource known) throws BackendException, InterruptedException {
        Resource resource = records.resource(known, order);
        Outcome outcome = resource.backendId().isPresent() ? goOn(resource, known) : create(resource, known);
        return new Begun(PendingWork.Kind.CREATE, resource, outcome);
    }

    @Override
    public PendingWork remembered(WaldurOrder order, WaldurResource known, Handle handle) {
        return new PendingWork(PendingWork.Kind.CREATE, records.resource(known, order), handle);
    }

    private Outcome goOn(Resource resource, WaldurResource known) throws BackendException, InterruptedException {
        String id = resource.backendId().orElseThrow();
        Lookup<BackendResource> lookup = reads.read(resource);
        if (lookup instanceof Lookup.Failed<BackendResource> failed) {
            throw failed.why();
        }
        if (lookup instanceof Lookup.Present<BackendResource> present) {
            if (backend instanceof PendingWorkBackend) {
                // Its poll, and not the read, sees to it that this one is alone and in service.
                return new Outcome.Pending(Optional.of(id), Handle.NONE, AT_ONCE, id + " is there");
            }
            if (present.value().ready()) {
                return Outcome.ready(present.value());
            }
            throw new BackendNotReadyException(
                    "the resource with the backend id " + id + " exists and is not ready yet");
        }
        if (traits.ids() == BackendTraits.Ids.CHOSEN_BY_HOST) {
            return backend.create(new CreateRequest(resource, Optional.of(id), needs.of(known)));
        }
        String reason = ((Lookup.Absent<BackendResource>) lookup).reason();
        throw new PermanentBackendException("The resource was made under the backend id " + id
                + ", but the backend no longer has it: " + reason
                + " A new one would get another id; terminate this resource and order a new one.");
    }

    private Outcome create(Resource resource, WaldurResource known) throws BackendException, InterruptedException {
        CreateContext context = needs.of(known);
        return traits.ids() == BackendTraits.Ids.CHOSEN_BY_HOST
                ? ids.tryEach(resource, id -> backend.create(new CreateRequest(resource, Optional.of(id), context)))
                : backend.create(new CreateRequest(resource, Optional.empty(), context));
    }
}
