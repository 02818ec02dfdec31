package com.example.siteagent;

import dev.siteagent.testkit.BackendFixture;
import dev.siteagent.testkit.ResourceBackendContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Everything the host relies on, inherited from the test kit. */
class ExampleBackendTest extends ResourceBackendContract {
    @TempDir
    private Path directory;

    @Override
    protected BackendFixture fixture() {
        return new ExampleCloud(directory);
    }
}
