package dev.siteagent.sandbox.digitalocean;

import java.util.List;

/**
 * What a droplet starts from.
 *
 * @param id the number
 * @param slug such as {@code ubuntu-24-04-x64}; null for snapshots and custom images
 * @param name the name without the distribution
 * @param distribution such as {@code Ubuntu}
 * @param regions slugs of the regions that have it
 * @param minDiskSize GiB that a droplet needs at least
 * @param type {@code base} or {@code snapshot}
 */
public record Image(
        long id, String slug, String name, String distribution, List<String> regions, int minDiskSize, String type) {}
