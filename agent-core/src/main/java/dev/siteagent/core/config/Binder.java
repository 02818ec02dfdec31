package dev.siteagent.core.config;

import dev.siteagent.core.config.Node.Kind;
import dev.siteagent.core.config.Node.Mapping;
import dev.siteagent.core.config.Node.Scalar;
import dev.siteagent.core.config.Node.Sequence;
import dev.siteagent.core.config.ScalarTypes.MismatchException;
import dev.siteagent.core.config.Shape.Property;
import dev.siteagent.spi.Secret;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Makes objects of sections of the file, for the host's own classes and for those of plugins alike, and checks their
 * constraints. What does not fit is reported with its place, and the rest is looked at all the same.
 *
 * <p>A plugin's code runs meanwhile (constructors, setters, its own validators), with its class loader as the thread's
 * context class loader. Not thread-safe.
 */
final class Binder {
    /** Something could not be bound; its problem is reported. */
    private static final class UnboundException extends Exception {
        private static final long serialVersionUID = 1L;

        UnboundException() {
            super("reported as a problem", null, false, false);
        }
    }

    private static final int MOST_KEYS_SHOWN = 40;

    private final Problems problems;
    private final Constraints constraints;
    private final Concealment concealment;
    private final SettingsMaking making;
    private final ScalarTypes scalars = new ScalarTypes();
    private final Set<KeyPath> secrets = new HashSet<>();

    Binder(Problems problems, Constraints constraints, Concealment concealment, SettingsMaking making) {
        this.problems = problems;
        this.making = making;
        this.constraints = constraints;
        this.concealment = concealment;
    }

