package dev.siteagent.core.orders;

import dev.siteagent.core.waldur.Listing;
import dev.siteagent.core.waldur.ResourceApiKey;
import dev.siteagent.core.waldur.ResourceApiKeys;
import dev.siteagent.spi.ApiKeysBackend;
import dev.siteagent.spi.ApiKeysBackend.ApiKey;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.Resource;
import dev.siteagent.spi.TransientBackendException;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives a new resource its API keys: two, of which one can be rotated while the other is in use. Only what is missing is
 * made. A key works on the backend before Waldur hears of it. Thread-safe.
 */
final class ApiKeyProvision {
    private static final Logger log = LoggerFactory.getLogger(ApiKeyProvision.class);
    private static final int WANTED = 2;

    private final ApiKeysBackend backend;
    private final ResourceApiKeys keys;
    private final ErrorExposure exposure;

    ApiKeyProvision(ApiKeysBackend backend, ResourceApiKeys keys, ErrorExposure exposure) {
        this.backend = backend;
        this.keys = keys;
        this.exposure = exposure;
    }

    /**
     * Provides the keys. A backend that cannot make them is no reason to fail the order: the keys that Waldur waits for
     * are marked as erred.
     *
     * @param resource the resource, with a backend id
     * @throws TransientBackendException when the backend cannot make them now
     */
    void provide(Resource resource) throws TransientBackendException, InterruptedException {
        Listing<ResourceApiKey> known = keys.listOfResource(resource.uuid());
        try {
            prune(resource, known);
            for (int made = known.items().size(); made < WANTED; made++) {
                ApiKey key = backend.mintKey(resource);
                keys.reportCreated(resource.uuid(), key.clientId(), key.key());
            }
            if (known.items().size() < WANTED) {
                // An attempt that died between a key and its report left one that nobody knows: with none reported
                // there was nothing to prune by at the start.
                prune(resource, keys.listOfResource(resource.uuid()));
            }
        } catch (TransientBackendException e) {
            throw e;
        } catch (BackendException e) {
            log.warn("The API keys of {} cannot be made: {}", resource, e.getMessage());
            markErred(known, e.getMessage());
        }
    }

    /** Drops keys that an earlier attempt made and did not report; only on the word of a whole list that has any. */
    private void prune(Resource resource, Listing<ResourceApiKey> known) throws BackendException, InterruptedException {
        Optional<Set<String>> reported = ReportedKeys.all(known);
        if (reported.isPresent()) {
            backend.pruneKeys(resource.backendId().orElseThrow(), reported.get());
        }
    }

    private void markErred(Listing<ResourceApiKey> known, String reason) throws InterruptedException {
        for (ResourceApiKey key : known.items()) {
            if (key.state() == ResourceApiKey.State.CREATING) {
                keys.setErred(key.uuid(), exposure.shown(reason));
            }
        }
    }
}
