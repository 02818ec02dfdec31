package dev.siteagent.digitalocean.droplets;

import dev.siteagent.digitalocean.api.ApiException;
import dev.siteagent.digitalocean.api.Droplet;
import dev.siteagent.spi.PendingWork;
import dev.siteagent.spi.PendingWork.Kind;
import dev.siteagent.spi.Resource;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The droplets of all pending work that is due, looked up together. */
public final class WorkInHand {
    private static final Set<Kind> FOUND_BY_TAG = Set.of(Kind.CREATE, Kind.DELETE);

    private final Map<String, List<Droplet>> byTag;
    private final Map<Long, Droplet> byId;

    private WorkInHand(Map<String, List<Droplet>> byTag, Map<Long, Droplet> byId) {
        this.byTag = byTag;
        this.byId = byId;
    }

    /**
     * Looks up the droplets of the works.
     *
     * @param works what is due
     * @param index where to look
     */
    public static WorkInHand lookUp(Collection<PendingWork> works, DropletIndex index)
            throws ApiException, InterruptedException {
        Set<String> tags = new HashSet<>();
        Set<Long> ids = new HashSet<>();
        for (PendingWork work : works) {
            if (FOUND_BY_TAG.contains(work.kind())) {
                tags.add(DropletCreation.ownerOf(work.resource()).tag());
            } else {
                // One that is not a droplet's fails when its own turn comes.
                idOf(work.resource()).ifPresent(ids::add);
            }
        }
        return new WorkInHand(index.tagged(tags), index.byId(ids));
    }

    private static Optional<Long> idOf(Resource resource) {
        return resource.backendId().filter(id -> id.matches("[0-9]{1,18}")).map(Long::valueOf);
    }

    /** Returns the droplets with the resource's tag. */
    public List<Droplet> tagged(Resource resource) {
        return byTag.getOrDefault(DropletCreation.ownerOf(resource).tag(), List.of());
    }

    /** Returns the droplet with the resource's backend id, empty when there is none. */
    public Optional<Droplet> droplet(Resource resource) {
        return idOf(resource).map(byId::get);
    }
}
