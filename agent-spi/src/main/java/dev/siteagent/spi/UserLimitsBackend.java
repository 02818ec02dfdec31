package dev.siteagent.spi;

import java.util.Collection;
import java.util.Map;
import java.util.UUID;

/**
 * A backend that limits single users within a resource.
 *
 * @since 1.0.0
 */
public interface UserLimitsBackend extends ResourceBackend {
    /**
     * Reads the limits of all users of many resources, in bulk wherever possible.
     *
     * @return one result for each resource, by {@link Resource#uuid()}: username to component type to limit, in the units
     *     of {@link BackendTraits#limitUnits()}
     * @throws BackendException when nothing could be read
     * @throws InterruptedException when the thread is interrupted
     */
    Map<UUID, Lookup<Map<String, Map<String, Long>>>> userLimits(Collection<Resource> resources)
            throws BackendException, InterruptedException;

    /**
     * Sets the limits of one user. Idempotent.
     *
     * @param resource the resource, with a backend id
     * @param username by which the backend knows the user
     * @param limits component type to limit, in the units of {@link BackendTraits#limitUnits()}; components left out keep
     *     theirs
     * @throws BackendException when they were not set
     * @throws InterruptedException when the thread is interrupted
     */
    void setUserLimits(Resource resource, String username, Map<String, Long> limits)
            throws BackendException, InterruptedException;
}
