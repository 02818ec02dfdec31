package dev.siteagent.distribution.cluster;

import dev.siteagent.spi.BackendContext;
import dev.siteagent.spi.Secret;
import dev.siteagent.spi.UsernameBackend;
import dev.siteagent.spi.UsernameBackendProvider;
import jakarta.validation.constraints.NotBlank;
import java.net.URI;

/** The username backend {@code ldap}. */
public final class DirectoryProvider implements UsernameBackendProvider<DirectoryProvider.Settings> {
    /**
     * What it takes of {@code backend_settings}.
     *
     * @param ldap the directory
     */
    record Settings(Directory ldap) {}

    /**
     * The directory.
     *
     * @param uri where it is
     * @param bindDn who the agent is there
     * @param bindPassword and how it proves that
     * @param baseDn where accounts are
     */
    record Directory(URI uri, @NotBlank String bindDn, Secret bindPassword, String baseDn) {}

    @Override
    public String name() {
        return "ldap";
    }

    @Override
    public Class<Settings> settingsType() {
        return Settings.class;
    }

    @Override
    public UsernameBackend open(BackendContext<Settings> context) {
        return user -> new UsernameBackend.Assignment.Assigned("hpc-" + user.userUsername());
    }
}
