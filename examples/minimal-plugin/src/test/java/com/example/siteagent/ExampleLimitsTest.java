package com.example.siteagent;

import dev.siteagent.testkit.BackendFixture;
import dev.siteagent.testkit.LimitsBackendContract;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;

/** The same for limits. */
class ExampleLimitsTest extends LimitsBackendContract {
    @TempDir
    private Path directory;

    @Override
    protected BackendFixture fixture() {
        return new ExampleCloud(directory);
    }

    @Override
    protected Map<String, Long> otherLimits() {
        return Map.of("slots", 2L);
    }
}
