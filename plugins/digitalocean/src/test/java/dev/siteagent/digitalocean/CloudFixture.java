package dev.siteagent.digitalocean;

import dev.siteagent.spi.ResourceBackend;
import dev.siteagent.testkit.BackendFixture;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** What the contract tests need of this backend. */
final class CloudFixture implements BackendFixture {
    static final Map<String, Long> SMALL = Map.of("cpu", 1L, "ram", 1024L, "disk", 25L);
    static final Map<String, Long> LARGE = Map.of("cpu", 2L, "ram", 4096L, "disk", 80L);

    private final Cloud cloud = new Cloud();

    @Override
    public ResourceBackend open() {
        return cloud.open(Settings.of(
                cloud.sandbox(), Map.of("sizeMapping", Map.of("s-1vcpu-1gb", SMALL, "s-2vcpu-4gb", LARGE))));
    }

    @Override
    public Map<String, Object> attributes() {
        return Map.of("region", "fra1", "image", "ubuntu-24-04-x64");
    }

    @Override
    public Map<String, Long> limits() {
        return SMALL;
    }

    @Override
    public Set<String> existing(UUID resource) {
        String tag = "waldur-resource:" + resource.toString().replace("-", "");
        return cloud.sandbox().droplets().stream()
                .filter(droplet -> droplet.tags().contains(tag))
                .map(droplet -> Long.toString(droplet.id()))
                .collect(Collectors.toSet());
    }

    @Override
    public void letTimePass() {
        cloud.clock().advance(Duration.ofSeconds(3));
    }

    @Override
    public Set<String> secrets() {
        return Set.of(cloud.sandbox().token());
    }

    @Override
    public void close() {
        cloud.close();
    }
}
