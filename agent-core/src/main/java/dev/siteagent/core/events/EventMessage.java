package dev.siteagent.core.events;

import dev.siteagent.core.waldur.OrderState;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * What an event says; one record for each shape that Waldur sends.
 *
 * <p>Components are never null; what an event may leave out is an {@code Optional}. {@code toString} shows ids and no user
 * data.
 */
public sealed interface EventMessage {

    /**
     * Returns what the event is about. Events about the same are handed to their handler one after the other, in the
     * order in which they came.
     */
    String subject();

    /**
     * Tells whether an older event that is done after a newer one of the same subject does harm, since the event itself
     * says what is to be. Such an event ends before the next of its subject begins, however often it has to be tried. The
     * others only say where to look, and Waldur is asked.
     */
    default boolean ordered() {
        return false;
    }

    /**
     * An order changed its state.
     *
     * @param order the order
     * @param state its state, {@code UNKNOWN} where the event names none or one that this agent does not know
     */
    record OrderChanged(UUID order, OrderState state) implements EventMessage {

        /** Tells whether an agent has something to do in this state; the order itself need not be read to know. */
        public boolean needsWork() {
            return switch (state) {
                case PENDING_PROVIDER, EXECUTING, UNKNOWN -> true;
                default -> false;
            };
        }

        @Override
        public String subject() {
            return "order " + order;
        }
    }

    /**
     * The members of a project changed.
     *
     * @param project the project
     * @param projectName its name
     * @param user the member; empty to bring the whole project, or one resource, in step
     * @param username the member's name in Waldur
     * @param role the role's name
     * @param granted whether the member has the role now
     * @param resource the one resource to bring in step
     */
    record RoleChanged(
            UUID project,
            String projectName,
            Optional<UUID> user,
            Optional<String> username,
            Optional<String> role,
            Optional<Boolean> granted,
            Optional<UUID> resource)
            implements EventMessage {

        @Override
        public String subject() {
            return "project " + project;
        }

        @Override
        public String toString() {
            return "RoleChanged[project=" + project + ", user=" + user + ", granted=" + granted + ", resource="
                    + resource + "]";
        }
    }

    /**
     * A resource changed.
     *
     * @param resource the resource
     */
    record ResourceChanged(UUID resource) implements EventMessage {

        @Override
        public String subject() {
            return "resource " + resource;
        }
    }

    /**
     * An account that belongs to no person came or went.
     *
     * @param type {@code SERVICE_ACCOUNT} or {@code COURSE_ACCOUNT}
     * @param account the account
     * @param username its name on the backend
     * @param scope what it belongs to, as Waldur writes it
     * @param project the project it belongs to
     * @param projectName the project's name
     * @param action what happened
     */
    record AccountChanged(
            ObjectType type,
            UUID account,
            String username,
            Optional<String> scope,
            UUID project,
            Optional<String> projectName,
            AccountAction action)
            implements EventMessage {

        /** What happened to an account. */
        public enum AccountAction {
            /** It came, or was opened again. */
            CREATE,
            /** It was closed. */
            DELETE
        }

        @Override
        public String subject() {
            return "project " + project;
        }

        @Override
        public String toString() {
            return "AccountChanged[type=" + type.wire() + ", account=" + account + ", project=" + project + ", action="
                    + action + "]";
        }
    }

    /**
     * A user of the offering changed.
     *
     * @param offeringUser the user at the offering
     * @param user the user, where the event says
     * @param username the user's name at the offering, empty while there is none
     * @param action what happened
     * @param attributes the profile attributes that the offering may see
     * @param changed the names of those that changed
     * @param backendIds the backend ids of the resources to add the user to
     */
    record OfferingUserChanged(
            UUID offeringUser,
            Optional<UUID> user,
            Optional<String> username,
            UserAction action,
            Map<String, Object> attributes,
            List<String> changed,
            List<String> backendIds)
            implements EventMessage {

        /** Copies lists and map; the values of attributes may be null, so that the map is not copied deeply. */
        public OfferingUserChanged {
            Objects.requireNonNull(attributes, "attributes");
            changed = List.copyOf(changed);
            backendIds = List.copyOf(backendIds);
        }

        /** What happened to a user. */
        public enum UserAction {
            /** The user came: attributes go to the backend. */
            CREATE,
            /** Something changed that is no concern of the backend. */
            UPDATE,
            /** The user went; members are removed by other events. */
            DELETE,
            /** Attributes changed: they go to the backend. */
            ATTRIBUTE_UPDATE,
            /** The user has a name at the offering now and is added to resources. */
            USERNAME_SET
        }

        @Override
        public boolean ordered() {
            return true;
        }

        @Override
        public String subject() {
            return "offering user " + offeringUser;
        }

        @Override
        public String toString() {
            return "OfferingUserChanged[offeringUser=" + offeringUser + ", action=" + action + ", changed=" + changed
                    + "]";
        }
    }

    /**
     * The provider asks to bring all resources in step.
     *
     * @param offering the offering
     * @param requestedBy who asks
     */
    record ResourcesSyncRequested(UUID offering, Optional<UUID> requestedBy) implements EventMessage {

        @Override
        public String subject() {
            return "offering " + offering;
        }
    }

    /**
     * The provider asks which resources could be imported.
     *
     * @param request the request, which wants an answer
     */
    record ImportableResourcesRequested(UUID request) implements EventMessage {

        @Override
        public String subject() {
            return "import request " + request;
        }
    }

    /**
     * A policy sets the limits of a resource for a period; the outcome is to be reported to the policy.
     *
     * @param resource the resource
     * @param backendId its id on the backend
     * @param offering the offering
     * @param policy the policy
     * @param action what to do, {@code apply_periodic_settings} so far
     * @param settings what to set
     * @param timestamp the period's start, as Waldur writes it
     */
    record PeriodicLimitsSet(
            UUID resource,
            String backendId,
            Optional<UUID> offering,
            UUID policy,
            String action,
            Map<String, Object> settings,
            Optional<String> timestamp)
            implements EventMessage {

        /** The values of settings may be null, so that the map is not copied deeply. */
        public PeriodicLimitsSet {
            Objects.requireNonNull(settings, "settings");
        }

        @Override
        public boolean ordered() {
            return true;
        }

        @Override
        public String subject() {
            return "resource " + resource;
        }

        @Override
        public String toString() {
            return "PeriodicLimitsSet[resource=" + resource + ", policy=" + policy + ", action=" + action + "]";
        }
    }

    /**
     * An API key of a resource is to be replaced.
     *
     * @param resource the resource
     * @param backendId the resource's id on the backend
     * @param key the key
     * @param clientId the key's id on the backend
     */
    record KeyRotationRequested(UUID resource, String backendId, UUID key, String clientId) implements EventMessage {

        @Override
        public boolean ordered() {
            return true;
        }

        @Override
        public String subject() {
            return "resource " + resource;
        }

        @Override
        public String toString() {
            return "KeyRotationRequested[resource=" + resource + ", key=" + key + "]";
        }
    }
}
