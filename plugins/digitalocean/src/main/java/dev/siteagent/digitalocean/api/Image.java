package dev.siteagent.digitalocean.api;

import java.util.List;

/**
 * An image that droplets are made from.
 *
 * @param id its id, 64 bits
 * @param slug its slug; null for snapshots, backups and custom images
 * @param name its name; null when not told
 * @param regions slugs of the regions that have it
 */
public record Image(long id, String slug, String name, List<String> regions) {
    /** Takes an unchangeable copy of the regions. */
    public Image {
        regions = List.copyOf(regions);
    }

    /** Returns the slug, or the id where there is no slug: what an order would name it by. */
    public String reference() {
        return slug == null ? Long.toString(id) : slug;
    }
}
