package dev.siteagent.digitalocean.droplets;

import dev.siteagent.digitalocean.api.Droplet;
import dev.siteagent.digitalocean.order.SizeMapping;
import dev.siteagent.spi.BackendResource;
import dev.siteagent.spi.BackendResource.Power;
import dev.siteagent.spi.Resource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What Waldur is shown of a droplet: limits, power, metadata. */
public final class DropletView {
    private static final String BACKEND_TYPE = "digitalocean";
    private static final String DROPLET = "droplet";
    private static final long MIB_PER_GIB = 1024;
    private static final long MIB_PER_TIB = 1024 * 1024;

    private final SizeMapping sizes;
    private final Set<String> components;

    /**
     * Shows the droplets of one offering.
     *
     * @param sizes the offering's size mapping
     * @param components its component types
     */
    public DropletView(SizeMapping sizes, Set<String> components) {
        this.sizes = sizes;
        this.components = Set.copyOf(components);
    }

    /**
     * Returns the droplet as Waldur sees it.
     *
     * @param droplet the droplet
     * @param account the account that has it
     */
    BackendResource of(Droplet droplet, String account) {
        return new BackendResource(
                Long.toString(droplet.id()),
                droplet.status() != Droplet.Status.NEW && droplet.status() != Droplet.Status.UNKNOWN,
                power(droplet),
                limits(droplet),
                metadata(droplet, account),
                List.of(),
                Optional.empty(),
                Optional.empty());
    }

    private static Power power(Droplet droplet) {
        return switch (droplet.status()) {
            case ACTIVE -> Power.ON;
            case OFF -> Power.OFF;
            case NEW, ARCHIVE, UNKNOWN -> Power.UNKNOWN;
        };
    }

    /** A size of the mapping shows its entry's numbers: others would flap between two ways to count. */
    private Map<String, Long> limits(Droplet droplet) {
        Map<String, Long> limits =
                new LinkedHashMap<>(sizes.limitsOf(droplet.sizeSlug()).orElseGet(() -> measured(droplet)));
        limits.keySet().retainAll(components);
        return limits;
    }

    private static Map<String, Long> measured(Droplet droplet) {
        Map<String, Long> limits = new LinkedHashMap<>();
        limits.put("cpu", (long) droplet.vcpus());
        limits.put("ram", (long) droplet.memoryMib());
        limits.put("disk", droplet.diskGib() * MIB_PER_GIB);
        if (droplet.transferTb() != null) {
            limits.put("transfer", Math.round(droplet.transferTb() * MIB_PER_TIB));
        }
        return limits;
    }

    /**
     * Returns what Waldur shows of a resource whose droplet is gone: not its addresses, which may be somebody else's by
     * now. The account stays as it was recorded, since a terminate must know which one to ask; where none was, this one
     * is not taken for it.
     *
     * @param resource the resource, with its metadata
     */
    public static Map<String, Object> withoutDroplet(Resource resource) {
        Map<String, Object> metadata = new LinkedHashMap<>(resource.metadata());
        metadata.remove(DROPLET);
        metadata.put("backend_type", BACKEND_TYPE);
        metadata.put("error", "Droplet not found");
        return metadata;
    }

    private static Map<String, Object> metadata(Droplet droplet, String account) {
        Map<String, Object> networks = new LinkedHashMap<>();
        networks.put("public_ipv4", droplet.networks().publicIpv4());
        networks.put("private_ipv4", droplet.networks().privateIpv4());
        networks.put("public_ipv6", droplet.networks().publicIpv6());
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("id", Long.toString(droplet.id()));
        shown.put("name", droplet.name());
        shown.put("status", droplet.status().slug());
        shown.put("region", droplet.region());
        shown.put("size_slug", droplet.sizeSlug());
        shown.put("image", droplet.image() == null ? null : droplet.image().reference());
        shown.put(
                "created_at",
                droplet.createdAt() == null ? null : droplet.createdAt().toString());
        shown.put("networks", networks);
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("backend_type", BACKEND_TYPE);
        metadata.put(DROPLET, shown);
        metadata.put(AccountCheck.METADATA_KEY, account);
        return metadata;
    }
}
