package com.example.cluster;

import dev.siteagent.testkit.BackendFixture;
import dev.siteagent.testkit.PowerBackendContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class ClusterPowerTest extends PowerBackendContract {
    @TempDir
    private Path directory;

    @Override
    protected BackendFixture fixture() {
        return new Cluster(directory);
    }
}
