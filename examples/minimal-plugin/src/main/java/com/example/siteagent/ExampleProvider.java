package com.example.siteagent;

import dev.siteagent.spi.BackendContext;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.BackendProvider;
import dev.siteagent.spi.Machines;
import dev.siteagent.spi.MachinesProvider;
import dev.siteagent.spi.PermanentBackendException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;

/**
 * The entry point: {@code backend_type: example} in the configuration file leads here, and so does an Environment of
 * HobbyFarm that names {@code example} as its provisioner. A plugin that serves Waldur alone leaves out what has to do
 * with machines.
 */
public final class ExampleProvider implements BackendProvider<ExampleSettings>, MachinesProvider {
    @Override
    public String name() {
        return "example";
    }

    @Override
    public Class<ExampleSettings> settingsType() {
        return ExampleSettings.class;
    }

    @Override
    public ExampleBackend open(BackendContext<ExampleSettings> context) throws BackendException {
        try {
            Path directory = Path.of(context.settings().directory());
            return new ExampleBackend(
                    new ExampleFolder(Files.createDirectories(directory)),
                    context.common().projectPrefix(),
                    context.clock(),
                    context.timeZone());
        } catch (IOException | InvalidPathException e) {
            throw new PermanentBackendException(
                    "offering " + context.offering().name() + ": the directory "
                            + context.settings().directory() + " cannot be made: name one that can be written",
                    e);
        }
    }

    @Override
    public Map<String, Boolean> parameters() {
        return Map.of("size", true);
    }

    @Override
    public Machines openMachines(MachinesContext context) throws BackendException {
        try {
            return new ExampleMachines(
                    Files.createDirectories(Path.of(context.credentials().reveal())));
        } catch (IOException | InvalidPathException e) {
            throw new PermanentBackendException("the token must be a directory that can be made", e);
        }
    }
}
