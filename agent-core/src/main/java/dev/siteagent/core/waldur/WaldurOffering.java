package dev.siteagent.core.waldur;

import java.util.List;
import java.util.UUID;

/**
 * An offering as Waldur tells of it. What Waldur left out is null, or empty where it is a list.
 *
 * @param uuid the offering's UUID
 * @param name its name
 * @param slug its slug
 * @param type its kind in Waldur
 * @param state {@code Active}, {@code Paused} and so on
 * @param customerUuid the organisation that provides it
 * @param customerName that organisation's name
 * @param components what is counted and charged, never null
 * @param plans its plans, never null
 * @param partitions the partitions of a cluster, never null
 * @param pluginOptions the options an agent heeds, never null
 */
public record WaldurOffering(
        UUID uuid,
        String name,
        String slug,
        String type,
        String state,
        UUID customerUuid,
        String customerName,
        List<OfferingComponent> components,
        List<WaldurPlan> plans,
        List<Partition> partitions,
        PluginOptions pluginOptions) {

    /** Puts what is missing in order. */
    public WaldurOffering {
        components = Values.copy(components);
        plans = Values.copy(plans);
        partitions = Values.copy(partitions);
        pluginOptions = pluginOptions == null ? PluginOptions.NONE : pluginOptions;
    }

    /**
     * A partition of a cluster.
     *
     * @param partitionName its name
     */
    public record Partition(String partitionName) {}
}
