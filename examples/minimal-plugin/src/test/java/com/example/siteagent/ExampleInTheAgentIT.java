package com.example.siteagent;

import dev.siteagent.sandbox.waldur.NewOrder;
import dev.siteagent.testkit.site.AgentSite;
import dev.siteagent.testkit.site.EndToEndContract;
import dev.siteagent.testkit.site.SiteBuilder;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.io.TempDir;

/** The packaged plugin in the real agent, with orders of a simulated Waldur. */
class ExampleInTheAgentIT extends EndToEndContract {
    @TempDir
    private Path directory;

    @Override
    protected SiteBuilder site() {
        return AgentSite.serving("example")
                .jar(Path.of(System.getProperty("plugin.jar")))
                .settings(Map.of("directory", directory.toString()))
                .component("slots", "limit", "slot");
    }

    @Override
    protected NewOrder order(String name) {
        return NewOrder.named(name).limit("slots", 1);
    }

    @Override
    protected Map<String, Long> otherLimits() {
        return Map.of("slots", 2L);
    }

    @Override
    protected Set<String> existing(UUID resource) {
        return new ExampleCloud(directory).existing(resource);
    }
}
