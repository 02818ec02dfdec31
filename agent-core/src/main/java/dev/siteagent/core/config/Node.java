package dev.siteagent.core.config;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A value of the file with its place. Nothing in a {@code toString} shows a value. */
sealed interface Node {
    /** Where the value begins. */
    Location location();

    /** Returns what people call this kind of value. */
    String kindName();

    /** What a scalar without quotes is by the rules of YAML 1.1; the written text is kept whatever the kind. */
    enum Kind {
        NULL,
        BOOLEAN,
        INTEGER,
        DECIMAL,
        TEXT,
        /** Stands for a value that could not be made; its problem is reported already. */
        BROKEN
    }

    /**
     * A single value.
     *
     * @param text the text as written, quotes and escapes resolved
     * @param interpolated whether part of the text comes from the environment or a file, so that it is never shown
     */
    record Scalar(Location location, Kind kind, String text, boolean interpolated) implements Node {
        boolean isNull() {
            return kind == Kind.NULL;
        }

        @Override
        public String kindName() {
            return isNull() ? "nothing" : "a single value";
        }

        @Override
        public String toString() {
            return "Scalar[" + kind + " at " + location + "]";
        }
    }

    /** A list. */
    record Sequence(Location location, List<Node> items) implements Node {
        @Override
        public String kindName() {
            return "a list";
        }
    }

    /**
     * A mapping.
     *
     * @param entries by key, in the order of the file; of a key given twice the first
     * @param repeated the keys given again, an error each
     */
    record Mapping(Location location, Map<String, Entry> entries, List<Repeated> repeated) implements Node {
        static Mapping empty(Location location) {
            return new Mapping(location, Map.of(), List.of());
        }

        /** Returns the value of a key; null when the key is missing or its value is. */
        Node value(String key) {
            Entry entry = entries.get(key);
            if (entry == null || (entry.value() instanceof Scalar scalar && scalar.isNull())) {
                return null;
            }
            return entry.value();
        }

        /**
         * Returns the mapping that a key has, an empty one when the key is missing.
         *
         * @return empty when the key has something else, which is reported as an error
         */
        Optional<Mapping> mapping(String key, KeyPath path, Problems problems) {
            Node node = value(key);
            if (node == null) {
                return Optional.of(empty(locationOf(key)));
            }
            if (node instanceof Mapping mapping) {
                return Optional.of(mapping);
            }
            if (!(node instanceof Scalar scalar && scalar.kind() == Kind.BROKEN)) {
                problems.error(node.location(), path, "must be a mapping, not " + node.kindName());
            }
            return Optional.empty();
        }

        /** Returns the place to name for what is wrong with a key: its value, else the key, else the mapping. */
        Location locationOf(String key) {
            Entry entry = entries.get(key);
            if (entry == null) {
                return location;
            }
            return value(key) == null ? entry.keyLocation() : entry.value().location();
        }

        @Override
        public String kindName() {
            return "a mapping";
        }
    }

    /** The value of a key and the place of the key. */
    record Entry(Location keyLocation, Node value) {}

    /** A key that a mapping has twice, and the places of both. */
    record Repeated(String key, Location again, Location first) {}
}
