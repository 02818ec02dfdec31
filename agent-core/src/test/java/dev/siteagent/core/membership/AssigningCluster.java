package dev.siteagent.core.membership;

import dev.siteagent.spi.OfferingUser;
import dev.siteagent.spi.Project;
import dev.siteagent.spi.ProjectMirrorBackend;
import dev.siteagent.spi.Resource;
import dev.siteagent.spi.ResourceMirrorBackend;
import dev.siteagent.spi.TransientBackendException;
import dev.siteagent.spi.UsernameReconciliationBackend;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** A backend behind another Waldur: it assigns names and ids, and mirrors projects and dates. */
final class AssigningCluster extends TestCloud
        implements UsernameReconciliationBackend, ProjectMirrorBackend, ResourceMirrorBackend {
    /** Offering user to the name that it has here. */
    final Map<UUID, String> assigned = new HashMap<>();

    /** Whether mirroring fails. */
    boolean mirrorBroken;

    @Override
    public Map<UUID, String> assignedUsernames(Collection<OfferingUser> users) {
        return assigned;
    }

    @Override
    public void syncProject(Resource resource, Optional<Project> project) throws TransientBackendException {
        if (mirrorBroken) {
            throw new TransientBackendException("the other side is away", null);
        }
        calls.add("project " + project.map(Project::name).orElse("unknown"));
    }

    @Override
    public void syncProjectEndDate(Resource resource, Optional<Project> project) {
        calls.add("project end " + id(resource));
    }

    @Override
    public void syncEndDate(Resource resource) {
        calls.add("end " + id(resource));
    }

    @Override
    public Optional<String> effectiveId(Resource resource) {
        return Optional.of("there-" + id(resource));
    }
}
