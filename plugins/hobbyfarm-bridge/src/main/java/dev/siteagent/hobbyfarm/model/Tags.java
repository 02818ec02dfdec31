package dev.siteagent.hobbyfarm.model;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The tags that machines at a cloud carry. Compared without case: a cloud may give them back in another spelling. */
public final class Tags {
    /** Begins the tag that names a machine's VirtualMachine for ever. */
    public static final String IDENTITY = "hobbyfarm-vm:";

    private static final List<String> OWNERS = List.of(IDENTITY, "waldur-resource:");

    private Tags() {}

    /** Returns the tag of a VirtualMachine's machine. */
    public static String identity(String virtualMachineUid) {
        return IDENTITY + virtualMachineUid;
    }

    /**
     * Returns the tag of all machines of one installation.
     *
     * @param clusterUid uid of the namespace kube-system
     * @param namespace the bridge's namespace
     */
    public static String site(String clusterUid, String namespace) {
        return "hobbyfarm-site:" + clusterUid + "-" + namespace;
    }

    /** Returns the tags that claim a machine for somebody, in lower case. */
    public static List<String> owners(Set<String> tags) {
        return tags.stream()
                .map(tag -> tag.toLowerCase(Locale.ROOT))
                .filter(tag -> OWNERS.stream().anyMatch(tag::startsWith))
                .distinct()
                .toList();
    }

    /** Returns whether a tag is among others. */
    public static boolean has(Set<String> tags, String tag) {
        return tags.stream().anyMatch(tag::equalsIgnoreCase);
    }
}
