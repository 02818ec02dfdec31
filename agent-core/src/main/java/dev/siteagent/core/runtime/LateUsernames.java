package dev.siteagent.core.runtime;

import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.OfferingUser;
import dev.siteagent.spi.TransientBackendException;
import dev.siteagent.spi.UsernameBackend;
import java.util.Collection;
import java.util.Set;

/**
 * A username backend that is opened when it is first needed: one that cannot be opened keeps no resource from being
 * synced, fails no user, and is tried again. Thread-safe as far as the username backend is.
 */
final class LateUsernames implements UsernameBackend {
    private final String name;
    private final Opening opening;
    private UsernameBackend opened;

    /** Opens the username backend. */
    @FunctionalInterface
    interface Opening {
        UsernameBackend open() throws BackendException;
    }

    LateUsernames(String name, Opening opening) {
        this.name = name;
        this.opening = opening;
    }

    private synchronized UsernameBackend backend() throws TransientBackendException {
        if (opened == null) {
            try {
                opened = opening.open();
            } catch (BackendException e) {
                throw new TransientBackendException(
                        "the username backend " + name + " cannot be opened: " + e.getMessage(), e);
            }
        }
        return opened;
    }

    @Override
    public Assignment usernameFor(OfferingUser user) throws BackendException, InterruptedException {
        return backend().usernameFor(user);
    }

    @Override
    public void syncProfiles(Collection<OfferingUser> users) throws BackendException, InterruptedException {
        backend().syncProfiles(users);
    }

    @Override
    public void deactivate(Set<String> usernames) throws BackendException, InterruptedException {
        backend().deactivate(usernames);
    }

    @Override
    public synchronized void close() {
        if (opened != null) {
            new BoundedClose().close("The username backend " + name, opened::close);
        }
    }
}
