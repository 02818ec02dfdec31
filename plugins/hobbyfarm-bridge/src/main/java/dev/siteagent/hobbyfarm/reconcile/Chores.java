package dev.siteagent.hobbyfarm.reconcile;

import dev.siteagent.hobbyfarm.accounts.Backend;
import dev.siteagent.hobbyfarm.model.Kind;
import dev.siteagent.hobbyfarm.model.ObjectRef;

/** Work that is not about one object, queued like work that is. These kinds exist in no API server. */
final class Chores {
    /** The listing of all machines of one account; named by backend and Secret. */
    static final Kind LISTING = new Kind("", "", "Listing", "");

    /** The search for what is left over. */
    static final Kind SWEEP = new Kind("", "", "Sweep", "");

    /** The release of a Secret that machines depended on; named by the Secret. */
    static final Kind TOKEN_RELEASE = new Kind("", "", "TokenRelease", "");

    /** The renewal of the copies of an Environment's plaintext tokens; named by the Environment. */
    static final Kind TOKEN_RENEWAL = new Kind("", "", "TokenRenewal", "");

    private Chores() {}

    static ObjectRef listing(Backend backend, String secret) {
        return new ObjectRef(LISTING, backend.name() + "/" + secret);
    }

    static ObjectRef sweep() {
        return new ObjectRef(SWEEP, "all");
    }

    static ObjectRef renewal(String environment) {
        return new ObjectRef(TOKEN_RENEWAL, environment);
    }

    static ObjectRef release(String secret) {
        return new ObjectRef(TOKEN_RELEASE, secret);
    }
}
