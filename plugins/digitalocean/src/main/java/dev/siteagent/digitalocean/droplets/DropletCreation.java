package dev.siteagent.digitalocean.droplets;

import dev.siteagent.digitalocean.api.ApiException;
import dev.siteagent.digitalocean.api.ApiException.Subject;
import dev.siteagent.digitalocean.api.DigitalOceanApi;
import dev.siteagent.digitalocean.api.Droplet;
import dev.siteagent.digitalocean.api.DropletRequest;
import dev.siteagent.digitalocean.keys.KeyRing;
import dev.siteagent.digitalocean.order.OrderReading;
import dev.siteagent.digitalocean.order.OrderedDroplet;
import dev.siteagent.digitalocean.order.OwnerTag;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.Handle;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.Resource;
import dev.siteagent.spi.TransientBackendException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the droplet of a resource, exactly one, whatever happens in between.
 *
 * <p>Before the create is sent, the host stores a handle. Whoever finds that handle without having written it itself,
 * after a crash or a lost answer, knows that a droplet may exist which no listing shows yet, and waits for the listing
 * before it sends another. That wait counts from when the answer was lost or the handle was found: a create may have been
 * sent long after its handle was written.
 *
 * <p>The handle names the account, too: with another team's token no listing ever shows what the first one has.
 */
public final class DropletCreation {
    private static final Logger log = LoggerFactory.getLogger(DropletCreation.class);
    /** Before the account, in the handle. */
    private static final String WORD = "create@";

    /** After this time a key that was registered can be used. */
    private static final Duration KEY_LAG = Duration.ofMinutes(2);

    private final DigitalOceanApi api;
    private final OrderReading orders;
    private final KeyRing keys;
    private final DropletIndex index;
    private final DropletArrival arrival;
    private final AccountCheck account;
    private final ListingTrust trust;
    private final Clock clock;

    /** Creates that this process announced and has not sent. */
    private final Map<UUID, Handle> unsent = new ConcurrentHashMap<>();

    /** From when on the listing is waited for, where a create may have been sent. */
    private final Map<UUID, ListingLag> waits = new ConcurrentHashMap<>();

    /** Makes droplets for one offering. */
    public DropletCreation(
            DigitalOceanApi api,
            OrderReading orders,
            KeyRing keys,
            DropletIndex index,
            DropletArrival arrival,
            AccountCheck account,
            ListingTrust trust,
            Clock clock) {
        this.api = api;
        this.orders = orders;
        this.keys = keys;
        this.index = index;
        this.arrival = arrival;
        this.account = account;
        this.trust = trust;
        this.clock = clock;
    }

    /** Returns the tag that the resource's droplet carries. */
    static Owner ownerOf(Resource resource) {
        return new Owner(OwnerTag.of(resource.uuid()));
    }

    /** Checks the order and announces the create. */
    public Outcome start(Resource resource) throws BackendException, ApiException, InterruptedException {
        if (resource.backendId().isPresent()) {
            return step(resource, Handle.NONE, index.tagged(ownerOf(resource).tag()));
        }
        ListingLag lag = waits.get(resource.uuid());
        if (lag != null) {
            // An earlier order for the same resource ended while its create was looked for.
            return step(resource, lag.handle(), index.tagged(ownerOf(resource).tag()));
        }
        try {
            orders.read(resource);
        } catch (PermanentBackendException e) {
            // The settings may have changed since the droplet was made.
            List<Droplet> tagged = index.tagged(ownerOf(resource).tag());
            if (tagged.isEmpty()) {
                throw e;
            }
            return step(resource, Handle.NONE, tagged);
        }
        return announce(resource);
    }

    private Outcome announce(Resource resource) throws ApiException, InterruptedException {
        Handle handle = lagFromNow().handle();
        waits.remove(resource.uuid());
        unsent.put(resource.uuid(), handle);
        return Waiting.forHandle(
                Optional.empty(), handle, "the droplet of " + resource.name() + " is about to be made");
    }

    private ListingLag lagFromNow() throws ApiException, InterruptedException {
        return ListingLag.from(WORD + account.identity(), clock.instant());
    }

    /** The account that a handle names; empty for a handle that is none of a create. */
    private static Optional<String> accountIn(Handle handle) {
        String text = handle.text();
        int end = text.indexOf(' ');
        return text.startsWith(WORD) && end > 0 ? Optional.of(text.substring(WORD.length(), end)) : Optional.empty();
    }

    /** Forgets what is remembered of the resource's create: its order has ended. */
    public void forget(Resource resource) {
        unsent.remove(resource.uuid());
        waits.remove(resource.uuid());
        trust.forget(resource.uuid());
    }

