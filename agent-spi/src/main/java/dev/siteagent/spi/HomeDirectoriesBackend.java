package dev.siteagent.spi;

import java.util.Collection;
import java.util.Map;

/**
 * A backend that can make home directories, for the command {@code create-homedirs}.
 *
 * @since 1.0.0
 */
public interface HomeDirectoriesBackend extends ResourceBackend {
    /**
     * Makes the missing home directories. One that exists is success.
     *
     * @param usernames whose
     * @param umask the permissions to leave out, as octal digits such as {@code 0077}
     * @return one result for each username; true when the directory was made now
     * @throws BackendException when none could be made
     * @throws InterruptedException when the thread is interrupted
     */
    Map<String, Attempt<Boolean>> createHomeDirectories(Collection<String> usernames, String umask)
            throws BackendException, InterruptedException;
}
