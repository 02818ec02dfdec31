package dev.siteagent.sandbox.digitalocean;

import java.util.List;

/**
 * What a droplet can have.
 *
 * @param slug such as {@code s-1vcpu-1gb}
 * @param memory MiB
 * @param vcpus number of virtual processors
 * @param disk GiB
 * @param transfer TB a month
 * @param priceMonthly US dollars a month
 * @param regions slugs of the regions that have it
 * @param description the family's name
 */
public record Size(
        String slug,
        int memory,
        int vcpus,
        int disk,
        double transfer,
        double priceMonthly,
        List<String> regions,
        String description) {}
