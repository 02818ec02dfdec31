package dev.siteagent.sandbox.kubernetes;

import java.util.Objects;

/**
 * A type of objects.
 *
 * @param group its API group, empty for the core group
 * @param version the version
 * @param kind the kind in objects, such as {@code Secret}
 * @param plural the name in paths, such as {@code secrets}
 * @param namespaced whether objects live in namespaces
 * @param statusSubresource whether an object's {@code status} is written by requests of its own
 */
public record ResourceType(
        String group, String version, String kind, String plural, boolean namespaced, boolean statusSubresource) {
    /** Namespaces. */
    public static final ResourceType NAMESPACE = new ResourceType("", "v1", "Namespace", "namespaces", false, false);

    /** Secrets. */
    public static final ResourceType SECRET = new ResourceType("", "v1", "Secret", "secrets", true, false);

    /** Events. */
    public static final ResourceType EVENT = new ResourceType("", "v1", "Event", "events", true, false);

    /** Leases, by which replicas elect their leader. */
    public static final ResourceType LEASE =
            new ResourceType("coordination.k8s.io", "v1", "Lease", "leases", true, false);

    /** Definitions of further types. */
    public static final ResourceType DEFINITION = new ResourceType(
            "apiextensions.k8s.io", "v1", "CustomResourceDefinition", "customresourcedefinitions", false, false);

    /** Refuses nulls. */
    public ResourceType {
        Objects.requireNonNull(group, "group");
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(plural, "plural");
    }

    /** Returns a type as definitions make them: namespaced, with the status as a subresource. */
    public static ResourceType defined(String group, String version, String kind, String plural) {
        return new ResourceType(group, version, kind, plural, true, true);
    }

    /** Returns group and version as an object's {@code apiVersion} has them. */
    public String apiVersion() {
        return group.isEmpty() ? version : group + "/" + version;
    }
}
