package dev.siteagent.distribution.cluster;

import dev.siteagent.spi.BackendContext;
import dev.siteagent.spi.BackendProvider;
import java.nio.file.Path;

/** The backend {@code slurm}. */
public final class ClusterProvider implements BackendProvider<ClusterSettings> {
    @Override
    public String name() {
        return "slurm";
    }

    @Override
    public Class<ClusterSettings> settingsType() {
        return ClusterSettings.class;
    }

    @Override
    public ClusterBackend open(BackendContext<ClusterSettings> context) {
        return new ClusterBackend(Path.of(context.settings().slurmBinPath()));
    }
}
