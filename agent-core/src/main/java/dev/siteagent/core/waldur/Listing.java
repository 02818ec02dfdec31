package dev.siteagent.core.waldur;

import java.util.List;

/**
 * All pages of a list.
 *
 * @param items the elements in Waldur's order, not null, unmodifiable
 * @param total how many Waldur says there are, or -1 when it does not say, or not the same on every page
 * @param <T> the type of an element
 */
public record Listing<T>(List<T> items, long total) {

    /** Copies the elements. */
    public Listing {
        items = List.copyOf(items);
    }

    /**
     * Tells whether the elements are all there are. A list that changed while its pages were read may lack some: take
     * nothing for absent on its word.
     */
    public boolean complete() {
        return total == items.size();
    }
}
