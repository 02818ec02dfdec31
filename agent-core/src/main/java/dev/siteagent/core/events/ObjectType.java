package dev.siteagent.core.events;

import java.util.Arrays;
import java.util.Optional;

/** The types of events an agent subscribes to; Waldur keeps a queue for each. */
public enum ObjectType {
    /** An order changed its state. */
    ORDER("order"),
    /** A member of a project came, went or changed the role. */
    USER_ROLE("user_role"),
    /** A resource changed. */
    RESOURCE("resource"),
    /** A service account came or went. */
    SERVICE_ACCOUNT("service_account"),
    /** A course account came or went. */
    COURSE_ACCOUNT("course_account"),
    /** A user of the offering came, went or changed. */
    OFFERING_USER("offering_user"),
    /** The provider asks to bring all resources in step. */
    OFFERING_RESOURCES_SYNC("offering_resources_sync"),
    /** The provider asks which resources could be imported. */
    IMPORTABLE_RESOURCES("importable_resources"),
    /** A policy sets the limits of a resource for a period. */
    RESOURCE_PERIODIC_LIMITS("resource_periodic_limits"),
    /** An API key of a resource is to be replaced. */
    RESOURCE_API_KEY_ROTATION("resource_api_key_rotation");

    /** An order that its backend works on keeps its event unacknowledged, so that many must be allowed at once. */
    private static final int PREFETCH_OF_ORDERS = 200;

    private static final int PREFETCH = 20;

    private final String wire;

    ObjectType(String wire) {
        this.wire = wire;
    }

    /** Finds a type by the name Waldur writes. */
    static Optional<ObjectType> named(String wire) {
        return Arrays.stream(values()).filter(type -> type.wire.equals(wire)).findFirst();
    }

    /** Returns the type as Waldur writes it. */
    public String wire() {
        return wire;
    }

    /** Returns how many events of the type the broker may hand out before one is acknowledged. */
    int prefetch() {
        return this == ORDER ? PREFETCH_OF_ORDERS : PREFETCH;
    }
}
