package dev.siteagent.core.membership;

import dev.siteagent.core.orders.ErrorExposure;
import dev.siteagent.core.waldur.ProviderResources;
import dev.siteagent.core.waldur.ResourceState;
import dev.siteagent.core.waldur.WaldurException;
import dev.siteagent.core.waldur.WaldurRejectedException;
import dev.siteagent.core.waldur.WaldurResource;
import dev.siteagent.core.waldur.WaldurUnavailableException;
import dev.siteagent.spi.BackendNotReadyException;
import dev.siteagent.spi.TransientBackendException;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides what a failure means for a resource, and marks it as erred when it is the resource's own: never for an outage of
 * either side, nor for one that an order of the same time explains.
 */
final class Failures {
    private static final Logger log = LoggerFactory.getLogger(Failures.class);

    private final ProviderResources resources;
    private final Collection<ResourceState> handled;
    private final ErrorExposure exposure;

    /**
     * Judges the failures of one offering.
     *
     * @param resources where resources are
     * @param handled the states of resources that are synced
     * @param exposure how much of a failure customers may read
     */
    Failures(ProviderResources resources, Collection<ResourceState> handled, ErrorExposure exposure) {
        this.resources = resources;
        this.handled = List.copyOf(handled);
        this.exposure = exposure;
    }

    /** What a failure means. */
    enum Meaning {
        /** The resource failed. */
        FAILED,
        /** One of the sides is out of order; the next resource may meet the same. */
        OUTAGE,
        /** It is not the time for this resource. */
        LEFT
    }

    /** Judges a failure and notes what went wrong. */
    Meaning of(WaldurResource known, Throwable why, Notes notes) throws InterruptedException {
        if (why instanceof BackendNotReadyException
                || (why instanceof WaldurRejectedException e && (e.notFound() || e.wrongState()))) {
            log.info("The resource is left to the next cycle: {}", why.getMessage());
            return Meaning.LEFT;
        }
        if (isOutage(why)) {
            log.warn("The resource is left to the next cycle: {}", why.getMessage());
            notes.problem(why.getMessage());
            return Meaning.OUTAGE;
        }
        return failed(known, why, notes);
    }

    /** A token that may not do something says nothing of the resource, and will be told the same for the next. */
    static boolean isOutage(Throwable why) {
        return why instanceof TransientBackendException
                || why instanceof WaldurUnavailableException
                || (why instanceof WaldurRejectedException e && (e.status() == 401 || e.status() == 403));
    }

    private Meaning failed(WaldurResource known, Throwable why, Notes notes) throws InterruptedException {
        try {
            WaldurResource now = resources.get(known.uuid());
            if (!handled.contains(now.state())) {
                log.info("The resource is {} meanwhile, which explains why: {}", now.state(), why.getMessage());
                return Meaning.LEFT;
            }
            String message = exposure.message(why);
            log.warn("The resource failed: {}", message, why);
            notes.problem(message);
            if (now.state() != ResourceState.ERRED || !Objects.equals(now.errorMessage(), message)) {
                resources.setAsErred(known.uuid(), message, exposure.trace(why));
            }
            return Meaning.FAILED;
        } catch (WaldurRejectedException e) {
            if (e.notFound()) {
                return Meaning.LEFT;
            }
            notes.problem("it failed and could not be marked as erred: " + e.getMessage());
            return Meaning.FAILED;
        } catch (WaldurException e) {
            notes.problem("it failed and could not be marked as erred: " + e.getMessage());
            return Meaning.OUTAGE;
        }
    }
}
