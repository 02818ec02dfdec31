package dev.siteagent.testkit;

import dev.siteagent.spi.BackendContext;
import dev.siteagent.spi.BackendProvider;
import dev.siteagent.spi.Secret;

/** A provider as it should be. */
public class FakeProvider implements BackendProvider<FakeProvider.Settings> {
    /**
     * Its settings.
     *
     * @param token a secret
     */
    public record Settings(Secret token) {}

    @Override
    public String name() {
        return "fake";
    }

    @Override
    public Class<Settings> settingsType() {
        return Settings.class;
    }

    @Override
    public FakeBackend open(BackendContext<Settings> context) {
        return new FakeBackend(new FakeCloud(FakeBackend::new));
    }
}
