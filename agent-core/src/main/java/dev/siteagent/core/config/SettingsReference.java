package dev.siteagent.core.config;

import dev.siteagent.core.config.Shape.Property;
import dev.siteagent.spi.Secret;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Tells of a settings class, the host's or a plugin's, what an operator needs to know: its keys, what each may be, its
 * default and what it means. All of it comes from the class: from types, from constraints, from what an empty section
 * becomes, and from {@link dev.siteagent.spi.Setting}.
 */
public final class SettingsReference {
    private final ConstraintWords constraints;

    private SettingsReference(ConstraintWords constraints) {
        this.constraints = constraints;
    }

    /**
     * Returns the keys of a settings class: of a record in its order, of a bean sorted.
     *
     * @param type a record, or a bean with a no-argument constructor; its code runs, to tell the defaults
     * @return the keys; none when it is neither
     */
    public static List<SettingDescription> of(Class<?> type) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        if (type.getClassLoader() != null) {
            thread.setContextClassLoader(type.getClassLoader());
        }
        try (ConstraintWords constraints = new ConstraintWords()) {
            return new SettingsReference(constraints).keys(type, "");
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private List<SettingDescription> keys(Class<?> type, String prefix) {
        Optional<Shape> shape = Shape.of(type);
        if (shape.isEmpty()) {
            return List.of();
        }
        Optional<Object> empty = emptySection(shape.get());
        return shape.get().properties().stream()
                .flatMap(property -> keys(type, property, empty, prefix))
                .toList();
    }

    /** Returns the key of a property and those below it; a nested section that says nothing of itself has only those. */
    private Stream<SettingDescription> keys(Class<?> type, Property property, Optional<Object> section, String prefix) {
        String key = prefix + property.key();
        SettingDescription own = new SettingDescription(
                key,
                value(type, property),
                constraints.isRequired(type, property.name()),
                usual(property, section),
                property.description());
        List<SettingDescription> below =
                isSection(property.type()) ? keys(TypeArguments.classOf(property.type()), key + ".") : List.of();
        boolean mute = own.meaning().isEmpty() && !own.required() && !below.isEmpty();
        return Stream.concat(mute ? Stream.empty() : Stream.of(own), below.stream());
    }

    private static boolean isSection(Type type) {
        return TypeWords.of(type).equals("mapping");
    }

    private String value(Class<?> type, Property property) {
        String kind = TypeWords.of(property.type());
        List<String> words = new ArrayList<>(constraints.of(type, property.name()));
        if (words.stream().noneMatch(word -> word.contains(kind))) {
            words.add(0, kind);
        }
        return String.join(", ", words);
    }

    /** Returns what a section without any key becomes; empty when the class refuses that. */
    private static Optional<Object> emptySection(Shape shape) {
        Map<String, Object> values = new LinkedHashMap<>();
        shape.properties().stream()
                .filter(property -> property.setter() == null)
                .forEach(property -> values.put(property.name(), Binder.absent(property.type())));
        try {
            return Optional.of(shape.create(values));
        } catch (InvocationTargetException refused) {
            return Optional.empty();
        }
    }

    private static String usual(Property property, Optional<Object> section) {
        if (!property.usual().isEmpty()) {
            return property.usual();
        }
        return section.flatMap(empty -> read(empty, property.name()))
                .map(SettingsReference::written)
                .orElse("");
    }

    private static Optional<Object> read(Object section, String property) {
        String suffix = property.substring(0, 1).toUpperCase(Locale.ROOT) + property.substring(1);
        Set<String> accessors = Set.of(property, "get" + suffix, "is" + suffix);
        return Arrays.stream(section.getClass().getDeclaredMethods())
                .filter(method -> accessors.contains(method.getName()) && method.getParameterCount() == 0)
                .findFirst()
                .flatMap(accessor -> call(accessor, section));
    }

    private static Optional<Object> call(Method accessor, Object section) {
        try {
            accessor.setAccessible(true);
            return Optional.ofNullable(accessor.invoke(section));
        } catch (IllegalAccessException | InvocationTargetException unreadable) {
            return Optional.empty();
        }
    }

    private static String written(Object value) {
        if (value instanceof Optional<?> optional) {
            return optional.map(SettingsReference::written).orElse("");
        }
        if (value instanceof Enum<?> constant) {
            return ScalarTypes.wireName(constant);
        }
        if (value instanceof Secret || (value instanceof Record)) {
            return "";
        }
        if (value instanceof Map<?, ?> map) {
            return map.isEmpty() ? "{}" : map.toString();
        }
        return value instanceof Collection<?> list && list.isEmpty() ? "[]" : value.toString();
    }
}
