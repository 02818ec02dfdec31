package com.example.cluster;

import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.Resource;
import dev.siteagent.testkit.BackendFixture;
import dev.siteagent.testkit.UsageBackendContract;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;

class ClusterUsageTest extends UsageBackendContract {
    @TempDir
    private Path directory;

    private Cluster cluster;

    @Override
    protected BackendFixture fixture() {
        cluster = new Cluster(directory);
        return cluster;
    }

    @Override
    protected Map<String, BigDecimal> use(Resource resource) throws BackendException {
        cluster.use(resource.backendId().orElseThrow(), "alice", "cpu", "2.5");
        cluster.use(resource.backendId().orElseThrow(), "bob", "cpu", "1");
        return Map.of("cpu", new BigDecimal("3.5"));
    }
}
