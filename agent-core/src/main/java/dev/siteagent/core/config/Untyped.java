package dev.siteagent.core.config;

import dev.siteagent.core.config.Node.Mapping;
import dev.siteagent.core.config.Node.Scalar;
import dev.siteagent.core.config.Node.Sequence;
import dev.siteagent.spi.Secret;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/** Values without a declared type: maps, lists, texts, numbers, truth values and nulls, as YAML 1.1 reads them. */
final class Untyped {
    private Untyped() {}

    static Object of(Node node) {
        return of(node, KeyPath.ROOT, (scalar, path) -> ScalarTypes.untyped(scalar));
    }

    /**
     * Returns a section with everything that must not be shown as a {@link Secret}: what comes from the environment or a
     * file, what stands below a sensitive key, and what {@code isSecret} tells.
     */
    static Map<String, Object> concealed(Mapping section, KeyPath path, Predicate<KeyPath> isSecret) {
        return map(section, path, (scalar, at) -> {
            boolean hide = scalar.interpolated() || SensitiveKeys.isSensitive(at) || isSecret.test(at);
            return hide && !scalar.isNull() ? Secret.of(scalar.text()) : ScalarTypes.untyped(scalar);
        });
    }

    private static Object of(Node node, KeyPath path, BiFunction<Scalar, KeyPath, Object> read) {
        if (node instanceof Mapping mapping) {
            return map(mapping, path, read);
        }
        if (node instanceof Sequence sequence) {
            List<Object> items = new ArrayList<>();
            sequence.items().forEach(item -> items.add(of(item, path.index(items.size()), read)));
            return Collections.unmodifiableList(items);
        }
        return read.apply((Scalar) node, path);
    }

    private static Map<String, Object> map(Mapping mapping, KeyPath path, BiFunction<Scalar, KeyPath, Object> read) {
        Map<String, Object> values = new LinkedHashMap<>();
        mapping.entries().forEach((key, entry) -> values.put(key, of(entry.value(), path.key(key), read)));
        return Collections.unmodifiableMap(values);
    }
}
