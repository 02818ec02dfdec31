package dev.siteagent.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.Resource;
import dev.siteagent.spi.ResourceMirrorBackend;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What {@link ResourceMirrorBackend} promises.
 *
 * @since 1.0.0
 */
@Timeout(120)
public abstract class ResourceMirrorBackendContract extends BackendContract {
    private static final LocalDate END = LocalDate.of(2031, 5, 17);
    private static final Optional<LocalDate> NEVER = Optional.empty();

    /**
     * Returns the end date of a resource on the cloud, by looking at the cloud itself and not by asking the backend.
     *
     * @param resource the resource
     * @return the day, or empty when the resource never ends
     * @throws Exception when it cannot be told, which fails the test
     */
    protected abstract Optional<LocalDate> mirroredEndDate(Resource resource) throws Exception;

    @Test
    void endDateIsMirroredMovedAndTakenAway() throws Exception {
        Resource resource = prepared("web");
        for (Optional<LocalDate> end : List.of(Optional.of(END), Optional.of(END.plusMonths(1)), NEVER)) {
            mirror().syncEndDate(ending(resource, end));
            assertThat(mirroredEndDate(resource))
                    .as("resource mirror: the end date is on the cloud, empty for never, in whatever process")
                    .isEqualTo(end);
        }
    }

    @Test
    void endDateSyncedTwiceIsSuccessAndNothingNew() throws Exception {
        ResourceMirrorBackend backend = mirror();
        Resource resource = ending(prepared("web"), Optional.of(END));
        backend.syncEndDate(resource);
        backend.syncEndDate(resource);
        assertThat(mirroredEndDate(resource))
                .as("resource mirror: syncing is idempotent")
                .contains(END);
    }

    @Test
    void endDateOfOneResourceLeavesThatOfAnotherAlone() throws Exception {
        ResourceMirrorBackend backend = mirror();
        Resource one = prepared("one");
        Resource other = prepared("other");
        backend.syncEndDate(ending(one, Optional.of(END)));
        backend.syncEndDate(ending(other, NEVER));
        assertThat(mirroredEndDate(one))
                .as("resource mirror: an end date is that of one resource")
                .contains(END);
    }

    @Test
    void idForUsersIsTheSameInANewProcess() throws Exception {
        Resource resource = prepared("web");
        Optional<String> shown = mirror().effectiveId(resource);
        assertThat(shown)
                .as("resource mirror: the id for users is there or empty, never null")
                .isNotNull();
        shown.ifPresent(id -> assertThat(id)
                .as("resource mirror: no id for users is empty, not blank")
                .isNotBlank());
        assertThat(mirror().effectiveId(resource))
                .as("resource mirror: the same resource has the same id for users")
                .isEqualTo(shown);
    }

    @Test
    void interruptedSyncEndsSoon() throws Exception {
        ResourceMirrorBackend backend = mirror();
        Resource resource = ending(prepared("web"), Optional.of(END));
        Rules.endsWhenInterrupted(() -> {
            backend.syncEndDate(resource);
            return resource;
        });
        Rules.endsWhenInterrupted(() -> backend.effectiveId(resource));
    }

    @Test
    void nothingThatPeopleSeeIsSecret() throws Exception {
        ResourceMirrorBackend backend = mirror();
        Rules.showNoSecret(cloud().secrets(), backend, backend.effectiveId(prepared("web")));
    }

    private ResourceMirrorBackend mirror() throws BackendException {
        return (ResourceMirrorBackend) open();
    }

    private Resource prepared(String name) throws BackendException, InterruptedException {
        return created(open(), ordered(name));
    }

    private static Resource ending(Resource resource, Optional<LocalDate> end) {
        return new Resource(
                resource.uuid(),
                resource.name(),
                resource.slug(),
                resource.backendId(),
                resource.effectiveId(),
                resource.state(),
                resource.project(),
                resource.plan(),
                resource.limits(),
                resource.attributes(),
                resource.options(),
                resource.metadata(),
                end);
    }
}
