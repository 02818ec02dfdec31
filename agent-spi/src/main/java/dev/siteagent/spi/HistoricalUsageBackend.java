package dev.siteagent.spi;

import java.time.YearMonth;
import java.util.Collection;
import java.util.Map;
import java.util.UUID;

/**
 * A backend that knows the usage of past months.
 *
 * @since 1.0.0
 */
public interface HistoricalUsageBackend extends UsageBackend {
    /**
     * Reads the usage of a past month of many resources, in bulk wherever possible.
     *
     * @param resources the resources
     * @param month a month before the current one, in {@link BackendContext#timeZone()}
     * @return one result for each resource, by {@link Resource#uuid()}
     * @throws BackendException when nothing could be read
     * @throws InterruptedException when the thread is interrupted
     */
    Map<UUID, Lookup<Usage>> usageOf(Collection<Resource> resources, YearMonth month)
            throws BackendException, InterruptedException;
}
