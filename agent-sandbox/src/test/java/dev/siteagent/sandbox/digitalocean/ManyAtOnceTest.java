package dev.siteagent.sandbox.digitalocean;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ManyAtOnceTest {
    @Test
    void dropletsMadeAtOnceHaveIdsAndAddressesOfTheirOwn() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(50);
        try (DigitalOceanSandbox sandbox = DigitalOceanSandbox.start()) {
            sandbox.rateLimits().unlimited();
            sandbox.habits().bootDuration(Duration.ZERO);
            Caller caller = new Caller(sandbox);
            List<Future<Long>> creates = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                String name = "web-" + i;
                creates.add(threads.submit(() -> caller.create(name, "waldur-resource:" + name)));
            }
            for (Future<Long> create : creates) {
                assertThat(create.get()).isGreaterThan(1L << 31);
            }

            assertThat(sandbox.droplets()).hasSize(300).allMatch(droplet -> droplet.status() == Droplet.Status.ACTIVE);
            assertThat(sandbox.droplets()).extracting(Droplet::id).doesNotHaveDuplicates();
            assertThat(sandbox.droplets()).extracting(Droplet::publicIpv4).doesNotHaveDuplicates();
            assertThat(sandbox.failures()).isEmpty();
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void tenThousandDropletsAreListedByTagAndByPage() {
        try (DigitalOceanSandbox sandbox = DigitalOceanSandbox.start()) {
            sandbox.rateLimits().unlimited();
            for (int i = 0; i < 10_000; i++) {
                sandbox.addDroplet("web-" + i, "waldur-resource:" + i);
            }
            Caller caller = new Caller(sandbox);
            for (int i = 0; i < 100; i++) {
                assertThat(caller.get("/v2/droplets?tag_name=waldur-resource:" + i * 7)
                                .json()
                                .at("/meta/total")
                                .asInt())
                        .isEqualTo(1);
            }
            for (int page = 1; page <= 50; page++) {
                assertThat(caller.get("/v2/droplets?per_page=200&page=" + page)
                                .json()
                                .path("droplets"))
                        .hasSize(200);
            }
        }
    }
}
