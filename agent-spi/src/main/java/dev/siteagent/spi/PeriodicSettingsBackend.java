package dev.siteagent.spi;

import java.util.List;
import java.util.Map;

/**
 * A backend that applies the settings which usage policies of Waldur calculate: fair share, limits, resets.
 *
 * @since 1.0.0
 */
public interface PeriodicSettingsBackend extends ResourceBackend {
    /**
     * Applies settings. There is always an outcome, which the host reports to Waldur: a failure is reported with its
     * message.
     *
     * @param backendId the resource's id on the backend
     * @param settings what Waldur calculated, JSON values
     * @return what was done
     * @throws BackendException when they were not applied
     * @throws InterruptedException when the thread is interrupted
     */
    Applied applyPeriodicSettings(String backendId, Map<String, Object> settings)
            throws BackendException, InterruptedException;

    /**
     * What was done.
     *
     * @param actions the commands or requests, for people, without secrets
     */
    record Applied(List<String> actions) {
        /** Copies the list. */
        public Applied {
            actions = Records.copy(actions, "actions");
        }
    }
}
