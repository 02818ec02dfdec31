package dev.siteagent.spi;

import java.util.Optional;

/**
 * A backend that mirrors projects. Called once a resource and cycle of membership sync, best effort.
 *
 * @since 1.0.0
 */
public interface ProjectMirrorBackend extends ResourceBackend {
    /**
     * Brings the mirrored project's name, description and further metadata into line. Idempotent.
     *
     * @param resource a resource of the project, with a backend id
     * @param project the full project with {@link BackendTraits#sourceProject()}; empty without, or when it could not be
     *     fetched
     * @throws BackendException when it failed
     * @throws InterruptedException when the thread is interrupted
     */
    void syncProject(Resource resource, Optional<Project> project) throws BackendException, InterruptedException;

    /**
     * Brings the mirrored project's end date into line. Idempotent.
     *
     * @param resource a resource of the project, with a backend id
     * @param project as in {@link #syncProject}
     * @throws BackendException when it failed
     * @throws InterruptedException when the thread is interrupted
     */
    void syncProjectEndDate(Resource resource, Optional<Project> project) throws BackendException, InterruptedException;
}
