package dev.siteagent.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.sandbox.digitalocean.Droplet;
import dev.siteagent.sandbox.waldur.OrderSnapshot;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two agents that serve one offering by mistake. */
class TwoAgentsIT {
    private static final int ORDERS = 6;

    @TempDir
    private Path outputs;

    @Test
    void noOrderIsDoneWithAStrayMachineBesideIt() throws Exception {
        try (Site site = new Site()) {
            List<OrderSnapshot> orders = new ArrayList<>();
            for (int i = 0; i < ORDERS; i++) {
                orders.add(site.orderMachine("web-" + i));
            }
            serveTwice(site, orders);
        }
    }

    /** Orders that execute already are taken by both, and each machine boots before a listing shows the other's. */
    @Test
    void noOrderIsDoneWithAStrayMachineBesideItThoughListingsLagBehindTheBoot() throws Exception {
        try (Site site = new Site()) {
            site.cloud().habits().listingLag(Duration.ofSeconds(10)).bootDuration(Duration.ofSeconds(1));
            List<OrderSnapshot> orders = new ArrayList<>();
            for (int i = 0; i < ORDERS; i++) {
                orders.add(site.orderMachineThatExecutes("web-" + i));
            }
            serveTwice(site, orders);
        }
    }

    private void serveTwice(Site site, List<OrderSnapshot> orders) throws Exception {
        PackagedAgent first = agent(site, "first");
        PackagedAgent second = agent(site, "second");
        String configuration = site.configuration(outputs).toString();
        try (AgentProcess one = first.start("-c", configuration, "--once");
                AgentProcess other = second.start("-c", configuration, "--once")) {
            one.ended(120, TimeUnit.SECONDS);
            other.ended(120, TimeUnit.SECONDS);
        }
        for (OrderSnapshot placed : orders) {
            OrderSnapshot order = site.waldur().order(placed.uuid());
            List<String> droplets = droplets(site, order);
            if (order.state() == OrderSnapshot.State.DONE) {
                assertThat(droplets)
                        .containsExactly(
                                site.waldur().resource(order.resource()).backendId());
            } else {
                assertThat(order.state()).isEqualTo(OrderSnapshot.State.ERRED);
                assertThat(order.errorMessage()).contains(droplets);
            }
        }
    }

    private PackagedAgent agent(Site site, String name) throws Exception {
        return site.givesTokensTo(PackagedAgent.in(Files.createDirectories(outputs.resolve(name))));
    }

    private static List<String> droplets(Site site, OrderSnapshot order) {
        String tag = "waldur-resource:" + order.resource().toString().replace("-", "");
        return site.cloud().droplets().stream()
                .filter(droplet -> droplet.tags().stream()
                        .anyMatch(carried -> carried.toLowerCase(Locale.ROOT).equals(tag)))
                .map(Droplet::id)
                .map(String::valueOf)
                .toList();
    }
}
