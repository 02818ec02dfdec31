package dev.siteagent.digitalocean;

import dev.siteagent.sandbox.digitalocean.DigitalOceanSandbox;
import dev.siteagent.sandbox.waldur.NewOrder;
import dev.siteagent.testkit.site.AgentSite;
import dev.siteagent.testkit.site.EndToEndContract;
import dev.siteagent.testkit.site.SiteBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;

/** The packaged plugin in the real agent, between a simulated Waldur and a simulated DigitalOcean. */
class DigitalOceanInTheAgentIT extends EndToEndContract {
    private static final Map<String, Map<String, Long>> SIZES = Map.of(
            "s-1vcpu-1gb", Map.of("cpu", 1L, "ram", 1024L, "disk", 25_600L),
            "s-2vcpu-4gb", Map.of("cpu", 2L, "ram", 4096L, "disk", 81_920L));

    private final DigitalOceanSandbox cloud = DigitalOceanSandbox.start(DigitalOceanSandbox.Options.usual());

    @AfterEach
    void close() {
        cloud.close();
    }

    @Override
    protected SiteBuilder site() {
        cloud.habits().bootDuration(Duration.ofMillis(500)).actionDuration(Duration.ofMillis(200));
        return AgentSite.serving("digitalocean")
                .jar(Path.of(System.getProperty("plugin.jar")))
                .settings(Map.of(
                        "api_url",
                        cloud.apiUrl(),
                        "token",
                        cloud.token(),
                        "default_region",
                        "ams3",
                        "default_image",
                        "ubuntu-24-04-x64",
                        "size_mapping",
                        SIZES))
                .component("cpu", "limit", "Cores")
                .component("ram", "limit", "MiB")
                .component("disk", "limit", "MiB");
    }

    @Override
    protected NewOrder order(String name) {
        return NewOrder.named(name).limit("cpu", 1).limit("ram", 1024).limit("disk", 25_600);
    }

    @Override
    protected Map<String, Long> otherLimits() {
        return SIZES.get("s-2vcpu-4gb");
    }

    @Override
    protected Set<String> existing(UUID resource) {
        String tag = "waldur-resource:" + resource.toString().replace("-", "");
        return cloud.droplets().stream()
                .filter(droplet -> droplet.tags().contains(tag))
                .map(droplet -> Long.toString(droplet.id()))
                .collect(Collectors.toSet());
    }

    @Override
    protected Set<String> secrets() {
        return Set.of(cloud.token());
    }
}
