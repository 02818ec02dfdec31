package dev.siteagent.spi;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What a backend is like, as plain values that the host reads once after {@link BackendProvider#open}. Start from {@link
 * #defaults()} and change what differs.
 *
 * @param ids who chooses backend ids
 * @param limitUnits the units in which limits are handed to the backend and read from it
 * @param usageCanDecrease whether a later usage report of a month may be lower (storage); else a lower one is an anomaly
 * @param preflightEachCycle whether {@link ResourceBackend#preflight()} is called before each cycle of orders
 * @param handledStates the resource states that membership sync handles
 * @param teamFetchAttempts how often an empty team is fetched again before it is believed, at least 1
 * @param teamFetchDelay the pause between those attempts
 * @param sharedProjectMembership whether all resources of a project share one group of members on the backend, so that
 *     the union of their teams counts
 * @param skipTeamDiff whether the whole team is handed over each time instead of the difference
 * @param userResolution by what a user is known on the backend
 * @param consentedUsersOnly whether only users who consented to the offering's terms count
 * @param createNeeds the parts of {@link CreateContext} that a create wants; the others are not fetched and empty
 * @param sourceProject whether project mirror calls want the full project
 * @param prepaidComponents whether limits are re-applied when only the end date moved
 * @since 1.0.0
 */
public record BackendTraits(
        Ids ids,
        LimitUnits limitUnits,
        boolean usageCanDecrease,
        boolean preflightEachCycle,
        Set<ResourceState> handledStates,
        int teamFetchAttempts,
        Duration teamFetchDelay,
        boolean sharedProjectMembership,
        boolean skipTeamDiff,
        UserResolution userResolution,
        boolean consentedUsersOnly,
        Set<CreateNeed> createNeeds,
        boolean sourceProject,
        boolean prepaidComponents) {

    /** Who chooses the id of a new resource. */
    public enum Ids {
        /** The remote side assigns it; a lost resource cannot be re-created under its id. */
        ASSIGNED_BY_BACKEND,
        /** The host chooses it (from prefix and slug) and can re-create a lost resource under the same id. */
        CHOSEN_BY_HOST
    }

    /** The units of limits on this interface. */
    public enum LimitUnits {
        /** The host multiplies by {@code unit_factor} on the way in and divides on the way out. */
        BACKEND,
        /** Waldur's numbers, untouched. */
        WALDUR
    }

    /** By what a user is known on the backend. */
    public enum UserResolution {
        /** By the username of the offering user. */
        OFFERING_USERNAME,
        /** By the Waldur username, through the identity bridge. */
        IDENTITY_BRIDGE
    }

    /** A part of {@link CreateContext} that costs the host a request. */
    public enum CreateNeed {
        /** {@link CreateContext#team()}. */
        TEAM,
        /** {@link CreateContext#offeringUsers()}. */
        OFFERING_USERS,
        /** {@link CreateContext#planQuotas()}. */
        PLAN_QUOTAS,
        /** {@link CreateContext#sshKeys()}. */
        SSH_KEYS
    }

    /** Copies the sets, refuses nulls and numbers out of range. */
    public BackendTraits {
        Objects.requireNonNull(ids, "ids");
        Objects.requireNonNull(limitUnits, "limitUnits");
        handledStates = Records.copySet(handledStates, "handledStates");
        Objects.requireNonNull(teamFetchDelay, "teamFetchDelay");
        Objects.requireNonNull(userResolution, "userResolution");
        createNeeds = Records.copySet(createNeeds, "createNeeds");
        if (teamFetchAttempts < 1) {
            throw new IllegalArgumentException("teamFetchAttempts is " + teamFetchAttempts + ", at least 1 is needed");
        }
    }

    /**
     * Returns the traits of an ordinary cloud: it assigns ids, takes limits in its own units, its usage only grows, and a
     * create needs nothing but the resource.
     */
    public static BackendTraits defaults() {
        return new BackendTraits(
                Ids.ASSIGNED_BY_BACKEND,
                LimitUnits.BACKEND,
                false,
                false,
                EnumSet.of(ResourceState.OK, ResourceState.ERRED),
                1,
                Duration.ofSeconds(3),
                false,
                false,
                UserResolution.OFFERING_USERNAME,
                false,
                Set.of(),
                false,
                false);
    }

    /** Returns these traits with another chooser of ids. */
    public BackendTraits withIds(Ids value) {
        return change(c -> c.ids = value);
    }

    /** Returns these traits with other units of limits. */
    public BackendTraits withLimitUnits(LimitUnits value) {
        return change(c -> c.limitUnits = value);
    }

    /** Returns these traits with usage that may (not) decrease. */
    public BackendTraits withUsageCanDecrease(boolean value) {
        return change(c -> c.usageCanDecrease = value);
    }

    /** Returns these traits with (no) preflight before each cycle. */
    public BackendTraits withPreflightEachCycle(boolean value) {
        return change(c -> c.preflightEachCycle = value);
    }

    /** Returns these traits with other resource states for membership sync. */
    public BackendTraits withHandledStates(Set<ResourceState> value) {
        return change(c -> c.handledStates = value);
    }

    /** Returns these traits with an empty team fetched so often, with that pause between. */
    public BackendTraits withTeamFetch(int attempts, Duration delay) {
        return change(c -> {
            c.teamFetchAttempts = attempts;
            c.teamFetchDelay = delay;
        });
    }

    /** Returns these traits with (no) membership shared by a project's resources. */
    public BackendTraits withSharedProjectMembership(boolean value) {
        return change(c -> c.sharedProjectMembership = value);
    }

    /** Returns these traits with whole teams (or differences) handed over. */
    public BackendTraits withSkipTeamDiff(boolean value) {
        return change(c -> c.skipTeamDiff = value);
    }

    /** Returns these traits with another way to know users. */
    public BackendTraits withUserResolution(UserResolution value) {
        return change(c -> c.userResolution = value);
    }

    /** Returns these traits with only consenting users (or all). */
    public BackendTraits withConsentedUsersOnly(boolean value) {
        return change(c -> c.consentedUsersOnly = value);
    }

    /** Returns these traits with other needs of a create. */
    public BackendTraits withCreateNeeds(Set<CreateNeed> value) {
        return change(c -> c.createNeeds = value);
    }

    /** Returns these traits with the full project given to project mirror calls (or not). */
    public BackendTraits withSourceProject(boolean value) {
        return change(c -> c.sourceProject = value);
    }

    /** Returns these traits with (no) prepaid components. */
    public BackendTraits withPrepaidComponents(boolean value) {
        return change(c -> c.prepaidComponents = value);
    }

    private BackendTraits change(Consumer<Copy> edit) {
        Copy copy = new Copy(this);
        edit.accept(copy);
        return copy.build();
    }

    private static final class Copy {
        private Ids ids;
        private LimitUnits limitUnits;
        private boolean usageCanDecrease;
        private boolean preflightEachCycle;
        private Set<ResourceState> handledStates;
        private int teamFetchAttempts;
        private Duration teamFetchDelay;
        private boolean sharedProjectMembership;
        private boolean skipTeamDiff;
        private UserResolution userResolution;
        private boolean consentedUsersOnly;
        private Set<CreateNeed> createNeeds;
        private boolean sourceProject;
        private boolean prepaidComponents;

        private Copy(BackendTraits from) {
            ids = from.ids;
            limitUnits = from.limitUnits;
            usageCanDecrease = from.usageCanDecrease;
            preflightEachCycle = from.preflightEachCycle;
            handledStates = from.handledStates;
            teamFetchAttempts = from.teamFetchAttempts;
            teamFetchDelay = from.teamFetchDelay;
            sharedProjectMembership = from.sharedProjectMembership;
            skipTeamDiff = from.skipTeamDiff;
            userResolution = from.userResolution;
            consentedUsersOnly = from.consentedUsersOnly;
            createNeeds = from.createNeeds;
            sourceProject = from.sourceProject;
            prepaidComponents = from.prepaidComponents;
        }

        private BackendTraits build() {
            return new BackendTraits(
                    ids,
                    limitUnits,
                    usageCanDecrease,
                    preflightEachCycle,
                    handledStates,
                    teamFetchAttempts,
                    teamFetchDelay,
                    sharedProjectMembership,
                    skipTeamDiff,
                    userResolution,
                    consentedUsersOnly,
                    createNeeds,
                    sourceProject,
                    prepaidComponents);
        }
    }
}
