package dev.siteagent.core.membership;

import dev.siteagent.spi.Resource;
import org.slf4j.MDC;

/** Puts the resource that is worked on into whatever is logged meanwhile. */
final class LogContext {
    private static final String RESOURCE = "resource";
    private static final String BACKEND_ID = "backend_id";

    private LogContext() {}

    static void enter(Resource resource) {
        MDC.put(RESOURCE, resource.uuid().toString());
        resource.backendId().ifPresent(id -> MDC.put(BACKEND_ID, id));
    }

    static void leave() {
        MDC.remove(RESOURCE);
        MDC.remove(BACKEND_ID);
    }
}
