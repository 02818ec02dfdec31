package dev.siteagent.core.orders;

import dev.siteagent.core.waldur.Listing;
import dev.siteagent.core.waldur.ResourceApiKey;
import dev.siteagent.core.waldur.ResourceApiKey.State;
import dev.siteagent.core.waldur.ResourceApiKeys;
import dev.siteagent.core.waldur.WaldurRejectedException;
import dev.siteagent.spi.ApiKeysBackend;
import dev.siteagent.spi.ApiKeysBackend.ApiKey;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.ResourceBackend;
import dev.siteagent.spi.TransientBackendException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaces API keys: on the backend first, then at Waldur. A rotation whose report was lost is rotated again, which ends
 * with one key that works and that Waldur knows. Thread-safe.
 */
public final class ApiKeyRotation {
    private static final Logger log = LoggerFactory.getLogger(ApiKeyRotation.class);

    private final ResourceApiKeys keys;
    private final ErrorExposure exposure;

    /**
     * Rotates keys.
     *
     * @param keys the keys at Waldur
     * @param exposure how much of a failure customers may read
     */
    public ApiKeyRotation(ResourceApiKeys keys, ErrorExposure exposure) {
        this.keys = Objects.requireNonNull(keys, "keys");
        this.exposure = Objects.requireNonNull(exposure, "exposure");
    }

    /**
     * A key to rotate.
     *
     * @param uuid the key at Waldur
     * @param resource the resource
     * @param backendId the resource's id on the backend, not blank
     * @param clientId the public half of the key when the rotation was asked for, not blank
     */
    public record KeyToRotate(UUID uuid, UUID resource, String backendId, String clientId) {}

    /**
     * Rotates a key, unless Waldur has its new value already. What cannot be done is told to Waldur.
     *
     * @param backend the backend of the resource
     * @param key the key
     * @throws TransientBackendException when the backend cannot do it now; nothing was told to Waldur
     * @throws dev.siteagent.core.waldur.WaldurUnavailableException when Waldur cannot be reached; a key that the backend
     *     has replaced is replaced once more when this is repeated
     */
    public void rotate(ResourceBackend backend, KeyToRotate key)
            throws TransientBackendException, InterruptedException {
        Listing<ResourceApiKey> listed = keys.listOfResource(key.resource());
        Optional<ResourceApiKey> current = listed.items().stream()
                .filter(each -> key.uuid().equals(each.uuid()))
                .findFirst();
        if (current.filter(each -> each.state() == State.OK).isPresent()) {
            log.debug("API key {} has been rotated already.", key.uuid());
            return;
        }
        // Another rotation may have changed the public half since this one was asked for.
        String clientId = current.filter(ReportedKeys::isNamed)
                .map(ResourceApiKey::clientId)
                .orElse(key.clientId());
        try {
            rotate(backend, key, clientId, ReportedKeys.all(listed));
        } catch (TransientBackendException e) {
            throw e;
        } catch (BackendException e) {
            erred(key, e);
        }
    }

    private void rotate(ResourceBackend backend, KeyToRotate key, String clientId, Optional<Set<String>> known)
            throws BackendException, InterruptedException {
        if (!(backend instanceof ApiKeysBackend withKeys)) {
            log.error(
                    "API key {} of resource {} cannot be rotated: the order_processing_backend has no API keys.",
                    key.uuid(),
                    key.resource());
            markErred(key, "The backend of this resource has no API keys.");
            return;
        }
        ApiKey rotated;
        try {
            rotated = withKeys.rotateKey(key.backendId(), clientId, known);
        } catch (RuntimeException | LinkageError e) {
            log.debug("The plugin failed by a fault.", e);
            erred(key, e);
            return;
        }
        report(key, rotated);
    }

    private void report(KeyToRotate key, ApiKey rotated) throws InterruptedException {
        try {
            keys.setKey(key.uuid(), rotated.clientId(), rotated.key());
            log.info("API key {} of resource {} was rotated.", key.uuid(), key.resource());
        } catch (WaldurRejectedException e) {
            log.error(
                    "API key {} of resource {} was rotated on the backend, and Waldur does not take it: {}",
                    key.uuid(),
                    key.resource(),
                    e.getMessage());
            markErred(key, "Waldur did not take the rotated key. Please rotate it again.");
        }
    }

    private void erred(KeyToRotate key, Throwable failure) throws InterruptedException {
        log.error("API key {} of resource {} cannot be rotated: {}", key.uuid(), key.resource(), failure.toString());
        markErred(key, exposure.message(failure));
    }

    private void markErred(KeyToRotate key, String message) throws InterruptedException {
        try {
            keys.setErred(key.uuid(), message);
        } catch (WaldurRejectedException e) {
            // Gone, or rotated by another agent meanwhile.
            log.warn("Waldur does not take API key {} for erred: {}", key.uuid(), e.getMessage());
        }
    }

    /**
     * Lists the keys of an offering whose rotation was asked for and never reported.
     *
     * @param offering the offering
     * @param before only keys that have not changed since
     */
    public List<KeyToRotate> stuck(UUID offering, Instant before) throws InterruptedException {
        return keys.listOfOffering(offering, State.UPDATING, before).items().stream()
                .filter(ApiKeyRotation::rotatable)
                .map(key -> new KeyToRotate(key.uuid(), key.resourceUuid(), key.resourceBackendId(), key.clientId()))
                .toList();
    }

    private static boolean rotatable(ResourceApiKey key) {
        boolean rotatable = key.uuid() != null
                && key.resourceUuid() != null
                && key.resourceBackendId() != null
                && !key.resourceBackendId().isBlank()
                && ReportedKeys.isNamed(key);
        if (!rotatable) {
            log.warn(
                    "API key {} has waited for its rotation for long; it cannot be rotated, since Waldur tells no"
                            + " backend id of its resource or no client id.",
                    key.uuid());
        }
        return rotatable;
    }
}
