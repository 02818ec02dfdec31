package dev.siteagent.spi;

import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * A backend whose resources have API keys. A key is applied on the backend first and reported to Waldur after, so that a
 * key Waldur shows always works.
 *
 * @since 1.0.0
 */
public interface ApiKeysBackend extends ResourceBackend {
    /**
     * Makes one key. The host calls it once for each key that is missing.
     *
     * @param resource the resource, with a backend id
     * @throws BackendException when no key works
     * @throws InterruptedException when the thread is interrupted
     */
    ApiKey mintKey(Resource resource) throws BackendException, InterruptedException;

    /**
     * Replaces the secret of a key.
     *
     * @param backendId the resource's id on the backend
     * @param clientId the public half of the key to rotate
     * @param known the public halves of all keys that Waldur has for the resource, so that residue of a lost rotation can
     *     be dropped; empty when unknown, and then nothing may be dropped
     * @return the key with its new secret; its public half may have changed
     * @throws BackendException when the old key is still the one that works
     * @throws InterruptedException when the thread is interrupted
     */
    ApiKey rotateKey(String backendId, String clientId, Optional<Set<String>> known)
            throws BackendException, InterruptedException;

    /**
     * Drops the keys that Waldur does not have. Called only with a complete, non-empty set.
     *
     * @param backendId the resource's id on the backend
     * @param keep the public halves of the keys to keep
     * @throws BackendException when it failed
     * @throws InterruptedException when the thread is interrupted
     */
    void pruneKeys(String backendId, Set<String> keep) throws BackendException, InterruptedException;

    /**
     * An API key.
     *
     * @param clientId its public half
     * @param key its secret half
     */
    record ApiKey(String clientId, Secret key) {
        /** Refuses nulls. */
        public ApiKey {
            Records.requireText(clientId, "clientId");
            Objects.requireNonNull(key, "key");
        }
    }
}
