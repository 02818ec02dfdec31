package com.example.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.sandbox.waldur.NewOrder;
import dev.siteagent.sandbox.waldur.OrderSnapshot;
import dev.siteagent.testkit.site.AgentSite;
import dev.siteagent.testkit.site.EndToEndContract;
import dev.siteagent.testkit.site.SiteBuilder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged plugin, a named module, in the real agent. */
class ClusterInTheAgentIT extends EndToEndContract {
    @TempDir
    private Path directory;

    @Override
    protected SiteBuilder site() {
        return AgentSite.serving("cluster")
                .jar(Path.of(System.getProperty("plugin.jar")))
                .settings(Map.of("directory", directory.toString(), "setup_seconds", 1))
                .component("cpu", "limit", "core hours", Map.of("unit_factor", 60));
    }

    @Override
    protected NewOrder order(String name) {
        return NewOrder.named(name).limit("cpu", 10);
    }

    @Override
    protected Map<String, Long> otherLimits() {
        return Map.of("cpu", 20L);
    }

    @Override
    protected Set<String> existing(UUID resource) {
        return new Cluster(directory).existing(resource);
    }

    @Test
    void orderOfARefusedProjectIsRejectedWithTheReason() throws Exception {
        try (AgentSite site = site().settings(Map.of(
                        "directory", directory.toString(), "refused_projects", List.of("project")))
                .start()) {
            OrderSnapshot order = site.ended(site.place(order("web")));

            assertThat(order.state()).isEqualTo(OrderSnapshot.State.REJECTED);
            assertThat(order.rejectionComment()).contains("has no access to the cluster");
        }
    }
}
