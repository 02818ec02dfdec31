package dev.siteagent.digitalocean.api;

import java.util.List;

/**
 * A size that droplets come in.
 *
 * @param slug its slug, for example {@code s-1vcpu-1gb}
 * @param available whether it can be ordered at all
 * @param vcpus number of virtual CPUs
 * @param memoryMib memory in MiB
 * @param diskGib disk in GiB
 * @param transferTb monthly transfer in TB
 * @param regions slugs of the regions that offer it
 */
public record Size(
        String slug,
        boolean available,
        int vcpus,
        int memoryMib,
        int diskGib,
        double transferTb,
        List<String> regions) {
    /** Takes an unchangeable copy of the regions. */
    public Size {
        regions = List.copyOf(regions);
    }
}
