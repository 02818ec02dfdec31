package dev.siteagent.hobbyfarm.accounts;

import dev.siteagent.hobbyfarm.model.Naming;
import dev.siteagent.spi.MachinesProvider;
import java.util.Objects;

/**
 * A loaded backend that can make machines.
 *
 * @param provider the backend
 * @param naming the names of its objects
 */
public record Backend(MachinesProvider provider, Naming naming) {
    /** Refuses nulls. */
    public Backend {
        Objects.requireNonNull(provider, "provider");
        Objects.requireNonNull(naming, "naming");
    }

    /** Returns a backend with the names that follow from its words. */
    public static Backend of(MachinesProvider provider) {
        return new Backend(provider, Naming.of(provider));
    }

    /** Returns its name. */
    public String name() {
        return naming.backend();
    }
}
