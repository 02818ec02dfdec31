package dev.siteagent.spi;

/**
 * A backend whose resources can be paused, downscaled and restored. Called by membership sync for every resource, so
 * every method is idempotent and acts only when the state differs.
 *
 * @since 1.0.0
 */
public interface PowerBackend extends ResourceBackend {
    /**
     * Takes the resource out of service without losing data: Waldur says {@code paused}.
     *
     * @param resource the resource, with a backend id
     * @param current the resource as {@link ResourceBackend#read} found it in this cycle, so that an unchanged one costs
     *     no request
     * @return ready, or pending while it stops
     * @throws BackendException when it could not be paused
     * @throws InterruptedException when the thread is interrupted
     */
    Outcome pause(Resource resource, BackendResource current) throws BackendException, InterruptedException;

    /**
     * Reduces the resource to what the provider grants for free: Waldur says {@code downscaled}.
     *
     * @param resource the resource, with a backend id
     * @param current the resource as it was read in this cycle
     * @return ready, or pending while it changes
     * @throws BackendException when it could not be downscaled
     * @throws InterruptedException when the thread is interrupted
     */
    Outcome downscale(Resource resource, BackendResource current) throws BackendException, InterruptedException;

    /**
     * Brings the resource back to full service: Waldur says neither.
     *
     * @param resource the resource, with a backend id
     * @param current the resource as it was read in this cycle
     * @return ready, or pending while it starts
     * @throws BackendException when it could not be restored
     * @throws InterruptedException when the thread is interrupted
     */
    Outcome restore(Resource resource, BackendResource current) throws BackendException, InterruptedException;
}
