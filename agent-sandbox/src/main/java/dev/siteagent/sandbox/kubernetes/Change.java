package dev.siteagent.sandbox.kubernetes;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * One change of one object.
 *
 * @param version the version of the store after it
 * @param what what happened
 * @param type the object's type
 * @param before the object before it; the new one when there was none
 * @param object the object after it; as it was last when it is gone. Not to be changed
 */
public record Change(long version, What what, ResourceType type, ObjectNode before, ObjectNode object) {
    /** What happened, in the words of a watch. */
    public enum What {
        /** The object is new. */
        ADDED,
        /** The object is different. */
        MODIFIED,
        /** The object is gone. */
        DELETED
    }

    /** Returns the object's name. */
    public String name() {
        return object.path("metadata").path("name").asText();
    }

    /** Returns the object's namespace, empty when it has none. */
    public String namespace() {
        return object.path("metadata").path("namespace").asText();
    }
}
