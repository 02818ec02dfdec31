package dev.siteagent.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.Project;
import dev.siteagent.spi.ProjectMirrorBackend;
import dev.siteagent.spi.Resource;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What {@link ProjectMirrorBackend} promises: the mirror shows what Waldur has, however often it is told.
 *
 * @since 1.0.0
 */
@Timeout(120)
public abstract class ProjectMirrorBackendContract extends BackendContract {
    private static final String NAME = "Astronomy";
    private static final String RENAMED = "Radio astronomy";
    private static final LocalDate END = LocalDate.of(2031, 5, 17);

    /**
     * Returns the name of a resource's project on the cloud, by looking at the cloud itself and not by asking the backend.
     *
     * @param resource a resource of the project
     * @return the name, or empty when there is none
     * @throws Exception when it cannot be told, which fails the test
     */
    protected abstract Optional<String> mirroredName(Resource resource) throws Exception;

    /**
     * Returns the end date of a resource's project on the cloud, by looking at the cloud itself.
     *
     * @param resource a resource of the project
     * @return the day, or empty when the project never ends
     * @throws Exception when it cannot be told, which fails the test
     */
    protected abstract Optional<LocalDate> mirroredEndDate(Resource resource) throws Exception;

    @Test
    void projectIsMirroredAndAnotherProcessFollowsItsNewName() throws Exception {
        Resource resource = prepared("web");
        sync(mirror(), resource, NAME, Optional.empty());
        assertThat(mirroredName(resource))
                .as("project mirror: the project's name is on the cloud")
                .contains(NAME);
        sync(mirror(), resource, RENAMED, Optional.empty());
        assertThat(mirroredName(resource))
                .as("project mirror: a project that was renamed is, in whatever process")
                .contains(RENAMED);
    }

    @Test
    void endDateIsMirroredMovedAndTakenAway() throws Exception {
        Resource resource = prepared("web");
        for (Optional<LocalDate> end : ends()) {
            sync(mirror(), resource, NAME, end);
            assertThat(mirroredEndDate(resource))
                    .as("project mirror: the end date is on the cloud, empty for never")
                    .isEqualTo(end);
        }
    }

    @Test
    void projectSyncedTwiceIsSuccessAndNothingNew() throws Exception {
        ProjectMirrorBackend backend = mirror();
        Resource resource = prepared("web");
        sync(backend, resource, NAME, Optional.of(END));
        sync(backend, resource, NAME, Optional.of(END));
        assertThat(mirroredName(resource))
                .as("project mirror: syncing is idempotent")
                .contains(NAME);
        assertThat(mirroredEndDate(resource))
                .as("project mirror: syncing is idempotent")
                .contains(END);
    }

    @Test
    void projectOfOneResourceLeavesThatOfAnotherAlone() throws Exception {
        ProjectMirrorBackend backend = mirror();
        Resource one = prepared("one");
        Resource other = prepared("other");
        sync(backend, one, NAME, Optional.of(END));
        sync(backend, other, RENAMED, Optional.empty());
        assertThat(mirroredName(one))
                .as("project mirror: each project has its own mirror")
                .contains(NAME);
        assertThat(mirroredEndDate(one))
                .as("project mirror: each project has its own mirror")
                .contains(END);
    }

    @Test
    void projectThatCouldNotBeFetchedLosesNothing() throws Exception {
        ProjectMirrorBackend backend = mirror();
        Resource resource = prepared("web");
        sync(backend, resource, NAME, Optional.of(END));
        Resource known = of(resource, NAME, Optional.of(END));
        Rules.failsInAWayOfTheSpi(() -> {
            backend.syncProject(known, Optional.empty());
            return known;
        });
        Rules.failsInAWayOfTheSpi(() -> {
            backend.syncProjectEndDate(known, Optional.empty());
            return known;
        });
        assertThat(mirroredName(resource))
                .as("project mirror: a project that could not be fetched keeps its name")
                .contains(NAME);
        assertThat(mirroredEndDate(resource))
                .as("project mirror: a project that could not be fetched is not one without an end")
                .contains(END);
    }

    @Test
    void interruptedSyncEndsSoon() throws Exception {
        ProjectMirrorBackend backend = mirror();
        Resource resource = of(prepared("web"), NAME, Optional.empty());
        Optional<Project> project = project(backend, resource, Optional.empty());
        Rules.endsWhenInterrupted(() -> {
            backend.syncProject(resource, project);
            backend.syncProjectEndDate(resource, project);
            return resource;
        });
        Rules.showNoSecret(cloud().secrets(), backend);
    }

    private static List<Optional<LocalDate>> ends() {
        return List.of(Optional.of(END), Optional.of(END.plusMonths(1)), Optional.empty());
    }

    private ProjectMirrorBackend mirror() throws BackendException {
        return (ProjectMirrorBackend) open();
    }

    private Resource prepared(String name) throws BackendException, InterruptedException {
        return created(open(), ordered(name));
    }

    private static void sync(
            ProjectMirrorBackend backend, Resource resource, String name, Optional<LocalDate> projectEnd)
            throws BackendException, InterruptedException {
        Resource known = of(resource, name, projectEnd);
        backend.syncProject(known, project(backend, known, projectEnd));
        backend.syncProjectEndDate(known, project(backend, known, projectEnd));
    }

    /** Returns a resource as Waldur tells it when its project has that name and both end that day. */
    private static Resource of(Resource resource, String projectName, Optional<LocalDate> projectEnd) {
        Resource.ProjectRef project = resource.project();
        return new Resource(
                resource.uuid(),
                resource.name(),
                resource.slug(),
                resource.backendId(),
                resource.effectiveId(),
                resource.state(),
                new Resource.ProjectRef(
                        project.uuid(), project.slug(), projectName, project.customerUuid(), project.customerSlug()),
                resource.plan(),
                resource.limits(),
                resource.attributes(),
                resource.options(),
                resource.metadata(),
                projectEnd);
    }

    /** Returns what the host hands over: the full project for a backend that wants it, else nothing. */
    private static Optional<Project> project(
            ProjectMirrorBackend backend, Resource resource, Optional<LocalDate> projectEnd) {
        Resource.ProjectRef ref = resource.project();
        Project full = new Project(
                ref.uuid(), ref.slug(), ref.name(), "", Optional.empty(), projectEnd, "", false, "", Map.of());
        return backend.traits().sourceProject() ? Optional.of(full) : Optional.empty();
    }
}
