package com.example.cluster;

import dev.siteagent.spi.BackendContext;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.BackendProvider;
import dev.siteagent.spi.PermanentBackendException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** What the entry points of groups {@code waldur_site_agent.backends} and {@code …backend_settings_schemas} name. */
public final class ClusterProvider implements BackendProvider<ClusterSettings> {
    @Override
    public String name() {
        return "cluster";
    }

    @Override
    public Class<ClusterSettings> settingsType() {
        return ClusterSettings.class;
    }

    @Override
    public ClusterBackend open(BackendContext<ClusterSettings> context) throws BackendException {
        ClusterSettings settings = context.settings();
        try {
            return new ClusterBackend(
                    new ClusterAccounts(Files.createDirectories(Path.of(settings.directory()))),
                    settings,
                    context.components().keySet(),
                    context.clock(),
                    context.timeZone());
        } catch (IOException | InvalidPathException e) {
            throw new PermanentBackendException(
                    "offering " + context.offering().name() + ": the directory " + settings.directory()
                            + " cannot be made: name one that can be written",
                    e);
        }
    }
}
