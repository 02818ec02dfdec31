package dev.siteagent.spi;

import java.util.Collection;
import java.util.Map;
import java.util.UUID;

/**
 * A backend that measures usage. {@link BackendTraits#usageCanDecrease()} says whether a month's usage only grows.
 *
 * @since 1.0.0
 */
public interface UsageBackend extends ResourceBackend {
    /**
     * Reads the usage of the current month of many resources, in bulk wherever possible. The month is that of {@link
     * BackendContext#clock()} in {@link BackendContext#timeZone()}.
     *
     * @return one result for each resource, by {@link Resource#uuid()}
     * @throws BackendException when nothing could be read
     * @throws InterruptedException when the thread is interrupted
     */
    Map<UUID, Lookup<Usage>> currentUsage(Collection<Resource> resources) throws BackendException, InterruptedException;
}
