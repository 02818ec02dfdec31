package dev.siteagent.digitalocean.droplets;

import dev.siteagent.digitalocean.api.ApiException;
import dev.siteagent.digitalocean.api.DigitalOceanApi;
import dev.siteagent.digitalocean.api.Droplet;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.Handle;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.Resource;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Destroys the droplet of a resource and does not believe it until DigitalOcean no longer knows the droplet.
 *
 * <p>Everything that carries the resource's tag is destroyed, since it would go on costing money, and nothing that
 * carries another owner's. A request that DigitalOcean ignored is made again.
 */
public final class DropletDeletion {
    private static final Logger log = LoggerFactory.getLogger(DropletDeletion.class);
    private static final String WORD = "missed";

    private final DigitalOceanApi api;
    private final DropletIndex index;
    private final AccountCheck account;
    private final Clock clock;

    /** Destroys droplets of one offering. */
    public DropletDeletion(DigitalOceanApi api, DropletIndex index, AccountCheck account, Clock clock) {
        this.api = api;
        this.index = index;
        this.account = account;
        this.clock = clock;
    }

    /** Takes the first step. */
    public Outcome start(Resource resource) throws BackendException, ApiException, InterruptedException {
        return step(
                resource,
                Handle.NONE,
                index.tagged(DropletCreation.ownerOf(resource).tag()));
    }

    /**
     * Takes the next step.
     *
     * @param tagged the droplets with the resource's tag, as they are now
     */
    public Outcome step(Resource resource, Handle handle, List<Droplet> tagged)
            throws BackendException, ApiException, InterruptedException {
        List<Droplet> alive = new ArrayList<>();
        for (Droplet target : targets(resource, tagged)) {
            if (destroy(target.id())) {
                alive.add(target);
            }
        }
        if (!alive.isEmpty()) {
            return destroying(resource, alive);
        }
        return resource.backendId().isPresent() ? confirmed(resource) : missed(resource, handle);
    }

    private List<Droplet> targets(Resource resource, List<Droplet> tagged)
            throws BackendException, ApiException, InterruptedException {
        Owner owner = DropletCreation.ownerOf(resource);
        List<Droplet> targets = new ArrayList<>(tagged);
        for (Droplet droplet : tagged) {
            owner.requireSole(droplet);
        }
        if (resource.backendId().isPresent()) {
            long id = DropletId.required(resource);
            boolean listed = tagged.stream().anyMatch(droplet -> droplet.id() == id);
            Optional<Droplet> recorded = listed ? Optional.empty() : index.byId(id);
            if (recorded.isPresent() && recorded.get().status() != Droplet.Status.ARCHIVE) {
                owner.requireNoOther(recorded.get());
                targets.add(recorded.get());
            }
        }
        return targets;
    }

    /** Asks for it and returns whether the droplet is still known: a listing may show one that is gone already. */
    private boolean destroy(long id) throws ApiException, InterruptedException {
        try {
            api.deleteDroplet(id);
            log.info("Droplet {} is asked to be destroyed", id);
            return true;
        } catch (ApiException.NotFound missed) {
            // Absence is what a look finds, and no more than a hint when it is the answer to a deletion.
            return index.byId(id)
                    .filter(droplet -> droplet.status() != Droplet.Status.ARCHIVE)
                    .isPresent();
        } catch (ApiException.Locked e) {
            log.debug("Droplet {} is asked again later: {}", id, e.getMessage());
            return true;
        }
    }

    /** The id that is recorded stays: with another in its place, the recorded droplet would be lost sight of. */
    private static Outcome destroying(Resource resource, List<Droplet> alive) {
        List<String> ids =
                alive.stream().map(droplet -> Long.toString(droplet.id())).toList();
        return Waiting.forDroplets(resource.backendId().orElse(ids.get(0)), ids, "being destroyed");
    }

    private Outcome confirmed(Resource resource) throws BackendException, ApiException, InterruptedException {
        account.requireMakerOf(resource);
        return Outcome.done();
    }

    /** Without an id only the listing tells, and it may not show yet what was made a moment ago. */
    private Outcome missed(Resource resource, Handle handle)
            throws BackendException, ApiException, InterruptedException {
        ListingLag lag = ListingLag.of(handle, WORD).orElseGet(() -> ListingLag.from(WORD, clock.instant()));
        Duration left = lag.left(clock.instant());
        return left.isZero()
                ? confirmed(resource)
                : Waiting.forListing(
                        lag, left, "no droplet of " + resource.name() + " is found; looking again to be certain");
    }
}
