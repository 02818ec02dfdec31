package dev.siteagent.core.runtime;

import dev.siteagent.core.config.OfferingConfiguration;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What a configuration wants done at one place: for one offering of Waldur, or as one service.
 *
 * @param place tells the place from others, the same in every configuration: an offering's UUID, whatever the file calls it
 *     and wherever it says that Waldur is, so that no two configurations ever work for one offering at a time; or a
 *     service's type
 * @param name for people, at the start of a sentence
 * @param wanted everything that makes a difference to the work, compared by {@code equals}
 * @param offerings the entries of the file, none for a service
 * @param patience how long work that is ended for good may wait for what it has begun
 * @param plugins the ids of the plugins that it uses, asked when it begins
 * @param work makes the work, which does nothing before it is started
 */
record Post(
        Object place,
        String name,
        Object wanted,
        List<OfferingConfiguration> offerings,
        Duration patience,
        Supplier<Set<String>> plugins,
        Supplier<Work> work) {
    Post {
        offerings = List.copyOf(offerings);
    }
}
