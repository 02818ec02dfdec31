package dev.siteagent.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.Project;
import dev.siteagent.spi.Resource;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contracts of mirrors and settings find what is wrong, and nothing that is right. */
class MirrorContractsTest {
    @ParameterizedTest
    @ValueSource(classes = {Projects.class, Ends.class, Settings.class})
    void goodBackendPasses(Class<?> contract) {
        assertThat(Broken.rules(contract)).isEmpty();
    }

    @Test
    void endDateThatIsLostWithTheProjectIsFound() {
        assertThat(Broken.rules(Forgetful.class))
                .containsOnlyKeys("projectThatCouldNotBeFetchedLosesNothing")
                .hasEntrySatisfying("projectThatCouldNotBeFetchedLosesNothing", message -> assertThat(message)
                        .contains("is not one without an end"));
    }

    @Test
    void endDateThatCannotBeTakenAwayIsFound() {
        assertThat(Broken.rules(Lasting.class)).containsOnlyKeys("endDateIsMirroredMovedAndTakenAway");
    }

    @Test
    void idForUsersThatChangesIsFound() {
        assertThat(Broken.rules(Fickle.class)).containsOnlyKeys("idForUsersIsTheSameInANewProcess");
    }

    @Test
    void settingsThatAreToldButNotAppliedAreFound() {
        assertThat(Broken.rules(Promising.class))
                .containsKeys(
                        "settingsThatAreToldToBeAppliedAreOnTheCloud",
                        "settingsOfAResourceThatIsGoneAreAFailureWithItsReason");
    }

    @Test
    void actionsWithASecretAreFound() {
        assertThat(Broken.rules(Talkative.class)).containsOnlyKeys("actionsShowNoSecret");
    }

    static class Projects extends ProjectMirrorBackendContract {
        final FakeMirror.Shelf shelf = new FakeMirror.Shelf();

        FakeMirror backend(FakeCloud cloud) {
            return new FakeMirror(cloud, shelf);
        }

        @Override
        protected BackendFixture fixture() {
            return new FakeCloud(this::backend);
        }

        @Override
        protected Optional<String> mirroredName(Resource resource) {
            return Optional.ofNullable(shelf.names.get(resource.project().uuid()));
        }

        @Override
        protected Optional<LocalDate> mirroredEndDate(Resource resource) {
            return Optional.ofNullable(shelf.ends.get(resource.project().uuid()));
        }
    }

    static class Ends extends ResourceMirrorBackendContract {
        final FakeMirror.Shelf shelf = new FakeMirror.Shelf();

        FakeMirror backend(FakeCloud cloud) {
            return new FakeMirror(cloud, shelf);
        }

        @Override
        protected BackendFixture fixture() {
            return new FakeCloud(this::backend);
        }

        @Override
        protected Optional<LocalDate> mirroredEndDate(Resource resource) {
            return Optional.ofNullable(shelf.ends.get(resource.uuid()));
        }
    }

    static class Settings extends PeriodicSettingsBackendContract {
        final FakeMirror.Shelf shelf = new FakeMirror.Shelf();

        FakeMirror backend(FakeCloud cloud) {
            return new FakeMirror(cloud, shelf);
        }

        @Override
        protected BackendFixture fixture() {
            return new FakeCloud(this::backend);
        }

        @Override
        protected Map<String, Object> settings() {
            return Map.of("fairshare", 10);
        }

        @Override
        protected Map<String, Object> otherSettings() {
            return Map.of("fairshare", 20);
        }

        @Override
        protected Map<String, Object> onTheCloud(Resource resource) {
            return shelf.settings.getOrDefault(resource.backendId().orElseThrow(), Map.of());
        }
    }

    static class Forgetful extends Projects {
        @Override
        FakeMirror backend(FakeCloud cloud) {
            return new FakeMirror(cloud, shelf) {
                @Override
                public void syncProjectEndDate(Resource resource, Optional<Project> project) {
                    shelf.end(resource.project().uuid(), project.flatMap(Project::endDate));
                }
            };
        }
    }

    static class Lasting extends Ends {
        @Override
        FakeMirror backend(FakeCloud cloud) {
            return new FakeMirror(cloud, shelf) {
                @Override
                public void syncEndDate(Resource resource) {
                    resource.endDate().ifPresent(day -> shelf.ends.put(resource.uuid(), day));
                }
            };
        }
    }

    static class Fickle extends Ends {
        @Override
        FakeMirror backend(FakeCloud cloud) {
            return new FakeMirror(cloud, shelf) {
                @Override
                public Optional<String> effectiveId(Resource resource) {
                    return Optional.of("shown-" + cloud.next());
                }
            };
        }
    }

    static class Promising extends Settings {
        @Override
        FakeMirror backend(FakeCloud cloud) {
            return new FakeMirror(cloud, shelf) {
                @Override
                public Applied applyPeriodicSettings(String backendId, Map<String, Object> settings) {
                    return new Applied(List.of("we will see to it"));
                }
            };
        }
    }

    static class Talkative extends Settings {
        @Override
        FakeMirror backend(FakeCloud cloud) {
            return new FakeMirror(cloud, shelf) {
                @Override
                public Applied applyPeriodicSettings(String backendId, Map<String, Object> settings)
                        throws BackendException {
                    super.applyPeriodicSettings(backendId, settings);
                    return new Applied(List.of("login --password hunter2"));
                }
            };
        }
    }
}
