package dev.siteagent.distribution.cluster;

import dev.siteagent.spi.BackendContext;
import dev.siteagent.spi.BackendProvider;
import dev.siteagent.spi.Secret;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import java.nio.file.Path;

/** The backend {@code meter}, which only tells what was used of the cluster's accounts. */
public final class MeterProvider implements BackendProvider<MeterProvider.Settings> {
    /**
     * Where the meter is.
     *
     * @param meterFolder the folder of what it measured
     * @param meterPassword what it wants to be given
     */
    record Settings(@NotBlank String meterFolder, @NotNull Secret meterPassword) {}

    @Override
    public String name() {
        return "meter";
    }

    @Override
    public Class<Settings> settingsType() {
        return Settings.class;
    }

    @Override
    public ClusterBackend open(BackendContext<Settings> context) {
        return new ClusterBackend(Path.of(context.settings().meterFolder()));
    }
}
