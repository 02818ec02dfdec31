package dev.siteagent.core.waldur;

/**
 * One call of the API.
 *
 * @param operation the endpoint, of which there are few: a name for metrics, {@code orders.set_state_done}
 * @param purpose what the call is for, with the object's id, to complete "Waldur refused to …"
 * @param method GET, POST, PUT, PATCH or DELETE
 * @param path the path from {@code /api/} on
 * @param query the query, not null
 * @param body the object to send as JSON, or null for none
 * @param effect what sending it does, and so what sending it twice would do
 */
record WaldurCall(
        String operation, String purpose, String method, String path, Query query, Object body, Effect effect) {

    /** What a call does to Waldur. */
    enum Effect {
        /** It only reads. */
        NONE,
        /** It sets a value or moves a state: sent twice, it changes nothing more, at worst it is refused. */
        SETS,
        /** It makes something new each time it is sent. */
        CREATES
    }

    static WaldurCall get(String operation, String purpose, String path, Query query) {
        return new WaldurCall(operation, purpose, "GET", path, query, null, Effect.NONE);
    }

    /** A POST that only asks. */
    static WaldurCall ask(String operation, String purpose, String path, Object body) {
        return new WaldurCall(operation, purpose, "POST", path, Query.NONE, body, Effect.NONE);
    }

    /** A POST that sets a value or moves a state. */
    static WaldurCall act(String operation, String purpose, String path, Object body) {
        return new WaldurCall(operation, purpose, "POST", path, Query.NONE, body, Effect.SETS);
    }

    /** A POST that makes something new each time it is sent. */
    static WaldurCall create(String operation, String purpose, String path, Object body) {
        return new WaldurCall(operation, purpose, "POST", path, Query.NONE, body, Effect.CREATES);
    }

    static WaldurCall put(String operation, String purpose, String path, Object body) {
        return new WaldurCall(operation, purpose, "PUT", path, Query.NONE, body, Effect.SETS);
    }

    static WaldurCall patch(String operation, String purpose, String path, Object body) {
        return new WaldurCall(operation, purpose, "PATCH", path, Query.NONE, body, Effect.SETS);
    }

    static WaldurCall delete(String operation, String purpose, String path) {
        return new WaldurCall(operation, purpose, "DELETE", path, Query.NONE, null, Effect.SETS);
    }

    WaldurCall withQuery(Query other) {
        return new WaldurCall(operation, purpose, method, path, other, body, effect);
    }

    boolean readsOnly() {
        return effect == Effect.NONE;
    }

    boolean repeatable() {
        return effect != Effect.CREATES;
    }

    /** Leaves the body out, which may hold keys and user data. */
    @Override
    public String toString() {
        return method + " " + path;
    }
}
