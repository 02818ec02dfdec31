package dev.siteagent.core.waldur;

import java.util.List;
import java.util.UUID;

/** The projects that the agent's user can see: {@code /api/projects/}. Thread-safe. */
public final class Projects {
    private final WaldurHttp http;

    Projects(WaldurHttp http) {
        this.http = http;
    }

    /** Lists the projects with this slug. */
    public List<WaldurProject> listBySlug(String slug) throws InterruptedException {
        return list("find the project " + slug, Query.NONE.and("slug", slug));
    }

    /** Lists the projects of a customer. */
    public List<WaldurProject> listOfCustomer(UUID customer) throws InterruptedException {
        return list("list the projects of customer " + Uuids.hex(customer), Query.NONE.and("customer", customer));
    }

    private List<WaldurProject> list(String purpose, Query query) throws InterruptedException {
        return http.all(
                WaldurCall.get("projects.list", purpose, "/api/projects/", query.fieldsOf(WaldurProject.class)),
                WaldurProject.class);
    }
}
