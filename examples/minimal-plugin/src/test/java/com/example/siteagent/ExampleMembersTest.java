package com.example.siteagent;

import dev.siteagent.testkit.BackendFixture;
import dev.siteagent.testkit.MembersBackendContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The same for members. */
class ExampleMembersTest extends MembersBackendContract {
    @TempDir
    private Path directory;

    @Override
    protected BackendFixture fixture() {
        return new ExampleCloud(directory);
    }
}
