package dev.siteagent.core.usernames;

import dev.siteagent.core.waldur.OfferingUserState;
import dev.siteagent.core.waldur.OfferingUsers;
import dev.siteagent.core.waldur.WaldurRejectedException;
import dev.siteagent.spi.OfferingUser;
import java.util.Arrays;

/**
 * Moves a user's account at an offering from whatever state it is in (spec waldur-agent, membership_sync, step 1). Each
 * method makes only the calls that the state allows.
 */
final class AccountStates {
    private final OfferingUsers waldur;

    AccountStates(OfferingUsers waldur) {
        this.waldur = waldur;
    }

    /** Returns the state of a user; one that this agent does not know is {@link OfferingUserState#UNKNOWN}. */
    static OfferingUserState of(OfferingUser user) {
        return Arrays.stream(OfferingUserState.values())
                .filter(state -> state.wire().equals(user.state()))
                .findFirst()
                .orElse(OfferingUserState.UNKNOWN);
    }

    /** Gives a user a name, after which the account is OK. */
    void name(OfferingUser user, String username) throws InterruptedException {
        OfferingUserState state = of(user);
        switch (state) {
            case REQUESTED, ERROR_CREATING -> waldur.beginCreating(user.uuid());
            case PENDING_ACCOUNT_LINKING, PENDING_ADDITIONAL_VALIDATION -> waldur.setValidationComplete(user.uuid());
            default -> {
                // Creating becomes OK by the name itself, and OK stays.
            }
        }
        if (!user.username().filter(username::equals).isPresent()) {
            waldur.setUsername(user.uuid(), username);
        } else if (state == OfferingUserState.REQUESTED
                || state == OfferingUserState.ERROR_CREATING
                || state == OfferingUserState.CREATING) {
            // Only a new name moves the state.
            waldur.setOk(user.uuid());
        }
    }

    /** Lets a user wait until an account is linked; returns whether that is new. */
    boolean awaitLinking(OfferingUser user, String comment, String link) throws InterruptedException {
        if (!mayWait(user, OfferingUserState.PENDING_ACCOUNT_LINKING)) {
            return false;
        }
        waldur.setPendingAccountLinking(user.uuid(), comment, link);
        return true;
    }

    /** Lets a user wait until somebody validated the account; returns whether that is new. */
    boolean awaitValidation(OfferingUser user, String comment, String link) throws InterruptedException {
        if (!mayWait(user, OfferingUserState.PENDING_ADDITIONAL_VALIDATION)) {
            return false;
        }
        waldur.setPendingAdditionalValidation(user.uuid(), comment, link);
        return true;
    }

    private boolean mayWait(OfferingUser user, OfferingUserState waiting) throws InterruptedException {
        OfferingUserState state = of(user);
        if (state == waiting || state == OfferingUserState.OK) {
            return false;
        }
        if (state == OfferingUserState.REQUESTED) {
            waldur.beginCreating(user.uuid());
        }
        return true;
    }

    /**
     * Marks that a user's account could not be made; returns whether that is new. One who waits for linking or validation
     * goes on waiting, since the message about it is still what the user needs to know.
     */
    boolean failed(OfferingUser user) throws InterruptedException {
        switch (of(user)) {
            case REQUESTED -> beginCreatingUnlessBegun(user);
            case CREATING -> {
                // May be marked at once.
            }
            default -> {
                return false;
            }
        }
        waldur.setErrorCreating(user.uuid());
        return true;
    }

    /** The failure may have come after the first step. */
    private void beginCreatingUnlessBegun(OfferingUser user) throws InterruptedException {
        try {
            waldur.beginCreating(user.uuid());
        } catch (WaldurRejectedException e) {
            if (!e.wrongState()) {
                throw e;
            }
        }
    }
}
