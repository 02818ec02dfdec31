package com.example.siteagent;

import dev.siteagent.spi.Machines;
import dev.siteagent.testkit.MachinesContract;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;

/** What a bridge relies on, inherited from the test kit. */
class ExampleMachinesTest extends MachinesContract {
    @TempDir
    private Path directory;

    @Override
    protected Machines open() {
        return new ExampleMachines(directory);
    }

    @Override
    protected Map<String, String> parameters() {
        return Map.of("size", "small");
    }

    @Override
    protected String publicKey() {
        return "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f ada@example.org";
    }

    /** The directory is none. */
    @Override
    protected Set<String> secrets() {
        return Set.of();
    }
}