    /**
     * Takes the next step.
     *
     * @param tagged the droplets with the resource's tag, as they are now
     */
    public Outcome step(Resource resource, Handle handle, List<Droplet> tagged)
            throws BackendException, ApiException, InterruptedException {
        Optional<Droplet> own = sole(resource, tagged);
        Optional<String> maker = accountIn(handle);
        if (own.isEmpty() && maker.isPresent()) {
            account.requireMaker(maker.get(), "The droplet of " + resource.name());
        }
        if (resource.backendId().isPresent() || own.isPresent()) {
            unsent.remove(resource.uuid());
            ListingLag lost = waits.remove(resource.uuid());
            if (lost != null) {
                trust.lost(resource.uuid(), lost.since());
            }
            return arrival.step(resource, own);
        }
        if (!handle.isEmpty() && handle.equals(unsent.get(resource.uuid()))) {
            return send(resource, handle);
        }
        if (maker.isEmpty()) {
            return announce(resource);
        }
        ListingLag fresh = lagFromNow();
        ListingLag lag = waits.computeIfAbsent(resource.uuid(), unused -> fresh);
        Duration left = lag.left(clock.instant());
        if (left.isZero()) {
            return announce(resource);
        }
        return Waiting.forListing(
                lag, left, "a droplet of " + resource.name() + " may have been made; waiting for the listing");
    }

    /** The one droplet that is the resource's; none when there is none. */
    private static Optional<Droplet> sole(Resource resource, List<Droplet> tagged) throws PermanentBackendException {
        Owner owner = ownerOf(resource);
        for (Droplet droplet : tagged) {
            owner.requireSole(droplet);
        }
        List<String> ids =
                tagged.stream().map(droplet -> Long.toString(droplet.id())).toList();
        Optional<String> other = resource.backendId().filter(id -> !tagged.isEmpty() && !ids.contains(id));
        if (ids.size() > 1 || other.isPresent()) {
            throw new PermanentBackendException("Resource " + resource.uuid() + " has more than one droplet: "
                    + String.join(", ", ids)
                    + other.map(id -> " by tag, and " + id + " by its backend id")
                            .orElse("")
                    + ". Destroy the one that is too many in DigitalOcean, then retry the order");
        }
        return tagged.stream().findFirst();
    }

    private Outcome send(Resource resource, Handle handle) throws BackendException, ApiException, InterruptedException {
        OrderedDroplet ordered = orders.read(resource);
        DropletRequest request = request(ordered, keys.idsOf(ordered.key()));
        // From here on only a definite refusal proves that nothing was made.
        unsent.remove(resource.uuid());
        try {
            return made(resource, request, api.createDroplet(request));
        } catch (ApiException e) {
            if (e.mayHaveTakenEffect()) {
                return lost(resource, handle, e);
            }
            unsent.put(resource.uuid(), handle);
            if (e instanceof ApiException.Invalid invalid && invalid.subject() == Subject.SSH_KEY) {
                throw keyRefused(ordered, handle, e);
            }
            throw e;
        }
    }

    /** A key that the account has is refused for a while after it was registered. */
    private BackendException keyRefused(OrderedDroplet ordered, Handle handle, ApiException refusal)
            throws BackendException, ApiException, InterruptedException {
        keys.forget();
        keys.idsOf(ordered.key());
        boolean fresh = ListingLag.of(handle, WORD + account.identity())
                .filter(sent -> sent.since().plus(KEY_LAG).isAfter(clock.instant()))
                .isPresent();
        String message = refusal.getMessage() + " It is " + ordered.key().described();
        return fresh
                ? new TransientBackendException(message, refusal)
                : new PermanentBackendException(message, refusal);
    }

    private Outcome made(Resource resource, DropletRequest request, Droplet droplet) {
        log.info(
                "Droplet {} ({}, {}, {}) is made for resource {}",
                droplet.id(),
                request.region(),
                request.size(),
                request.image(),
                resource.uuid());
        trust.made(resource.uuid(), droplet);
        return Waiting.forDroplet(droplet.id(), "is booting");
    }

    private Outcome lost(Resource resource, Handle handle, ApiException e) {
        log.warn("{}", e.getMessage());
        ListingLag lag = ListingLag.from(WORD + accountIn(handle).orElse(""), clock.instant());
        waits.put(resource.uuid(), lag);
        return Waiting.forListing(
                lag,
                lag.left(clock.instant()),
                "the answer to the create of " + resource.name() + " was lost; looking for the droplet");
    }

    private static DropletRequest request(OrderedDroplet ordered, List<Long> keyIds) {
        return new DropletRequest(
                ordered.name(),
                ordered.region(),
                ordered.size(),
                ordered.image(),
                keyIds,
                ordered.tags(),
                ordered.userData(),
                ordered.features());
    }
}
