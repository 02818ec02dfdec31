package dev.siteagent.core.membership;

import dev.siteagent.core.waldur.WaldurResource;
import dev.siteagent.spi.BackendResource;
import dev.siteagent.spi.Resource;
import java.util.UUID;

/**
 * A resource that both sides have.
 *
 * @param known as Waldur has it
 * @param resource the same, for the backend
 * @param seen as the backend has it
 */
record Synced(WaldurResource known, Resource resource, BackendResource seen) {
    UUID uuid() {
        return resource.uuid();
    }

    UUID project() {
        return resource.project().uuid();
    }

    boolean restricted() {
        return known.restrictMemberAccess();
    }
}
