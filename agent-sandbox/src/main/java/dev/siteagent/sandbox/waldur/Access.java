package dev.siteagent.sandbox.waldur;

/** What the agent's user may do with an offering. */
public enum Access {
    /** Everything a service provider may. */
    FULL,
    /** Look, but change nothing: Waldur answers 403. */
    READ_ONLY,
    /** Nothing: the offering, its orders and resources do not exist for this user. */
    NONE
}
