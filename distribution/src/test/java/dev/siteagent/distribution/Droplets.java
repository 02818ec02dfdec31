package dev.siteagent.distribution;

import dev.siteagent.sandbox.digitalocean.Droplet;
import dev.siteagent.sandbox.waldur.NewOrder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/** Resources that have been there for long, each with its droplet. */
final class Droplets {
    private final List<UUID> resources = new ArrayList<>();

    /** Adds them to a site, whose rate limits do not count from then on. */
    Droplets(Site site, int count) {
        site.cloud().rateLimits().unlimited();
        for (int i = 0; i < count; i++) {
            Droplet droplet = site.cloud().addDroplet("web-" + i);
            UUID resource = site.waldur()
                    .addResource(
                            site.offering(),
                            site.project(),
                            NewOrder.named("web-" + i)
                                    .limit("cpu", 1)
                                    .limit("ram", 1024)
                                    .limit("disk", 25600),
                            Long.toString(droplet.id()));
            site.cloud()
                    .tagDroplet(
                            droplet.id(),
                            "waldur-resource:" + resource.toString().replace("-", ""));
            resources.add(resource);
        }
    }

    /** Writes a configuration that serves members, and no orders, of the offering of machines. */
    static Path configuration(Site site, Path folder) throws IOException {
        Path file = site.configuration(folder);
        return Files.writeString(
                file, Files.readString(file).replace("order_processing_backend", "membership_sync_backend"));
    }

    /** Returns one of the resources. */
    UUID any() {
        return resources.get(new Random().nextInt(resources.size()));
    }
}
