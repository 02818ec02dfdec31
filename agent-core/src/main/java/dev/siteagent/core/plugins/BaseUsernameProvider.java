package dev.siteagent.core.plugins;

import dev.siteagent.spi.BackendContext;
import dev.siteagent.spi.NoSettings;
import dev.siteagent.spi.OfferingUser;
import dev.siteagent.spi.UsernameBackend;
import dev.siteagent.spi.UsernameBackendProvider;

/** The host's own username backend {@code base}, the default: it gives no names, and users stay as they are. */
final class BaseUsernameProvider implements UsernameBackendProvider<NoSettings> {
    /** Its name, which no plugin can take. */
    static final String NAME = "base";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Class<NoSettings> settingsType() {
        return NoSettings.class;
    }

    @Override
    public UsernameBackend open(BackendContext<NoSettings> context) {
        return new NoUsernames();
    }

    private static final class NoUsernames implements UsernameBackend {
        @Override
        public Assignment usernameFor(OfferingUser user) {
            return new Assignment.None();
        }
    }
}
