package dev.siteagent.core.orders;

import dev.siteagent.core.waldur.Listing;
import dev.siteagent.core.waldur.ResourceApiKey;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/** What Waldur's list of a resource's API keys proves about keys that are not in it. */
final class ReportedKeys {
    private ReportedKeys() {}

    /**
     * Returns the public halves of all keys of a resource.
     *
     * @return empty when the list proves nothing: it is not whole, has a key without a public half, or no key at all, as
     *     it would when Waldur hides them
     */
    static Optional<Set<String>> all(Listing<ResourceApiKey> known) {
        Set<String> named = new LinkedHashSet<>();
        for (ResourceApiKey key : known.items()) {
            if (!isNamed(key)) {
                return Optional.empty();
            }
            named.add(key.clientId());
        }
        return known.complete() && !named.isEmpty() ? Optional.of(named) : Optional.empty();
    }

    static boolean isNamed(ResourceApiKey key) {
        return key.clientId() != null && !key.clientId().isBlank();
    }
}
