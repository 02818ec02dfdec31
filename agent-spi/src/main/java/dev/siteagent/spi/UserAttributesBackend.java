package dev.siteagent.spi;

import java.util.Map;

/**
 * A backend that keeps profile attributes of users.
 *
 * @since 1.0.0
 */
public interface UserAttributesBackend extends ResourceBackend {
    /**
     * Takes over changed attributes. Idempotent.
     *
     * @param username by which the backend knows the user
     * @param attributes attribute name to new text, only those the offering's attribute configuration exposes; an empty
     *     text means that the value was removed
     * @throws BackendException when they were not taken over
     * @throws InterruptedException when the thread is interrupted
     */
    void updateUserAttributes(String username, Map<String, String> attributes)
            throws BackendException, InterruptedException;
}
