package dev.siteagent.core.config;

import dev.siteagent.spi.Setting;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * How a settings class looks in the file: its keys, and how one is made of their values. A record, or a bean with a
 * no-argument constructor and setters; the rules are those of {@link dev.siteagent.spi.BackendProvider#settingsType()}.
 */
final class Shape {
    /**
     * One setting.
     *
     * @param name the record component or bean property
     * @param key the key in the file
     * @param type its declared type
     * @param description what it means, empty when undocumented
     * @param usual the default in words, empty when the class itself tells it or there is none
     * @param setter for a bean; null for a record
     */
    record Property(String name, String key, Type type, String description, String usual, Method setter) {}

    private static final Pattern WORD_START = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])");

    private final Constructor<?> constructor;
    private final List<Property> properties;

    private Shape(Constructor<?> constructor, List<Property> properties) {
        this.constructor = constructor;
        this.properties = properties;
    }

    /** Returns the shape of a class; empty when it is neither a record nor a bean. */
    static Optional<Shape> of(Class<?> type) {
        if (type.isRecord()) {
            return Optional.of(ofRecord(type));
        }
        boolean isPlainClass = !type.isInterface()
                && !type.isArray()
                && !type.isEnum()
                && !type.isPrimitive()
                && !Modifier.isAbstract(type.getModifiers())
                && !type.getName().startsWith("java.");
        return isPlainClass ? ofBean(type) : Optional.empty();
    }

    private static Shape ofRecord(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        List<Property> properties = Arrays.stream(components)
                .map(component -> property(component.getName(), component.getGenericType(), null, List.of(component)))
                .toList();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            return new Shape(type.getDeclaredConstructor(types), properties);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(type.getName() + " is a record without its canonical constructor", e);
        }
    }

    private static Optional<Shape> ofBean(Class<?> type) {
        Constructor<?> constructor;
        try {
            constructor = type.getDeclaredConstructor();
        } catch (NoSuchMethodException e) {
            return Optional.empty();
        }
        List<Property> properties = new ArrayList<>();
        for (Method method : type.getMethods()) {
            boolean isSetter = method.getName().matches("set[A-Z].*")
                    && method.getParameterCount() == 1
                    && !method.isBridge()
                    && !Modifier.isStatic(method.getModifiers());
            if (isSetter) {
                properties.add(ofSetter(type, method));
            }
        }
        properties.sort(Comparator.comparing(Property::name));
        return Optional.of(new Shape(constructor, properties));
    }

    private static Property ofSetter(Class<?> type, Method setter) {
        String suffix = setter.getName().substring("set".length());
        String name = suffix.substring(0, 1).toLowerCase(Locale.ROOT) + suffix.substring(1);
        List<AnnotatedElement> described = new ArrayList<>(List.of(setter, setter.getParameters()[0]));
        field(type, name).ifPresent(described::add);
        for (Method method : type.getMethods()) {
            boolean isGetter = method.getParameterCount() == 0
                    && (method.getName().equals("get" + suffix)
                            || method.getName().equals("is" + suffix));
            if (isGetter) {
                described.add(method);
            }
        }
        return property(name, setter.getGenericParameterTypes()[0], setter, described);
    }

    private static Optional<Field> field(Class<?> type, String name) {
        for (Class<?> declaring = type; declaring != null; declaring = declaring.getSuperclass()) {
            for (Field field : declaring.getDeclaredFields()) {
                if (field.getName().equals(name)) {
                    return Optional.of(field);
                }
            }
        }
        return Optional.empty();
    }

    private static Property property(String name, Type type, Method setter, List<AnnotatedElement> described) {
        Optional<Setting> setting = described.stream()
                .map(element -> element.getAnnotation(Setting.class))
                .filter(found -> found != null)
                .findFirst();
        String key = setting.map(Setting::name)
                .filter(given -> !given.isEmpty())
                .orElseGet(() -> WORD_START.matcher(name).replaceAll("_").toLowerCase(Locale.ROOT));
        return new Property(
                name,
                key,
                type,
                setting.map(Setting::description).orElse(""),
                setting.map(Setting::defaultValue).orElse(""),
                setter);
    }

    List<Property> properties() {
        return properties;
    }

    List<String> keys() {
        return properties.stream().map(Property::key).toList();
    }

    /** Returns the property of a name; else the one with the longest name that the given name begins with, as a word. */
    Optional<Property> about(String name) {
        return properties.stream()
                .filter(property -> name.startsWith(property.name())
                        && (name.length() == property.name().length()
                                || Character.isUpperCase(
                                        name.charAt(property.name().length()))))
                .max(Comparator.comparingInt(property -> property.name().length()));
    }

    /**
     * Makes an instance.
     *
     * @param values by property name; for a record every component has its entry (the value may be null), for a bean the
     *     settings that the file has
     * @throws InvocationTargetException when the constructor or a setter refuses the values
     */
    Object create(Map<String, Object> values) throws InvocationTargetException {
        try {
            constructor.setAccessible(true);
            if (constructor.getDeclaringClass().isRecord()) {
                return constructor.newInstance(properties.stream()
                        .map(property -> values.get(property.name()))
                        .toArray());
            }
            Object bean = constructor.newInstance();
            for (Property property : properties) {
                if (values.containsKey(property.name())) {
                    property.setter().setAccessible(true);
                    property.setter().invoke(bean, values.get(property.name()));
                }
            }
            return bean;
        } catch (InstantiationException | IllegalAccessException e) {
            throw new IllegalStateException(constructor.getDeclaringClass().getName() + " cannot be instantiated", e);
        }
    }
}
