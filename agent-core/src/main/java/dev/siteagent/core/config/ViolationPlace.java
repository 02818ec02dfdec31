package dev.siteagent.core.config;

import dev.siteagent.core.config.Node.Mapping;
import dev.siteagent.core.config.Node.Sequence;
import dev.siteagent.core.config.Shape.Property;
import jakarta.validation.ElementKind;
import jakarta.validation.Path;
import java.lang.reflect.Type;
import java.util.Optional;

/**
 * Follows the property path of a constraint violation through the tree of the file, so that the violation is told with the
 * file's own names and place.
 *
 * @param node what the file has there, null when nothing
 * @param location the place to name
 * @param type the declared type there
 * @param path the way there, by the keys of the file
 * @param property the setting that was reached last, null at the root
 */
record ViolationPlace(Node node, Location location, Type type, KeyPath path, Property property) {
    static ViolationPlace root(Mapping section, Class<?> type, KeyPath path) {
        return new ViolationPlace(section, section.location(), type, path, null);
    }

    ViolationPlace follow(Path violated) {
        ViolationPlace place = this;
        for (Path.Node step : violated) {
            if (step.isInIterable()) {
                place = place.inContainer(step);
            }
            if (step.getKind() == ElementKind.PROPERTY) {
                place = place.property(step.getName());
            }
        }
        return place;
    }

    private ViolationPlace inContainer(Path.Node step) {
        if (step.getIndex() != null) {
            return item(step.getIndex());
        }
        return step.getKey() == null ? content() : entry(step.getKey().toString());
    }

    /** Goes on to an item of a list. */
    ViolationPlace item(int index) {
        boolean exists =
                node instanceof Sequence sequence && index < sequence.items().size();
        Node item = exists ? ((Sequence) node).items().get(index) : null;
        return at(item, location, TypeArguments.contentOf(type), path.index(index));
    }

    /** Goes on to an entry of a map. */
    ViolationPlace entry(String key) {
        Type content = TypeArguments.contentOf(type);
        return node instanceof Mapping mapping ? in(mapping, key, content) : at(null, location, content, path.key(key));
    }

    /** Goes on to what an optional holds, or to an element that has neither index nor key. */
    ViolationPlace content() {
        return at(node, location, TypeArguments.contentOf(type), path);
    }

    /**
     * Goes on to a setting. A check of its own belongs to the setting that its name begins with, such as {@code
     * isTokenUsable()} to {@code token}; to none, and it stays where it is.
     */
    ViolationPlace property(String name) {
        Class<?> holder = TypeArguments.classOf(type);
        if (holder == Optional.class) {
            return content().property(name);
        }
        Optional<Property> found = Shape.of(holder).flatMap(shape -> shape.about(name));
        if (found.isEmpty() || !(node instanceof Mapping mapping)) {
            return this;
        }
        ViolationPlace place = in(mapping, found.get().key(), found.get().type());
        return new ViolationPlace(place.node, place.location, place.type, place.path, found.get());
    }

    private ViolationPlace in(Mapping mapping, String key, Type content) {
        return at(mapping.value(key), mapping.locationOf(key), content, path.key(key));
    }

    private ViolationPlace at(Node next, Location fallback, Type content, KeyPath way) {
        return new ViolationPlace(next, next == null ? fallback : next.location(), content, way, property);
    }
}
