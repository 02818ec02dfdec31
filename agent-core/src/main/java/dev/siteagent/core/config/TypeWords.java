package dev.siteagent.core.config;

import dev.siteagent.spi.Secret;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Says in words what kind of value a declared type takes from the file. */
final class TypeWords {
    private static final Set<Class<?>> WHOLE = Set.of(
            Integer.class,
            int.class,
            Long.class,
            long.class,
            Short.class,
            short.class,
            Byte.class,
            byte.class,
            BigInteger.class);
    private static final Set<Class<?>> DECIMAL =
            Set.of(BigDecimal.class, Number.class, Double.class, double.class, Float.class, float.class);
    private static final Map<Class<?>, String> OTHERS = Map.of(
            Boolean.class, "true or false",
            boolean.class, "true or false",
            URI.class, "URL",
            UUID.class, "UUID",
            ZoneId.class, "time zone",
            Duration.class, "duration (ISO 8601)",
            Secret.class, "secret",
            Object.class, "anything",
            Node.class, "section");

    private TypeWords() {}

    static String of(Type type) {
        Class<?> plain = TypeArguments.classOf(type);
        if (plain == Optional.class) {
            return of(TypeArguments.contentOf(type));
        }
        if (Collection.class.isAssignableFrom(plain)) {
            return "list of " + of(TypeArguments.contentOf(type));
        }
        if (plain == Map.class) {
            return "mapping from name to " + of(TypeArguments.contentOf(type));
        }
        if (plain.isEnum()) {
            return oneOf(plain);
        }
        if (WHOLE.contains(plain)) {
            return "whole number";
        }
        if (DECIMAL.contains(plain)) {
            return "number";
        }
        return OTHERS.getOrDefault(plain, CharSequence.class.isAssignableFrom(plain) ? "text" : "mapping");
    }

    private static String oneOf(Class<?> type) {
        List<String> names = Arrays.stream(type.getEnumConstants())
                .map(constant -> "`" + ScalarTypes.wireName(constant) + "`")
                .toList();
        int last = names.size() - 1;
        return last < 1 ? String.join("", names) : String.join(", ", names.subList(0, last)) + " or " + names.get(last);
    }
}
