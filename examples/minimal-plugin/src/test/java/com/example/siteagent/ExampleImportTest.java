package com.example.siteagent;

import dev.siteagent.testkit.BackendFixture;
import dev.siteagent.testkit.ImportBackendContract;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The same for import. */
class ExampleImportTest extends ImportBackendContract {
    @TempDir
    private Path directory;

    @Override
    protected BackendFixture fixture() {
        return new ExampleCloud(directory);
    }

    @Override
    protected String makeByHand(String project) throws Exception {
        Files.writeString(directory.resolve("example-shelf"), "slots=4\n");
        Files.writeString(directory.resolve("example-shelf.parent"), project + "\n");
        return "example-shelf";
    }
}
