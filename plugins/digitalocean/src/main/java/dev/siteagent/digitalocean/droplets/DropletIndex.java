package dev.siteagent.digitalocean.droplets;

import dev.siteagent.digitalocean.api.ApiException;
import dev.siteagent.digitalocean.api.DigitalOceanApi;
import dev.siteagent.digitalocean.api.Droplet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;

/**
 * Finds droplets by tag and by id with as few requests as it takes.
 *
 * <p>Callers that come while a look-up is under way share the next one, so that hundreds at once cost a few listings.
 * Every look-up starts after it was asked for: its answer is never older than the question. Thread-safe.
 */
public final class DropletIndex {
    private final DigitalOceanApi api;
    private final UnaryOperator<Droplet> kept;
    private final TagSight sight;
    private final ReentrantLock running = new ReentrantLock();
    private final Object joining = new Object();
    private Batch next = new Batch();
    private volatile int pages = 1;

    /**
     * Looks into the account of an API's token, with all that DigitalOcean says of each droplet.
     *
     * @param api the API
     */
    public DropletIndex(DigitalOceanApi api) {
        this(api, UnaryOperator.identity());
    }

    /**
     * Looks into the account of an API's token.
     *
     * @param api the API
     * @param kept what is kept of each droplet of a listing
     */
    public DropletIndex(DigitalOceanApi api, UnaryOperator<Droplet> kept) {
        this.api = api;
        this.kept = kept;
        this.sight = new TagSight(api);
    }

    /**
     * Makes sure that droplets are seen with their tags, which tell whose they are. Every look-up does so, too.
     *
     * @throws ApiException.MissingScope when the token may not read tags
     */
    public void requireTags() throws ApiException, InterruptedException {
        sight.require();
    }

    private static final class Batch {
        private final Set<String> tags = new HashSet<>();
        private Map<String, List<Droplet>> found;
        private ApiException failure;

        boolean ended() {
            return found != null || failure != null;
        }
    }

    /**
     * Returns the droplets that carry each of the tags, without regard to case; archived ones are left out.
     *
     * @param wanted tags in lower case
     */
    public Map<String, List<Droplet>> tagged(Collection<String> wanted) throws ApiException, InterruptedException {
        if (wanted.isEmpty()) {
            return Map.of();
        }
        sight.require();
        Batch batch = join(wanted);
        running.lockInterruptibly();
        try {
            if (!batch.ended()) {
                run(batch);
            }
        } finally {
            running.unlock();
        }
        if (batch.failure != null) {
            throw batch.failure;
        }
        return batch.found;
    }

    /** Returns the droplets that carry the tag. */
    public List<Droplet> tagged(String tag) throws ApiException, InterruptedException {
        return tagged(List.of(tag)).getOrDefault(tag, List.of());
    }

    private Batch join(Collection<String> wanted) {
        synchronized (joining) {
            next.tags.addAll(wanted);
            return next;
        }
    }

    private void run(Batch batch) throws InterruptedException {
        synchronized (joining) {
            // Nobody may join what is about to start.
            if (next == batch) {
                next = new Batch();
            }
        }
        try {
            batch.found = batch.tags.size() <= pages ? oneByOne(batch.tags) : fromListing(batch.tags);
        } catch (ApiException e) {
            batch.failure = e;
        }
    }

    private Map<String, List<Droplet>> oneByOne(Set<String> tags) throws ApiException, InterruptedException {
        Map<String, List<Droplet>> found = new HashMap<>();
        for (String tag : tags) {
            addAll(found, api.allDropletsTagged(tag), Set.of(tag));
        }
        return found;
    }

    private Map<String, List<Droplet>> fromListing(Set<String> tags) throws ApiException, InterruptedException {
        Map<String, List<Droplet>> found = new HashMap<>();
        addAll(found, all(), tags);
        if (pages > 1) {
            // Pages shift while droplets come and go, so that one of them may have been on none.
            Set<String> missed = new HashSet<>(tags);
            missed.removeAll(found.keySet());
            if (missed.size() <= pages) {
                found.putAll(oneByOne(missed));
            } else {
                addAll(found, all(), missed);
            }
        }
        return found;
    }

    private static void addAll(Map<String, List<Droplet>> found, List<Droplet> droplets, Set<String> tags) {
        for (Droplet droplet : droplets) {
            if (droplet.status() == Droplet.Status.ARCHIVE) {
                continue;
            }
            droplet.tags().stream()
                    .map(tag -> tag.toLowerCase(Locale.ROOT))
                    .distinct()
                    .filter(tags::contains)
                    .forEach(tag -> found.computeIfAbsent(tag, unused -> new ArrayList<>())
                            .add(droplet));
        }
    }

    /**
     * Returns the droplets among the ids that a listing or single reads find. One that a listing lacks is read by itself
     * before it counts as absent: pages shift while droplets come and go.
     *
     * @param ids ids of droplets
     */
    public Map<Long, Droplet> byId(Set<Long> ids) throws ApiException, InterruptedException {
        Map<Long, Droplet> found = new HashMap<>();
        if (ids.isEmpty()) {
            return found;
        }
        sight.require();
        if (ids.size() > pages) {
            for (Droplet droplet : all()) {
                if (ids.contains(droplet.id())) {
                    found.put(droplet.id(), droplet);
                }
            }
        }
        for (Long id : ids) {
            if (!found.containsKey(id)) {
                byId(id).ifPresent(droplet -> found.put(id, droplet));
            }
        }
        return found;
    }

    /** Returns the droplet with the id, empty when DigitalOcean says that there is none. */
    public Optional<Droplet> byId(long id) throws ApiException, InterruptedException {
        sight.require();
        try {
            return Optional.of(api.droplet(id));
        } catch (ApiException.NotFound e) {
            return Optional.empty();
        }
    }

    /** Lists all droplets of the account and remembers how many pages that took. */
    private List<Droplet> all() throws ApiException, InterruptedException {
        List<Droplet> droplets = api.allDroplets(kept);
        pages = Math.max(1, (droplets.size() + DigitalOceanApi.PAGE_SIZE - 1) / DigitalOceanApi.PAGE_SIZE);
        return droplets;
    }
}
