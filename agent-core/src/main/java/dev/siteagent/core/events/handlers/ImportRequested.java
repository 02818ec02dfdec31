package dev.siteagent.core.events.handlers;

import dev.siteagent.core.events.EventHandler;
import dev.siteagent.core.events.EventMessage;
import dev.siteagent.core.events.EventMessage.ImportableResourcesRequested;
import dev.siteagent.core.imports.ResourceImport;
import dev.siteagent.core.waldur.ImportRequests;
import dev.siteagent.core.waldur.WaldurRejectedException;
import dev.siteagent.spi.BackendException;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers requests for what could be imported. Each ends, one way or the other. Thread-safe. */
public final class ImportRequested implements EventHandler {
    private static final Logger log = LoggerFactory.getLogger(ImportRequested.class);

    private final ImportRequests requests;
    private final Importing importing;

    /** Gives what carries a request out, as the offering is now. */
    @FunctionalInterface
    public interface Importing {
        /**
         * Returns it.
         *
         * @return empty when the backend cannot list what it has
         * @throws BackendException when it is not open
         */
        Optional<ResourceImport> get() throws BackendException;
    }

    /**
     * Answers requests.
     *
     * @param requests the requests at Waldur
     * @param importing carries them out
     */
    public ImportRequested(ImportRequests requests, Importing importing) {
        this.requests = requests;
        this.importing = importing;
    }

    @Override
    public CompletionStage<?> handle(EventMessage message) throws InterruptedException {
        UUID request = ((ImportableResourcesRequested) message).request();
        try {
            Optional<ResourceImport> carrying = importing.get();
            if (carrying.isPresent()) {
                carrying.get().carryOut(request);
            } else {
                refuse(request);
            }
            return CompletableFuture.completedFuture(null);
        } catch (BackendException e) {
            return CompletableFuture.failedFuture(e);
        } catch (WaldurRejectedException e) {
            // Waldur will say the same of it the next time.
            log.error("Import request {} is left: {}", request, e.getMessage());
            return CompletableFuture.completedFuture(null);
        }
    }

    private void refuse(UUID request) throws InterruptedException {
        log.error("Import request {} fails: the backend of the offering cannot list what it has.", request);
        requests.setErred(request, "The backend of this offering cannot list its resources.", "");
    }
}
