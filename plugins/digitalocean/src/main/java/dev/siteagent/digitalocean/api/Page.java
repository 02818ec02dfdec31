package dev.siteagent.digitalocean.api;

import java.util.List;
import java.util.OptionalInt;

/**
 * One page of a listing.
 *
 * @param items what is on this page, in DigitalOcean's order
 * @param next number of the next page; empty on the last one
 * @param total how many items all pages have together; empty when DigitalOcean did not say
 */
public record Page<T>(List<T> items, OptionalInt next, OptionalInt total) {
    /** Takes an unchangeable copy of the items. */
    public Page {
        items = List.copyOf(items);
    }
}
