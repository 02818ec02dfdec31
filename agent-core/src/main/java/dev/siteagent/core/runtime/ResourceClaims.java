package dev.siteagent.core.runtime;

import dev.siteagent.core.membership.Claims;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which resources are worked on: one set for the process, so that no two orders, and no order and a synchronisation, work
 * on the same resource at once. A claim is not bound to a thread, since an order that waits keeps it. Thread-safe.
 */
final class ResourceClaims implements Claims {
    private final Set<UUID> claimed = ConcurrentHashMap.newKeySet();

    @Override
    public boolean claim(UUID resource) {
        return claimed.add(resource);
    }

    @Override
    public void release(UUID resource) {
        claimed.remove(resource);
    }
}
