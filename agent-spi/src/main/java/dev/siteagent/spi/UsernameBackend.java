package dev.siteagent.spi;

import java.net.URI;
import java.util.Collection;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Gives usernames to the users of one offering.
 *
 * @since 1.0.0
 */
public interface UsernameBackend extends AutoCloseable {
    /**
     * Returns the username of a user who has none in Waldur, looking for an existing account first and making one
     * otherwise. Idempotent: the same user gets the same name.
     *
     * @param user the user
     * @throws BackendException when it failed; the user is marked so in Waldur, unless it is transient
     * @throws InterruptedException when the thread is interrupted
     */
    Assignment usernameFor(OfferingUser user) throws BackendException, InterruptedException;

    /**
     * Brings the profiles of existing accounts into line. Called once a cycle, best effort.
     *
     * @param users the users that have a username
     * @throws BackendException when it failed
     * @throws InterruptedException when the thread is interrupted
     */
    default void syncProfiles(Collection<OfferingUser> users) throws BackendException, InterruptedException {}

    /**
     * Deactivates accounts that no resource needs any more. Best effort.
     *
     * @param usernames whose
     * @throws BackendException when it failed
     * @throws InterruptedException when the thread is interrupted
     */
    default void deactivate(Set<String> usernames) throws BackendException, InterruptedException {}

    /** Releases connections and threads; throws nothing. */
    @Override
    default void close() {}

    /** What became of the search for a username. */
    sealed interface Assignment {
        /**
         * The user has this name.
         *
         * @param username the name
         */
        record Assigned(String username) implements Assignment {
            /** Refuses a blank name. */
            public Assigned {
                Records.requireText(username, "username");
            }
        }

        /** This backend gives no names; the user stays as is. */
        record None() implements Assignment {}

        /**
         * The user must link an account first.
         *
         * @param comment what to do, for the user
         * @param link where; empty for none
         */
        record AccountLinkingRequired(String comment, Optional<URI> link) implements Assignment {
            /** Refuses nulls. */
            public AccountLinkingRequired {
                Objects.requireNonNull(comment, "comment");
                Objects.requireNonNull(link, "link");
            }
        }

        /**
         * Somebody must validate the user first.
         *
         * @param comment what is needed, for the user
         * @param link where; empty for none
         */
        record ValidationRequired(String comment, Optional<URI> link) implements Assignment {
            /** Refuses nulls. */
            public ValidationRequired {
                Objects.requireNonNull(comment, "comment");
                Objects.requireNonNull(link, "link");
            }
        }
    }
}
