package dev.siteagent.sandbox.waldur;

import dev.siteagent.sandbox.http.Query;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Filters of a list, built from the query; a value that is none is refused as Waldur does.
 *
 * @param <T> the type of an element
 */
final class Filters<T> {
    private final Query query;
    private Predicate<T> all = element -> true;

    Filters(Query query) {
        this.query = query;
    }

    /** The element's UUID is one of those given. */
    Filters<T> uuid(String name, Function<T, UUID> of) {
        List<String> given = query.all(name);
        if (!given.isEmpty()) {
            Set<UUID> wanted = new HashSet<>();
            given.forEach(value ->
                    wanted.add(Ids.parse(value).orElseThrow(() -> Refusals.invalid(name, "Enter a valid UUID."))));
            all = all.and(element -> wanted.contains(of.apply(element)));
        }
        return this;
    }

    /** The element's value is one of those given, which must be choices. */
    Filters<T> choice(String name, List<String> choices, Function<T, String> of) {
        Set<String> wanted = new HashSet<>(query.all(name));
        for (String value : wanted) {
            if (!choices.contains(value)) {
                throw Refusals.invalid(
                        name, "Select a valid choice. " + value + " is not one of the available choices.");
            }
        }
        if (!wanted.isEmpty()) {
            all = all.and(element -> wanted.contains(of.apply(element)));
        }
        return this;
    }

    /** The element's text is the one given. */
    Filters<T> text(String name, Function<T, String> of) {
        Optional<String> wanted = query.first(name);
        if (wanted.isPresent()) {
            all = all.and(element -> wanted.get().equals(of.apply(element)));
        }
        return this;
    }

    /** The element's flag is the one given. */
    Filters<T> flag(String name, Predicate<T> of) {
        Optional<String> wanted = query.first(name);
        if (wanted.isPresent()) {
            boolean value = Boolean.parseBoolean(wanted.get());
            all = all.and(element -> of.test(element) == value);
        }
        return this;
    }

    Predicate<T> build() {
        return all;
    }
}
