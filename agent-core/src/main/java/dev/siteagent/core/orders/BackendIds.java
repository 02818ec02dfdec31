package dev.siteagent.core.orders;

import dev.siteagent.core.waldur.ProviderOfferings;
import dev.siteagent.core.waldur.Uuids;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.BackendIdTakenException;
import dev.siteagent.spi.CommonSettings;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.Resource;
import java.util.Locale;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Chooses backend ids where the host does: prefix and slug in lower case, then with {@code -0}, {@code -1} and so on as
 * long as an id is taken. Thread-safe.
 */
final class BackendIds {
    private static final Logger log = LoggerFactory.getLogger(BackendIds.class);

    private final ProviderOfferings offerings;
    private final UUID offering;
    private final CommonSettings settings;
    private final boolean namesFollowProject;

    /**
     * Ids of one offering.
     *
     * @param offerings where to ask whether an id was used before
     * @param offering the offering
     * @param settings prefix, retries and whether to ask
     * @param namesFollowProject whether ids follow the slug of the project instead of that of the resource
     */
    BackendIds(ProviderOfferings offerings, UUID offering, CommonSettings settings, boolean namesFollowProject) {
        this.offerings = offerings;
        this.offering = offering;
        this.settings = settings;
        this.namesFollowProject = namesFollowProject;
    }

    /** Makes a resource under an id. */
    @FunctionalInterface
    interface Creation {
        Outcome under(String id) throws BackendException, InterruptedException;
    }

    /**
     * Makes a resource under the first id that is free.
     *
     * @throws PermanentBackendException when all that may be tried are taken
     */
    Outcome tryEach(Resource resource, Creation creation) throws BackendException, InterruptedException {
        String base = base(resource);
        for (int suffix = -1; suffix < settings.backendIdMaxRetries(); suffix++) {
            String id = suffix < 0 ? base : base + "-" + suffix;
            if (usedBefore(id)) {
                log.info("The backend id {} was used before, trying the next one.", id);
                continue;
            }
            try {
                return creation.under(id);
            } catch (BackendIdTakenException e) {
                log.info("The backend id {} belongs to another resource, trying the next one.", e.takenId());
            }
        }
        throw new PermanentBackendException("No backend id is free: " + base + " and its "
                + settings.backendIdMaxRetries() + " successors are taken. Remove what is no longer needed, or raise"
                + " backend_id_max_retries.");
    }

    private String base(Resource resource) {
        String slug = namesFollowProject ? resource.project().slug() : resource.slug();
        String name = slug.isBlank() ? Uuids.hex(resource.uuid()) : slug;
        return (settings.allocationPrefix() + name).toLowerCase(Locale.ROOT);
    }

    private boolean usedBefore(String id) throws InterruptedException {
        return settings.checkBackendIdUniqueness()
                && !offerings.isUniqueBackendId(offering, id, settings.checkAllOfferings());
    }
}