    /**
     * Binds one section.
     *
     * @param known keys of the section that another class reads, so that they are not unknown here
     * @return the object; empty when it could not be made, with at least one error reported. Constraints that it violates
     *     are reported, but do not keep it from being returned
     */
    <T> Optional<T> bind(Mapping section, Class<T> type, KeyPath path, KnownKeys known) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        if (type.getClassLoader() != null) {
            thread.setContextClassLoader(type.getClassLoader());
        }
        try {
            return Optional.of(type.cast(section(section, type, path, known)));
        } catch (UnboundException e) {
            return Optional.empty();
        } catch (LinkageError | TypeNotPresentException e) {
            String cause = concealment.clean(String.valueOf(e.getCause() == null ? e : e.getCause()));
            problems.error(
                    section.location(), path, "the settings class " + type.getName() + " does not load: " + cause);
            return Optional.empty();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** Returns the keys that a settings class reads; none when it cannot be bound, which binding to it will report. */
    static List<String> keysOf(Class<?> type) {
        try {
            return Shape.of(type).map(Shape::keys).orElse(List.of());
        } catch (LinkageError | TypeNotPresentException e) {
            return List.of();
        }
    }

    /** Returns whether the value at a path was bound to a {@link Secret}. */
    boolean isSecret(KeyPath path) {
        return secrets.contains(path);
    }

    private Object section(Mapping section, Class<?> type, KeyPath path, KnownKeys known) throws UnboundException {
        Shape shape = shapeOf(type, section, path);
        ViolationPlace root = ViolationPlace.root(section, type, path);
        Map<String, Object> values = new LinkedHashMap<>();
        boolean complete = readInto(values, section, shape, path, known);
        if (!complete) {
            constraints.checkEach(type, values, root);
            throw new UnboundException();
        }
        Object bound;
        try {
            bound = made(section, type, path, shape, values);
        } catch (InvocationTargetException e) {
            if (constraints.checkEach(type, values, root)) {
                refused(section, path, type, e.getCause());
            }
            throw new UnboundException();
        }
        constraints.check(bound, root);
        return bound;
    }

    /** Reads every property of a mapping that can be read; returns false when one could not. */
    private boolean readInto(Map<String, Object> values, Mapping mapping, Shape shape, KeyPath path, KnownKeys known) {
        reportUnknownKeys(mapping, shape, path, known);
        boolean complete = true;
        for (Property property : shape.properties()) {
            Node node = mapping.value(property.key());
            try {
                if (node != null) {
                    values.put(property.name(), value(node, property.type(), path.key(property.key())));
                } else if (property.setter() == null) {
                    values.put(property.name(), absent(property.type()));
                }
            } catch (UnboundException e) {
                complete = false;
            }
        }
        return complete;
    }

    private Object value(Node node, Type type, KeyPath path) throws UnboundException {
        Class<?> wanted = TypeArguments.classOf(type);
        if (node instanceof Scalar scalar && scalar.kind() == Kind.BROKEN) {
            throw new UnboundException();
        }
        if (wanted == Node.class) {
            return node;
        }
        if (wanted == Object.class) {
            return Untyped.of(node);
        }
        if (wanted == Optional.class) {
            return Optional.of(value(node, TypeArguments.contentOf(type), path));
        }
        if (wanted == Set.class) {
            return Collections.unmodifiableSet(new LinkedHashSet<>(list(node, type, path)));
        }
        if (wanted.isAssignableFrom(List.class)) {
            return list(node, type, path);
        }
        if (wanted == Map.class) {
            return map(node, type, path);
        }
        return scalars.supports(wanted) ? scalar(node, wanted, path) : nested(node, wanted, path);
    }

    private List<Object> list(Node node, Type type, KeyPath path) throws UnboundException {
        if (!(node instanceof Sequence sequence)) {
            throw mismatch(node, path, "must be a list");
        }
        List<Object> items = new ArrayList<>();
        boolean complete = true;
        for (int i = 0; i < sequence.items().size(); i++) {
            try {
                items.add(entry(sequence.items().get(i), type, path.index(i)));
            } catch (UnboundException e) {
                complete = false;
            }
        }
        requireComplete(complete);
        return Collections.unmodifiableList(items);
    }

    private Map<String, Object> map(Node node, Type type, KeyPath path) throws UnboundException {
        Type keys = type instanceof ParameterizedType map ? map.getActualTypeArguments()[0] : Object.class;
        if (!TypeArguments.classOf(keys).isAssignableFrom(String.class)) {
            throw unsupported(node, TypeArguments.classOf(keys), path);
        }
        if (!(node instanceof Mapping mapping)) {
            throw mismatch(node, path, "must be a mapping");
        }
        Map<String, Object> entries = new LinkedHashMap<>();
        boolean complete = true;
        for (Map.Entry<String, Node.Entry> entry : mapping.entries().entrySet()) {
            try {
                entries.put(entry.getKey(), entry(entry.getValue().value(), type, path.key(entry.getKey())));
            } catch (UnboundException e) {
                complete = false;
            }
        }
        requireComplete(complete);
        return Collections.unmodifiableMap(entries);
    }

    /** Binds what is in a list or map, where an empty value is only allowed if the values have no declared type. */
    private Object entry(Node node, Type container, KeyPath path) throws UnboundException {
        Type content = TypeArguments.contentOf(container);
        boolean isNull = node instanceof Scalar scalar && scalar.isNull();
        if (isNull && TypeArguments.classOf(content) != Object.class) {
            throw mismatch(node, path, "needs a value");
        }
        return value(node, content, path);
    }

    private Object scalar(Node node, Class<?> wanted, KeyPath path) throws UnboundException {
        if (!(node instanceof Scalar scalar)) {
            throw mismatch(node, path, "must be a single value");
        }
        if (wanted == Secret.class) {
            secrets.add(path);
            concealment.keepSecret(scalar.text());
        }
        try {
            return scalars.convert(scalar, wanted);
        } catch (MismatchException e) {
            boolean show = !scalar.interpolated() && wanted != URI.class && !SensitiveKeys.isSensitive(path);
            String shown = show ? " (it is " + Quoted.of(scalar.text()) + ")" : "";
            problems.error(scalar.location(), path, e.getMessage() + shown);
            throw new UnboundException();
        }
    }

    private Object nested(Node node, Class<?> wanted, KeyPath path) throws UnboundException {
        Shape shape = shapeOf(wanted, node, path);
        if (!(node instanceof Mapping mapping)) {
            throw mismatch(node, path, "must be a mapping");
        }
        Map<String, Object> values = new LinkedHashMap<>();
        requireComplete(readInto(values, mapping, shape, path, KnownKeys.NONE));
        try {
            return made(mapping, wanted, path, shape, values);
        } catch (InvocationTargetException e) {
            refused(mapping, path, wanted, e.getCause());
            throw new UnboundException();
        }
    }

    private Object made(Mapping section, Class<?> type, KeyPath path, Shape shape, Map<String, Object> values)
            throws InvocationTargetException, UnboundException {
        try {
            return making.make(type, shape, values);
        } catch (SettingsMaking.HangingException e) {
            problems.error(section.location(), path, e.getMessage());
            throw new UnboundException();
        }
    }

    private Shape shapeOf(Class<?> type, Node node, KeyPath path) throws UnboundException {
        Optional<Shape> shape = Shape.of(type);
        if (shape.isEmpty()) {
            throw unsupported(node, type, path);
        }
        return shape.get();
    }

    /** Returns what a record gets for a setting that the file lacks. */
    static Object absent(Type type) {
        if (type instanceof Class<?> primitive && primitive.isPrimitive()) {
            return Array.get(Array.newInstance(primitive, 1), 0);
        }
        return TypeArguments.classOf(type) == Optional.class ? Optional.empty() : null;
    }

    private void reportUnknownKeys(Mapping mapping, Shape shape, KeyPath path, KnownKeys known) {
        if (known.open()) {
            return;
        }
        Set<String> all = known.with(shape.keys());
        mapping.entries().forEach((key, entry) -> {
            if (!all.contains(key)) {
                problems.warning(
                        entry.keyLocation(), path.key(key), "unknown key, it has no effect" + allowed(key, all));
            }
        });
    }

    private static String allowed(String key, Set<String> known) {
        String hint = NearestName.hint(key, known);
        if (!hint.isEmpty() || known.isEmpty()) {
            return hint;
        }
        boolean all = known.size() <= MOST_KEYS_SHOWN;
        return "; known here: "
                + String.join(", ", known.stream().limit(MOST_KEYS_SHOWN).toList())
                + (all ? "" : ", …");
    }

    private void refused(Mapping mapping, KeyPath path, Class<?> type, Throwable cause) {
        String reason = cause.getMessage() == null ? cause.getClass().getName() : cause.getMessage();
        problems.error(
                mapping.location(),
                path,
                "these settings are refused by " + type.getSimpleName() + ": " + concealment.clean(reason));
    }

    private UnboundException mismatch(Node node, KeyPath path, String allowed) {
        problems.error(node.location(), path, allowed + ", not " + node.kindName());
        return new UnboundException();
    }

    private UnboundException unsupported(Node node, Class<?> type, KeyPath path) {
        problems.error(
                node.location(),
                path,
                "the settings class wants a " + type.getName()
                        + ", which no value of the file can become; this is a fault" + " of the plugin");
        return new UnboundException();
    }

    private static void requireComplete(boolean complete) throws UnboundException {
        if (!complete) {
            throw new UnboundException();
        }
    }
}
