package com.example.cluster;

import dev.siteagent.spi.BackendContext;
import dev.siteagent.spi.NoSettings;
import dev.siteagent.spi.OfferingUser;
import dev.siteagent.spi.UsernameBackend;
import dev.siteagent.spi.UsernameBackendProvider;
import java.util.Locale;
import java.util.Optional;

/** What an entry point of the group {@code waldur_site_agent.username_management_backends} names. */
public final class ClusterUsernameProvider implements UsernameBackendProvider<NoSettings> {
    @Override
    public String name() {
        return "cluster-users";
    }

    @Override
    public Class<NoSettings> settingsType() {
        return NoSettings.class;
    }

    @Override
    public UsernameBackend open(BackendContext<NoSettings> context) {
        return new Usernames();
    }

    /** The same user has the same name on every site: {@code u-} and what is left of the name in Waldur. */
    private static final class Usernames implements UsernameBackend {
        @Override
        public Assignment usernameFor(OfferingUser user) {
            String name = user.userUsername().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
            return name.isEmpty()
                    ? new Assignment.ValidationRequired(
                            "Your user name has no letter that a cluster account can have.", Optional.empty())
                    : new Assignment.Assigned("u-" + name);
        }
    }
}
