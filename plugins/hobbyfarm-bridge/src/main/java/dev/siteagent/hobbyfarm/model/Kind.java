package dev.siteagent.hobbyfarm.model;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.Objects;

/**
 * A kind of namespaced object.
 *
 * @param group the API group, empty for the core group
 * @param version the API version
 * @param name the kind's own name, such as {@code Droplet}
 * @param plural as it stands in paths, such as {@code droplets}
 */
public record Kind(String group, String version, String name, String plural) {
    /** HobbyFarm's machine. */
    public static final Kind VIRTUAL_MACHINE = new Kind("hobbyfarm.io", "v1", "VirtualMachine", "virtualmachines");

    /** HobbyFarm's environment, which configures machines. */
    public static final Kind ENVIRONMENT = new Kind("hobbyfarm.io", "v1", "Environment", "environments");

    /** HobbyFarm's template of a machine. */
    public static final Kind TEMPLATE =
            new Kind("hobbyfarm.io", "v1", "VirtualMachineTemplate", "virtualmachinetemplates");

    /** Kubernetes' secret. */
    public static final Kind SECRET = new Kind("", "v1", "Secret", "secrets");

    /** Kubernetes' event. */
    public static final Kind EVENT = new Kind("", "v1", "Event", "events");

    /** Refuses nulls. */
    public Kind {
        Objects.requireNonNull(group, "group");
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(plural, "plural");
    }

    /** Returns group and version as an object's {@code apiVersion} has them. */
    public String apiVersion() {
        return group.isEmpty() ? version : group + "/" + version;
    }

    /** Returns the same for the Kubernetes client. */
    public ResourceDefinitionContext context() {
        return new ResourceDefinitionContext.Builder()
                .withGroup(group)
                .withVersion(version)
                .withKind(name)
                .withPlural(plural)
                .withNamespaced(true)
                .build();
    }

    /**
     * Returns a new object of this kind, without anything in it.
     *
     * @param objectName its name
     */
    public GenericKubernetesResource object(String objectName) {
        GenericKubernetesResource object = new GenericKubernetesResource();
        object.setApiVersion(apiVersion());
        object.setKind(name);
        ObjectMeta metadata = new ObjectMeta();
        metadata.setName(objectName);
        object.setMetadata(metadata);
        return object;
    }
}
