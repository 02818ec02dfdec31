package dev.siteagent.core.events.handlers;

import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.ResourceBackend;

/** A backend of an offering, opened and closed by somebody else. */
@FunctionalInterface
public interface OpenBackend {
    /**
     * Returns the backend.
     *
     * @throws BackendException when it is not open
     */
    ResourceBackend get() throws BackendException;
}
