package dev.siteagent.core.membership;

import dev.siteagent.core.waldur.WaldurException;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.Resource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs what must not fail a resource: a failure is logged, and the next cycle tries again. */
final class BestEffort {
    private static final Logger log = LoggerFactory.getLogger(BestEffort.class);

    private BestEffort() {}

    /** Something that may fail. */
    @FunctionalInterface
    interface Step {
        void take() throws BackendException, InterruptedException;
    }

    /**
     * Takes a step.
     *
     * @param what completes the sentence "Failed to … resource"
     */
    static void run(String what, Resource resource, Step step) throws InterruptedException {
        try {
            step.take();
        } catch (BackendException | WaldurException e) {
            log.warn("Failed to {} {}; the next cycle tries again. {}", what, resource, e.getMessage());
        } catch (RuntimeException | LinkageError e) {
            log.warn("Failed to {} {}, by a fault of the plugin; the next cycle tries again.", what, resource, e);
        }
    }
}
