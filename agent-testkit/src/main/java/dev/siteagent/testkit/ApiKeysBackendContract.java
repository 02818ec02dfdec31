package dev.siteagent.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.spi.ApiKeysBackend;
import dev.siteagent.spi.ApiKeysBackend.ApiKey;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.Resource;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What {@link ApiKeysBackend} promises: a key that Waldur shows works.
 *
 * @since 1.0.0
 */
@Timeout(120)
public abstract class ApiKeysBackendContract extends BackendContract {
    /**
     * Returns whether a key opens the resource, by trying it on the cloud itself and not by asking the backend.
     *
     * @param resource the resource
     * @param key the key
     * @throws Exception when it cannot be tried, which fails the test
     */
    protected abstract boolean works(Resource resource, ApiKey key) throws Exception;

    @Test
    void mintedKeyWorks() throws Exception {
        ApiKeysBackend backend = keysBackend();
        Resource resource = created(backend, ordered("web"));
        assertThat(works(resource, backend.mintKey(resource)))
                .as("API keys: a key is applied on the backend before it is told")
                .isTrue();
    }

    @Test
    void mintedKeysAreDifferentAndWorkBesideEachOther() throws Exception {
        ApiKeysBackend backend = keysBackend();
        Resource resource = created(backend, ordered("web"));
        ApiKey first = backend.mintKey(resource);
        ApiKey second = backend.mintKey(resource);
        assertThat(first.clientId()).as("API keys: each key is another").isNotEqualTo(second.clientId());
        assertThat(works(resource, first) && works(resource, second))
                .as("API keys: a further key leaves the first alone")
                .isTrue();
    }

    @Test
    void rotatedKeyWorksAndItsOldSecretDoesNot() throws Exception {
        ApiKeysBackend backend = keysBackend();
        Resource resource = created(backend, ordered("web"));
        ApiKey old = backend.mintKey(resource);
        ApiKey renewed = rotate(backend, resource, old, Optional.of(Set.of(old.clientId())));
        assertThat(renewed.key()).as("API keys: rotation gives a new secret").isNotEqualTo(old.key());
        assertThat(works(resource, renewed))
                .as("API keys: the new secret works")
                .isTrue();
        assertThat(works(resource, old))
                .as("API keys: the old secret works no more")
                .isFalse();
    }

    @Test
    void rotationThatDoesNotKnowTheOthersDropsNone() throws Exception {
        ApiKeysBackend backend = keysBackend();
        Resource resource = created(backend, ordered("web"));
        ApiKey other = backend.mintKey(resource);
        rotate(backend, resource, backend.mintKey(resource), Optional.empty());
        assertThat(works(resource, other))
                .as("API keys: with the known keys unknown, nothing may be dropped")
                .isTrue();
    }

    @Test
    void pruningDropsAllButTheKeysToKeepAndIsIdempotent() throws Exception {
        ApiKeysBackend backend = keysBackend();
        Resource resource = created(backend, ordered("web"));
        ApiKey kept = backend.mintKey(resource);
        ApiKey residue = backend.mintKey(resource);
        String id = resource.backendId().orElseThrow();
        backend.pruneKeys(id, Set.of(kept.clientId()));
        backend.pruneKeys(id, Set.of(kept.clientId()));
        assertThat(works(resource, kept))
                .as("API keys: pruning keeps what Waldur has")
                .isTrue();
        assertThat(works(resource, residue))
                .as("API keys: pruning drops the rest")
                .isFalse();
    }

    @Test
    void noTextShowsTheKey() throws Exception {
        ApiKeysBackend backend = keysBackend();
        Resource resource = created(backend, ordered("web"));
        ApiKey key = backend.mintKey(resource);
        Rules.showNoSecret(Set.of(key.key().reveal()), key.clientId(), key, backend, backend.diagnose());
    }

    private static ApiKey rotate(ApiKeysBackend backend, Resource resource, ApiKey key, Optional<Set<String>> known)
            throws BackendException, InterruptedException {
        return backend.rotateKey(resource.backendId().orElseThrow(), key.clientId(), known);
    }

    private ApiKeysBackend keysBackend() throws BackendException {
        return (ApiKeysBackend) open();
    }
}
