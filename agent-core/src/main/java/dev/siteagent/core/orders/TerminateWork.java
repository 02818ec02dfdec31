package dev.siteagent.core.orders;

import dev.siteagent.core.waldur.WaldurOrder;
import dev.siteagent.core.waldur.WaldurResource;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.Handle;
import dev.siteagent.spi.PendingWork;
import dev.siteagent.spi.Resource;
import dev.siteagent.spi.ResourceBackend;

/**
 * Terminate: deletes the resource. Without a backend id the backend looks for it by its own marks, since an earlier create
 * may have been lost.
 */
final class TerminateWork implements OrderWork {
    private final ResourceBackend backend;
    private final SpiRecords records;

    TerminateWork(ResourceBackend backend, SpiRecords records) {
        this.backend = backend;
        this.records = records;
    }

    @Override
    public Begun begin(WaldurOrder order, WaldurResource known) throws BackendException, InterruptedException {
        Resource resource = records.resource(known);
        return new Begun(PendingWork.Kind.DELETE, resource, backend.delete(resource));
    }

    @Override
    public PendingWork remembered(WaldurOrder order, WaldurResource known, Handle handle) {
        return new PendingWork(PendingWork.Kind.DELETE, records.resource(known), handle);
    }
}
