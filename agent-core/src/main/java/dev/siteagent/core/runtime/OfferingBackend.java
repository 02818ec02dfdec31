package dev.siteagent.core.runtime;

import dev.siteagent.core.config.OfferingConfiguration;
import dev.siteagent.core.waldur.WaldurClient;
import dev.siteagent.core.waldur.WaldurException;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.Component;
import dev.siteagent.spi.ResourceBackend;
import java.util.Map;
import java.util.Optional;

/**
 * The backend of a mode of an offering, and what Waldur says of the offering. Opened in the first cycle and kept. Used by
 * one thread at a time.
 */
final class OfferingBackend implements AutoCloseable {
    private final OfferingConfiguration offering;
    private final String name;
    private final WaldurClient waldur;
    private final BackendOpener opener;
    private Optional<OfferingFacts> facts = Optional.empty();
    private Map<String, Component> components = Map.of();
    private ResourceBackend backend;

    /**
     * Nothing is opened yet.
     *
     * @param offering the offering
     * @param name the backend's name
     * @param waldur Waldur's API
     * @param opener opens the backend
     */
    OfferingBackend(OfferingConfiguration offering, String name, WaldurClient waldur, BackendOpener opener) {
        this.offering = offering;
        this.name = name;
        this.waldur = waldur;
        this.opener = opener;
    }

    /**
     * Takes over what Waldur says of the offering now, and opens the backend if it is not open. Without Waldur a backend is
     * opened all the same the first time, since one that refuses is to be known at once.
     *
     * @return whether it was opened now
     * @throws BackendException when it refuses to serve the offering
     * @throws WaldurException when Waldur does not tell
     */
    boolean renew() throws BackendException, InterruptedException {
        boolean first = facts.isEmpty();
        OfferingFacts now;
        try {
            now = OfferingFacts.read(waldur, offering.uuid(), facts);
        } catch (WaldurException e) {
            if (backend == null) {
                backend = opener.open(offering, name, Optional.empty());
            }
            throw e;
        }
        if (first) {
            closeBackend();
            backend = opener.open(offering, name, Optional.of(now));
        }
        if (first || !now.equals(facts.get())) {
            components = opener.components(offering, name, Optional.of(now));
        }
        facts = Optional.of(now);
        return first;
    }

    /** Returns the backend, which {@link #renew} has opened. */
    ResourceBackend backend() {
        return backend;
    }

    /** Returns what Waldur said last. */
    OfferingFacts facts() {
        return facts.orElseThrow();
    }

    /** Returns the components that the backend has, by type. */
    Map<String, Component> components() {
        return components;
    }

    /** Closes the backend; throws nothing. */
    @Override
    public void close() {
        closeBackend();
    }

    private void closeBackend() {
        ResourceBackend closing = backend;
        backend = null;
        if (closing != null) {
            new BoundedClose().close("The backend of offering " + offering.name(), closing::close);
        }
    }
}
