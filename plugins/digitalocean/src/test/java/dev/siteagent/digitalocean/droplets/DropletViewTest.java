package dev.siteagent.digitalocean.droplets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.digitalocean.api.Droplet;
import dev.siteagent.digitalocean.order.SizeMapping;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DropletViewTest {
    private static final Set<String> ALL = Set.of("cpu", "ram", "disk", "transfer");
    private static final SizeMapping UNMAPPED = new SizeMapping(Map.of());

    private static Droplet droplet(Double transferTb) {
        return new Droplet(
                3_300_000_001L,
                "web",
                Droplet.Status.ACTIVE,
                false,
                "s-2vcpu-4gb",
                2,
                4096,
                80,
                transferTb,
                "fra1",
                null,
                null,
                new Droplet.Networks(null, null, null),
                List.of(),
                Map.of());
    }

    private static Map<String, Long> limits(SizeMapping sizes, Set<String> components, Double transferTb) {
        return new DropletView(sizes, components)
                .of(droplet(transferTb), "team")
                .limits();
    }

    @Test
    void limitsAreMeasuredInMebibytesWhereTheSizeIsNotMapped() {
        assertThat(limits(UNMAPPED, ALL, 4.0))
                .isEqualTo(Map.of("cpu", 2L, "ram", 4096L, "disk", 80L * 1024, "transfer", 4L * 1024 * 1024));
        assertThat(limits(UNMAPPED, ALL, 0.5)).containsEntry("transfer", 512L * 1024);
    }

    @Test
    void onlyConfiguredComponentsAreReported() {
        assertThat(limits(UNMAPPED, Set.of("cpu", "gpu"), 4.0)).isEqualTo(Map.of("cpu", 2L));
    }

    @Test
    void transferThatIsNotToldIsNotReported() {
        assertThat(limits(UNMAPPED, ALL, null)).containsOnlyKeys("cpu", "ram", "disk");
    }

    @Test
    void limitsOfAMappedSizeAreItsEntrys() {
        SizeMapping sizes = new SizeMapping(Map.of("s-2vcpu-4gb", Map.of("cpu", 2L, "transfer", 4L)));
        assertThat(limits(sizes, ALL, 4.0)).isEqualTo(Map.of("cpu", 2L, "transfer", 4L));
    }
}
