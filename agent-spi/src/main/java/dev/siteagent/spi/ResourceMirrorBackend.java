package dev.siteagent.spi;

import java.util.Optional;

/**
 * A backend that mirrors a resource's end date and may give it another id for users.
 *
 * @since 1.0.0
 */
public interface ResourceMirrorBackend extends ResourceBackend {
    /**
     * Brings the end date on the backend into line with {@link Resource#endDate()}. Idempotent, best effort.
     *
     * @param resource the resource, with a backend id
     * @throws BackendException when it failed
     * @throws InterruptedException when the thread is interrupted
     */
    void syncEndDate(Resource resource) throws BackendException, InterruptedException;

    /**
     * Returns the id that users should see; the host reports it when it differs from {@link Resource#effectiveId()}.
     *
     * @param resource the resource, with a backend id
     * @return the id, or empty when there is none besides the backend id
     * @throws BackendException when it failed
     * @throws InterruptedException when the thread is interrupted
     */
    Optional<String> effectiveId(Resource resource) throws BackendException, InterruptedException;
}
