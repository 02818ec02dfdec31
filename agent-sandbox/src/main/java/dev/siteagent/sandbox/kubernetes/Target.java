package dev.siteagent.sandbox.kubernetes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * What a path is about.
 *
 * @param type the type of objects
 * @param namespace the namespace, empty for objects in none and for those of all
 * @param name the name of one object, empty for all of them
 * @param status whether it is the status of the object
 */
record Target(ResourceType type, String namespace, Optional<String> name, boolean status) {
    /** Reads a path of the API; empty when it is none, or of a type that is not served. */
    static Optional<Target> of(String path, Collection<ResourceType> types) {
        List<String> parts = new ArrayList<>(Arrays.asList(path.substring(1).split("/", -1)));
        String root = parts.remove(0);
        boolean core = root.equals("api");
        if (!(core || root.equals("apis")) || parts.size() < (core ? 2 : 3)) {
            return Optional.empty();
        }
        String group = core ? "" : parts.remove(0);
        String version = parts.remove(0);
        String namespace = "";
        if (parts.size() > 2 && parts.get(0).equals("namespaces")) {
            parts.remove(0);
            namespace = parts.remove(0);
        }
        boolean status = parts.size() == 3 && parts.get(2).equals("status");
        if (parts.size() > 2 && !status) {
            return Optional.empty();
        }
        String plural = parts.get(0);
        Optional<String> name = parts.size() > 1 ? Optional.of(parts.get(1)) : Optional.empty();
        String where = namespace;
        return types.stream()
                .filter(type -> type.group().equals(group)
                        && type.version().equals(version)
                        && type.plural().equals(plural))
                .filter(type -> !status || type.statusSubresource())
                .findFirst()
                .map(type -> new Target(type, where, name, status));
    }

    /** Returns where the one object is that this is about. */
    ObjectStore.Key key(String objectName) {
        return new ObjectStore.Key(type, namespace, objectName);
    }
}
