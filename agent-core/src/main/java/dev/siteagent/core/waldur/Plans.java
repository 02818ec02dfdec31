package dev.siteagent.core.waldur;

import java.util.UUID;

/** The plans: {@code /api/marketplace-plans/}. Thread-safe. */
public final class Plans {
    private final WaldurHttp http;

    Plans(WaldurHttp http) {
        this.http = http;
    }

    /** Reads a plan. */
    public WaldurPlan get(UUID plan) throws InterruptedException {
        return http.one(
                WaldurCall.get(
                        "plans.get",
                        "read plan " + Uuids.hex(plan),
                        "/api/marketplace-plans/" + Uuids.hex(plan) + "/",
                        Query.NONE),
                WaldurPlan.class);
    }
}
