package com.example.cluster;

import dev.siteagent.testkit.BackendFixture;
import dev.siteagent.testkit.LimitsBackendContract;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;

class ClusterLimitsTest extends LimitsBackendContract {
    @TempDir
    private Path directory;

    @Override
    protected BackendFixture fixture() {
        return new Cluster(directory);
    }

    @Override
    protected Map<String, Long> otherLimits() {
        return Map.of("cpu", 250L);
    }
}
