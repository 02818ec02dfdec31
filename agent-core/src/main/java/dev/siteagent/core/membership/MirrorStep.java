package dev.siteagent.core.membership;

import dev.siteagent.core.waldur.SourceProject;
import dev.siteagent.core.waldur.WaldurClient;
import dev.siteagent.core.waldur.WaldurException;
import dev.siteagent.spi.Project;
import dev.siteagent.spi.ProjectMirrorBackend;
import dev.siteagent.spi.ResourceBackend;
import dev.siteagent.spi.ResourceMirrorBackend;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a backend's mirror of projects and dates in line, best effort. Where it wants full projects, they are read once a
 * cycle, by page.
 */
final class MirrorStep {
    private static final Logger log = LoggerFactory.getLogger(MirrorStep.class);

    private final WaldurClient waldur;
    private final ResourceBackend backend;
    private final Optional<UUID> serviceProvider;
    private Map<UUID, Project> projects;

    /**
     * Mirrors in one cycle.
     *
     * @param waldur where projects are
     * @param backend who mirrors, if it can
     * @param serviceProvider whose projects these are; empty when Waldur names none
     */
    MirrorStep(WaldurClient waldur, ResourceBackend backend, Optional<UUID> serviceProvider) {
        this.waldur = waldur;
        this.backend = backend;
        this.serviceProvider = serviceProvider;
    }

    /** Mirrors the project of a resource. */
    void project(Synced resource) throws InterruptedException {
        if (backend instanceof ProjectMirrorBackend mirror) {
            Optional<Project> project = backend.traits().sourceProject()
                    ? Optional.ofNullable(projects().get(resource.project()))
                    : Optional.empty();
            BestEffort.run(
                    "mirror the project of",
                    resource.resource(),
                    () -> mirror.syncProject(resource.resource(), project));
            BestEffort.run(
                    "mirror the end date of the project of",
                    resource.resource(),
                    () -> mirror.syncProjectEndDate(resource.resource(), project));
        }
    }

    /** Mirrors the end date of a resource and records its effective id. */
    void resource(Synced resource, Notes notes) throws InterruptedException {
        if (backend instanceof ResourceMirrorBackend mirror) {
            BestEffort.run(
                    "mirror the end date of", resource.resource(), () -> mirror.syncEndDate(resource.resource()));
            BestEffort.run("record the effective id of", resource.resource(), () -> {
                Optional<String> id = mirror.effectiveId(resource.resource()).filter(text -> !text.isBlank());
                if (id.isPresent() && !id.equals(resource.resource().effectiveId())) {
                    waldur.resources().setEffectiveId(resource.uuid(), id.get());
                    notes.changed(true);
                }
            });
        }
    }

    private Map<UUID, Project> projects() throws InterruptedException {
        if (projects == null) {
            projects = new HashMap<>();
            try {
                if (serviceProvider.isPresent()) {
                    for (SourceProject project : waldur.serviceProviders().sourceProjects(serviceProvider.get())) {
                        if (project.uuid() != null) {
                            projects.put(project.uuid(), project(project));
                        }
                    }
                }
            } catch (WaldurException e) {
                log.warn("The projects cannot be read, so that mirrors get less: {}", e.getMessage());
            }
        }
        return projects;
    }

    private static Project project(SourceProject project) {
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("science_sub_domain_code", project.scienceSubDomainCode());
        metadata.put("end_date_updated_at", project.endDateUpdatedAt());
        return new Project(
                project.uuid(),
                text(project.slug()),
                text(project.name()),
                text(project.description()),
                Optional.ofNullable(project.startDate()),
                Optional.ofNullable(project.endDate()),
                text(project.kind()),
                project.isIndustry(),
                text(project.oecdCode()),
                metadata);
    }

    private static String text(String text) {
        return text == null ? "" : text;
    }
}
