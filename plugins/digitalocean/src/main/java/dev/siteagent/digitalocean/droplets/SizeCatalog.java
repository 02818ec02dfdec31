package dev.siteagent.digitalocean.droplets;

import dev.siteagent.digitalocean.api.ApiException;
import dev.siteagent.digitalocean.api.DigitalOceanApi;
import dev.siteagent.digitalocean.api.Droplet;
import dev.siteagent.digitalocean.api.Size;
import dev.siteagent.spi.PermanentBackendException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The sizes that DigitalOcean has, read at most once an hour. Thread-safe. */
public final class SizeCatalog {
    private static final Duration FRESH = Duration.ofHours(1);

    private final DigitalOceanApi api;
    private final Clock clock;
    private volatile Listing listing = new Listing(List.of(), Instant.MIN);

    private record Listing(List<Size> sizes, Instant read) {}

    /**
     * Reads from an API.
     *
     * @param api the API
     * @param clock the time
     */
    public SizeCatalog(DigitalOceanApi api, Clock clock) {
        this.api = api;
        this.clock = clock;
    }

    /** Returns the size with the slug, empty when there is none. */
    Optional<Size> size(String slug) throws ApiException, InterruptedException {
        return sizes().stream().filter(size -> size.slug().equals(slug)).findFirst();
    }

    private List<Size> sizes() throws ApiException, InterruptedException {
        Listing known = listing;
        Instant now = clock.instant();
        if (known.read().isBefore(now.minus(FRESH))) {
            known = new Listing(api.sizes(), now);
            listing = known;
        }
        return known.sizes();
    }

    /**
     * Makes sure, before the droplet is switched off for it, that it can have the size.
     *
     * @throws PermanentBackendException when it cannot; says why
     */
    void requireReachable(Droplet droplet, String slug)
            throws PermanentBackendException, ApiException, InterruptedException {
        String start = "Droplet " + droplet.id() + " cannot be resized to " + slug + ": ";
        Size size = size(slug)
                .orElseThrow(() -> new PermanentBackendException(
                        start + "DigitalOcean has no such size. Correct size_mapping in backend_settings"));
        if (droplet.region() != null && !size.regions().contains(droplet.region())) {
            throw new PermanentBackendException(start + "the region " + droplet.region()
                    + " does not offer it. Choose limits that stand for a size of that region");
        }
        if (size.diskGib() < droplet.diskGib()) {
            throw new PermanentBackendException(start + "its disk of " + size.diskGib() + " GiB is smaller than the "
                    + droplet.diskGib() + " GiB that the droplet has, and a disk cannot shrink. Choose larger limits");
        }
    }
}
