package dev.siteagent.core.waldur;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The users at an offering and the states of their accounts: {@code /api/marketplace-offering-users/}. Thread-safe.
 *
 * <p>The calls that move a state are refused (409) from a state that does not allow it, also when a first attempt whose
 * answer was lost had moved it: see {@link WaldurRejectedException#afterLostAnswer()}.
 */
public final class OfferingUsers {
    private static final String PATH = "/api/marketplace-offering-users/";

    private final WaldurHttp http;

    OfferingUsers(WaldurHttp http) {
        this.http = http;
    }

    /**
     * Lists the users of an offering, each once.
     *
     * @return the users; not complete when they changed so fast that two readings could miss some
     * @param offering the offering
     * @param states the states wanted; none for all
     * @param restricted true or false to list only users who are or are not restricted, null for all
     * @param attributes further fields to ask for, such as {@code user_email}; none for the usual ones
     */
    public Listing<OfferingUser> list(
            UUID offering, Collection<OfferingUserState> states, Boolean restricted, Collection<String> attributes)
            throws InterruptedException {
        List<String> fields = new ArrayList<>(OfferingUser.FIELDS);
        attributes.stream().filter(field -> !fields.contains(field)).forEach(fields::add);
        Query query = Query.NONE
                .and("offering_uuid", offering)
                .and("state", states.stream().map(OfferingUserState::wire).toList())
                .and("o", "created")
                .and("field", fields);
        return http.distinct(
                WaldurCall.get(
                        "offering_users.list",
                        "list the users of offering " + Uuids.hex(offering),
                        PATH,
                        restricted == null ? query : query.and("is_restricted", restricted)),
                OfferingUser.class,
                OfferingUser::uuid);
    }

    /** Reads one offering user. */
    public OfferingUser get(UUID offeringUser) throws InterruptedException {
        return http.one(
                WaldurCall.get(
                        "offering_users.get",
                        "read offering user " + Uuids.hex(offeringUser),
                        path(offeringUser),
                        Query.NONE.and("field", OfferingUser.FIELDS)),
                OfferingUser.class);
    }

    /** Sets the username, which makes a user who waits for one OK. */
    public void setUsername(UUID offeringUser, String username) throws InterruptedException {
        http.done(WaldurCall.patch(
                "offering_users.patch",
                "set the username of offering user " + Uuids.hex(offeringUser),
                path(offeringUser),
                Map.of("username", username)));
    }

    /** Moves Requested or Error creating to Creating. */
    public void beginCreating(UUID offeringUser) throws InterruptedException {
        act(offeringUser, "begin_creating", null);
    }

    /** Moves to OK. */
    public void setOk(UUID offeringUser) throws InterruptedException {
        act(offeringUser, "set_ok", null);
    }

    /** Moves to Error creating. */
    public void setErrorCreating(UUID offeringUser) throws InterruptedException {
        act(offeringUser, "set_error_creating", null);
    }

    /** Moves a user who waited for linking or validation to OK. */
    public void setValidationComplete(UUID offeringUser) throws InterruptedException {
        act(offeringUser, "set_validation_complete", null);
    }

    /**
     * Moves to Pending account linking.
     *
     * @param offeringUser the offering user
     * @param comment what the user has to do; may be empty
     * @param commentUrl where; may be empty
     */
    public void setPendingAccountLinking(UUID offeringUser, String comment, String commentUrl)
            throws InterruptedException {
        act(offeringUser, "set_pending_account_linking", transition(comment, commentUrl));
    }

    /**
     * Moves to Pending additional validation.
     *
     * @param offeringUser the offering user
     * @param comment what the user has to do; may be empty
     * @param commentUrl where; may be empty
     */
    public void setPendingAdditionalValidation(UUID offeringUser, String comment, String commentUrl)
            throws InterruptedException {
        act(offeringUser, "set_pending_additional_validation", transition(comment, commentUrl));
    }

    private static Map<String, String> transition(String comment, String commentUrl) {
        return Map.of("comment", comment, "comment_url", commentUrl);
    }

    private void act(UUID offeringUser, String action, Object body) throws InterruptedException {
        http.done(WaldurCall.act(
                "offering_users." + action,
                action + " offering user " + Uuids.hex(offeringUser),
                path(offeringUser) + action + "/",
                body));
    }

    private static String path(UUID offeringUser) {
        return PATH + Uuids.hex(offeringUser) + "/";
    }
}
