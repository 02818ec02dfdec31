package dev.siteagent.digitalocean.droplets;

import dev.siteagent.digitalocean.api.ApiException;
import dev.siteagent.digitalocean.api.Droplet;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.BackendResource;
import dev.siteagent.spi.Lookup;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.Resource;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Reads what many resources' droplets are like, a page at a time. */
public final class DropletReading {
    private final DropletIndex index;
    private final AccountCheck account;
    private final DropletView view;

    /** Reads the droplets of one offering. */
    public DropletReading(DropletIndex index, AccountCheck account, DropletView view) {
        this.index = index;
        this.account = account;
        this.view = view;
    }

    /** Returns one result for each resource. */
    public Map<UUID, Lookup<BackendResource>> read(Collection<Resource> resources)
            throws ApiException, InterruptedException {
        Map<UUID, Lookup<BackendResource>> results = new HashMap<>();
        Map<UUID, Long> ids = new HashMap<>();
        for (Resource resource : resources) {
            try {
                ids.put(resource.uuid(), DropletId.required(resource));
            } catch (PermanentBackendException e) {
                results.put(resource.uuid(), new Lookup.Failed<>(e));
            }
        }
        Set<Long> wanted = new HashSet<>(ids.values());
        Map<Long, Droplet> droplets = index.byId(wanted);
        String identity = wanted.isEmpty() ? "" : account.identity();
        for (Resource resource : resources) {
            Long id = ids.get(resource.uuid());
            if (id != null) {
                results.put(resource.uuid(), result(resource, droplets.get(id), identity));
            }
        }
        return results;
    }

    private Lookup<BackendResource> result(Resource resource, Droplet droplet, String identity)
            throws ApiException, InterruptedException {
        try {
            if (droplet == null || droplet.status() == Droplet.Status.ARCHIVE) {
                account.requireMakerOf(resource);
                return new Lookup.Absent<>(
                        "Droplet not found: " + resource.backendId().orElse("")
                                + " was destroyed outside Waldur. A new one would get a new id, so it is not made again;"
                                + " terminate the resource and order a new one");
            }
            DropletCreation.ownerOf(resource).requireNoOther(droplet);
            return new Lookup.Present<>(view.of(droplet, identity));
        } catch (BackendException e) {
            return new Lookup.Failed<>(e);
        }
    }
}
