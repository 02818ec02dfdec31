package dev.siteagent.digitalocean.droplets;

import dev.siteagent.digitalocean.api.ApiException;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.TransientBackendException;
import java.util.Optional;

/** Says to the host what a failed request means: {@link ApiException} has decided whether a repeat can help. */
public final class BackendFailures {
    private BackendFailures() {}

    /**
     * Returns the failure for the host.
     *
     * @param failure the failed request
     */
    public static BackendException of(ApiException failure) {
        if (!failure.retryable()) {
            return new PermanentBackendException(failure.getMessage(), failure);
        }
        TransientBackendException later = new TransientBackendException(failure.getMessage(), failure);
        return failure.retryAfterIfTold().map(later::retryAfter).orElse(later);
    }

    /**
     * Returns the same failure, naming a droplet that exists all the same.
     *
     * @param failure the failure
     * @param dropletId id of the droplet
     */
    static BackendException naming(BackendException failure, Optional<String> dropletId) {
        if (dropletId.isEmpty() || failure.backendId().isPresent()) {
            return failure;
        }
        if (failure instanceof PermanentBackendException permanent) {
            return permanent.withBackendId(dropletId.get());
        }
        return failure instanceof TransientBackendException later ? later.withBackendId(dropletId.get()) : failure;
    }
}
