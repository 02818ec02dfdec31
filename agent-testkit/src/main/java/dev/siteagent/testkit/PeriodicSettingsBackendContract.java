package dev.siteagent.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.PeriodicSettingsBackend;
import dev.siteagent.spi.PeriodicSettingsBackend.Applied;
import dev.siteagent.spi.Resource;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What {@link PeriodicSettingsBackend} promises: what it tells Waldur of settings is what became of them.
 *
 * @since 1.0.0
 */
@Timeout(120)
public abstract class PeriodicSettingsBackendContract extends BackendContract {
    /** Returns settings as Waldur calculates them, other than those of a new resource. */
    protected abstract Map<String, Object> settings();

    /** Returns other settings with the same names. */
    protected abstract Map<String, Object> otherSettings();

    /**
     * Returns what the cloud has of a resource's settings, by looking at the cloud itself and not by asking the backend.
     *
     * @param resource the resource
     * @return the settings, with names and values of the cloud
     * @throws Exception when it cannot be told, which fails the test
     */
    protected abstract Map<String, Object> onTheCloud(Resource resource) throws Exception;

    @Test
    void settingsThatAreToldToBeAppliedAreOnTheCloud() throws Exception {
        Resource resource = prepared("web");
        Map<String, Object> before = onTheCloud(resource);
        apply(settingsBackend(), resource, settings());
        Map<String, Object> after = onTheCloud(resource);
        assertThat(after).as("periodic settings: what is told to be applied is").isNotEqualTo(before);
        apply(settingsBackend(), resource, otherSettings());
        assertThat(onTheCloud(resource))
                .as("periodic settings: the later ones count, in whatever process")
                .isNotEqualTo(after);
    }

    @Test
    void settingsAppliedTwiceAreSuccessAndNothingNew() throws Exception {
        Resource resource = prepared("web");
        apply(settingsBackend(), resource, settings());
        Map<String, Object> once = onTheCloud(resource);
        apply(settingsBackend(), resource, settings());
        assertThat(onTheCloud(resource))
                .as("periodic settings: Waldur's event may come again, which changes nothing")
                .isEqualTo(once);
    }

    @Test
    void settingsOfOneResourceLeaveThoseOfAnotherAlone() throws Exception {
        PeriodicSettingsBackend backend = settingsBackend();
        Resource one = prepared("one");
        Resource other = prepared("other");
        apply(backend, one, settings());
        Map<String, Object> applied = onTheCloud(one);
        apply(backend, other, otherSettings());
        assertThat(onTheCloud(one))
                .as("periodic settings: they are those of one resource")
                .isEqualTo(applied);
    }

    @Test
    void settingsOfAResourceThatIsGoneAreAFailureWithItsReason() throws Exception {
        PeriodicSettingsBackend backend = settingsBackend();
        Resource gone = prepared("gone");
        deleted(backend, gone);
        assertThatThrownBy(() -> apply(backend, gone, settings()))
                .as("periodic settings: what was not applied is a failure, which Waldur is told")
                .isInstanceOfSatisfying(BackendException.class, failure -> assertThat(failure.getMessage())
                        .as("periodic settings: a failure says why")
                        .isNotBlank());
    }

    @Test
    void actionsShowNoSecret() throws Exception {
        PeriodicSettingsBackend backend = settingsBackend();
        Rules.showNoSecret(cloud().secrets(), backend, apply(backend, prepared("web"), settings()));
    }

    @Test
    void interruptedApplyingEndsSoonAndALaterOneFinishesTheWork() throws Exception {
        PeriodicSettingsBackend backend = settingsBackend();
        Resource resource = prepared("web");
        Map<String, Object> before = onTheCloud(resource);
        Rules.endsWhenInterrupted(() -> apply(backend, resource, settings()));
        apply(backend, resource, settings());
        assertThat(onTheCloud(resource)).isNotEqualTo(before);
    }

    private static Applied apply(PeriodicSettingsBackend backend, Resource resource, Map<String, Object> settings)
            throws BackendException, InterruptedException {
        Applied applied = backend.applyPeriodicSettings(resource.backendId().orElseThrow(), settings);
        assertThat(applied)
                .as("periodic settings: there is always an outcome, never null")
                .isNotNull();
        return applied;
    }

    private PeriodicSettingsBackend settingsBackend() throws BackendException {
        return (PeriodicSettingsBackend) open();
    }

    private Resource prepared(String name) throws BackendException, InterruptedException {
        return created(open(), ordered(name));
    }
}
