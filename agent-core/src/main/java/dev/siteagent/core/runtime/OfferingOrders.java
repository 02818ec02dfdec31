package dev.siteagent.core.runtime;

import dev.siteagent.core.config.OfferingConfiguration;
import dev.siteagent.core.orders.ErrorExposure;
import dev.siteagent.core.orders.OrderProcessor;
import dev.siteagent.core.orders.OrderReads;
import dev.siteagent.core.orders.ServedOffering;
import dev.siteagent.core.waldur.Sleeper;
import dev.siteagent.core.waldur.WaldurClient;
import dev.siteagent.core.waldur.WaldurException;
import dev.siteagent.core.waldur.WaldurOrder;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.BackendNotReadyException;
import dev.siteagent.spi.Component;
import dev.siteagent.spi.ResourceBackend;
import dev.siteagent.spi.TransientBackendException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The orders of one offering, cycle by cycle. Opens the backend in the first cycle and keeps it. What Waldur says of the
 * offering is read once a cycle, and not at all in a cycle without orders.
 *
 * <p>Thread-safe.
 */
final class OfferingOrders implements OrderSource, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(OfferingOrders.class);
    private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(5);

    private final ReentrantLock cycle = new ReentrantLock();
    private final OfferingConfiguration offering;
    private final String backendName;
    private final WaldurClient waldur;
    private final BackendOpener opener;
    private final ErrorExposure exposure;
    private final OrderReads reads;
    private Optional<OfferingFacts> facts = Optional.empty();
    private volatile Map<String, Component> components = Map.of();
    private volatile ResourceBackend backend;
    private OrderProcessor processor;

    /**
     * Orders of an offering.
     *
     * @param offering the offering
     * @param backendName the backend that carries its orders out
     * @param waldur Waldur's API
     * @param opener opens the backend
     * @param exposure how much of a failure customers may read
     */
    OfferingOrders(
            OfferingConfiguration offering,
            String backendName,
            WaldurClient waldur,
            BackendOpener opener,
            ErrorExposure exposure) {
        this.offering = offering;
        this.backendName = backendName;
        this.waldur = waldur;
        this.opener = opener;
        this.exposure = exposure;
        this.reads = new OrderReads(waldur.orders(), offering.uuid());
    }

    /** Returns what reads single orders. */
    OrderReads reads() {
        return reads;
    }

    /**
     * Returns the backend, which stays open until this is closed.
     *
     * @throws TransientBackendException when the first cycle has not begun yet, or no other will
     */
    ResourceBackend opened() throws TransientBackendException {
        ResourceBackend open = backend;
        if (open == null) {
            throw new TransientBackendException("the backend of offering " + offering.name() + " is not open", null);
        }
        return open;
    }

    /** Returns the components that the backend has, by type. */
    Map<String, Component> components() {
        return components;
    }

    @Override
    public Cycle begin() throws InterruptedException {
        cycle.lockInterruptibly();
        try {
            boolean first = processor == null;
            if (first) {
                open();
            }
            Optional<Cycle> unhealthy = preflight();
            if (unhealthy.isPresent()) {
                return unhealthy.get();
            }
            List<WaldurOrder> orders = reads.open();
            if (!first && !orders.isEmpty()) {
                renew();
            }
            return new Cycle.Orders(processor, orders);
        } catch (BackendException e) {
            return new Cycle.Disabled(e.getMessage());
        } finally {
            cycle.unlock();
        }
    }

    /**
     * Opens the backend. Without Waldur it is opened all the same, since a backend that refuses is to be known at once, and
     * opened again when Waldur has told what belongs to the offering.
     */
    private void open() throws BackendException, InterruptedException {
        try {
            facts = Optional.of(OfferingFacts.read(waldur, offering.uuid(), facts));
        } catch (WaldurException e) {
            if (backend == null) {
                backend = opener.open(offering, backendName, Optional.empty());
            }
            throw e;
        }
        closeBackend();
        backend = opener.open(offering, backendName, facts);
        components = opener.components(offering, backendName, facts);
        processor = newProcessor();
    }

    /** Takes over what Waldur says of the offering in this cycle. */
    private void renew() throws BackendException, InterruptedException {
        OfferingFacts now = OfferingFacts.read(waldur, offering.uuid(), facts);
        if (!now.equals(facts.orElseThrow())) {
            facts = Optional.of(now);
            components = opener.components(offering, backendName, facts);
        }
        processor = newProcessor();
    }

    private OrderProcessor newProcessor() {
        ServedOffering served = new ServedOffering(
                offering.uuid(),
                offering.common(),
                components,
                facts.flatMap(OfferingFacts::serviceProvider),
                facts.map(known -> known.offering().pluginOptions().namesFollowProject())
                        .orElse(false));
        return OrderProcessor.of(waldur, reads, backend, served, exposure, Sleeper.SYSTEM);
    }

    private Optional<Cycle> preflight() throws InterruptedException {
        if (!backend.traits().preflightEachCycle()) {
            return Optional.empty();
        }
        try {
            backend.preflight();
            return Optional.empty();
        } catch (BackendNotReadyException e) {
            return Optional.of(new Cycle.Skipped("the backend is not ready: " + e.getMessage(), false));
        } catch (BackendException e) {
            return Optional.of(new Cycle.Skipped("the backend cannot be worked with: " + e.getMessage(), true));
        }
    }

    /** Closes the backend; when a cycle still hangs, despite an interrupt, it is left to the end of the process. */
    @Override
    public void close() {
        boolean mine = false;
        try {
            mine = cycle.tryLock(CLOSE_PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!mine) {
            log.warn("The backend of offering {} is not closed, since it does not come back.", offering.name());
            return;
        }
        try {
            closeBackend();
        } finally {
            cycle.unlock();
        }
    }

    private void closeBackend() {
        ResourceBackend closing = backend;
        backend = null;
        if (closing != null) {
            new BoundedClose().close("The backend of offering " + offering.name(), closing::close);
        }
    }
}
