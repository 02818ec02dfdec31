package dev.siteagent.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.spi.Attempt;
import dev.siteagent.spi.Lookup;
import dev.siteagent.spi.Resource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/** Takes what was hoped for out of the results of bulk calls. */
final class Results {
    private Results() {}

    /** Returns what was found of a resource that is there. */
    static <T> T present(Map<UUID, Lookup<T>> found, Resource resource) {
        assertThat(found).as("an answer for each resource given").containsKey(resource.uuid());
        if (found.get(resource.uuid()) instanceof Lookup.Present<T> present) {
            return present.value();
        }
        throw new AssertionError("the resource is there, but the backend says " + found.get(resource.uuid()));
    }

    /** Returns the values of results that are all good. */
    static <K, T> Map<K, T> succeeded(Map<K, Attempt<T>> results) {
        Map<K, T> values = new LinkedHashMap<>();
        results.forEach((key, result) -> {
            if (result instanceof Attempt.Succeeded<T> good) {
                values.put(key, good.value());
            } else if (result instanceof Attempt.Failed<T> failed) {
                throw new AssertionError("it failed for " + key, failed.why());
            }
        });
        return values;
    }
}
