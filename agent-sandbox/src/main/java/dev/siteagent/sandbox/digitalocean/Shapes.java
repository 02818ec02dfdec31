package dev.siteagent.sandbox.digitalocean;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.siteagent.sandbox.http.Json;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** The JSON of each thing, whole, as DigitalOcean sends it. */
final class Shapes {
    private static final List<String> REGION_FEATURES =
            List.of("backups", "ipv6", "metadata", "install_agent", "storage", "image_transfer");

    private final Catalogue catalogue;

    Shapes(Catalogue catalogue) {
        this.catalogue = catalogue;
    }

    ObjectNode droplet(Droplet droplet) {
        ObjectNode node = Json.object()
                .put("id", droplet.id())
                .put("name", droplet.name())
                .put("memory", droplet.memory())
                .put("vcpus", droplet.vcpus())
                .put("disk", droplet.disk());
        node.set("disk_info", diskInfo(droplet.disk()));
        node.put("locked", droplet.locked())
                .put("status", droplet.status().wire())
                .putNull("kernel")
                .put("created_at", time(droplet.createdAt()));
        node.set("features", Json.tree(droplet.features()));
        node.set("backup_ids", Json.array());
        node.putNull("next_backup_window");
        node.set("snapshot_ids", Json.tree(droplet.snapshots()));
        node.set("image", droplet.image() == null ? null : image(droplet.image()));
        node.set("volume_ids", Json.array());
        node.set("size", size(droplet.size()));
        node.put("size_slug", droplet.size().slug());
        node.set("networks", networks(droplet));
        node.set("region", region(droplet.region()));
        node.set("tags", Json.tree(droplet.tags()));
        node.put("vpc_uuid", droplet.vpcUuid());
        return node;
    }

    private static ObjectNode networks(Droplet droplet) {
        ArrayNode v4 = Json.array();
        if (droplet.privateIpv4() != null) {
            v4.add(network(droplet.privateIpv4(), "private")
                    .put("netmask", "255.255.0.0")
                    .put("gateway", ""));
        }
        if (droplet.publicIpv4() != null) {
            v4.add(network(droplet.publicIpv4(), "public")
                    .put("netmask", "255.254.0.0")
                    .put("gateway", "198.18.0.1"));
        }
        ArrayNode v6 = Json.array();
        if (droplet.publicIpv6() != null) {
            v6.add(network(droplet.publicIpv6(), "public").put("netmask", 64).put("gateway", "2001:db8:0:1010::1"));
        }
        ObjectNode networks = Json.object();
        networks.set("v4", v4);
        networks.set("v6", v6);
        return networks;
    }

    private static ObjectNode network(String address, String type) {
        return Json.object().put("ip_address", address).put("type", type);
    }

    ObjectNode action(Action action) {
        ObjectNode node = Json.object()
                .put("id", action.id())
                .put("status", action.status().wire())
                .put("type", action.type())
                .put("started_at", time(action.startedAt()))
                .put("completed_at", action.completedAt() == null ? null : time(action.completedAt()))
                .put("resource_id", action.dropletId())
                .put("resource_type", "droplet");
        node.set("region", region(action.region()));
        node.put("region_slug", action.region());
        return node;
    }

    JsonNode region(String slug) {
        return region(catalogue.region(slug).orElse(new Region(slug, slug, false)));
    }

    ObjectNode region(Region region) {
        ObjectNode node = Json.object().put("name", region.name()).put("slug", region.slug());
        node.set("features", Json.tree(REGION_FEATURES));
        node.put("available", region.available());
        node.set(
                "sizes",
                Json.tree(catalogue.sizes().stream()
                        .filter(size -> size.regions().contains(region.slug()))
                        .map(Size::slug)
                        .toList()));
        return node;
    }

    ObjectNode size(Size size) {
        ObjectNode node = Json.object()
                .put("slug", size.slug())
                .put("memory", size.memory())
                .put("vcpus", size.vcpus())
                .put("disk", size.disk())
                .put("transfer", size.transfer())
                .put("price_monthly", size.priceMonthly())
                .put("price_hourly", Math.round(size.priceMonthly() / 672 * 100_000) / 100_000.0);
        node.set("regions", Json.tree(size.regions()));
        node.put("available", true).put("description", size.description());
        node.set("networking_throughput", Json.tree(2000));
        node.set("disk_info", diskInfo(size.disk()));
        return node;
    }

    ObjectNode image(Image image) {
        ObjectNode node = Json.object()
                .put("id", image.id())
                .put("name", image.name())
                .put("distribution", image.distribution())
                .put("slug", image.slug())
                .put("public", image.slug() != null);
        node.set("regions", Json.tree(image.regions()));
        node.put("created_at", "2025-11-04T22:23:02Z")
                .put("min_disk_size", image.minDiskSize())
                .put("type", image.type())
                .put("size_gigabytes", 2.34)
                .put("description", image.distribution() + " " + image.name());
        node.set("tags", Json.array());
        node.put("status", "available");
        return node;
    }

    ObjectNode key(SshKey key) {
        return Json.object()
                .put("id", key.id())
                .put("public_key", key.publicKey())
                .put("name", key.name())
                .put("fingerprint", key.fingerprint());
    }

    ObjectNode tag(String name, long droplets, String lastTagged) {
        ObjectNode resources = Json.object();
        count(resources, droplets, lastTagged);
        count(resources.putObject("droplets"), droplets, lastTagged);
        for (String kind : List.of("images", "volumes", "volume_snapshots", "databases")) {
            resources.set(kind, Json.object().put("count", 0));
        }
        ObjectNode node = Json.object().put("name", name);
        node.set("resources", resources);
        return node;
    }

    private static void count(ObjectNode node, long count, String lastTagged) {
        node.put("count", count);
        if (lastTagged != null) {
            node.put("last_tagged_uri", lastTagged);
        }
    }

    ObjectNode account(Account account, int dropletLimit) {
        ObjectNode node = Json.object()
                .put("droplet_limit", dropletLimit)
                .put("floating_ip_limit", 5)
                .put("reserved_ip_limit", 5)
                .put("volume_limit", 100)
                .put("email", account.email())
                .put("name", account.teamName())
                .put("uuid", account.uuid())
                .put("email_verified", true)
                .put("status", "active")
                .put("status_message", "");
        node.set("team", Json.object().put("uuid", account.teamUuid()).put("name", account.teamName()));
        return node;
    }

    private static ArrayNode diskInfo(int gib) {
        ObjectNode disk = Json.object().put("type", "local");
        disk.set("size", Json.object().put("amount", gib).put("unit", "gib"));
        return Json.array().add(disk);
    }

    private static String time(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
