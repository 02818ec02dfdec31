package dev.siteagent.core.config;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import dev.siteagent.core.config.Node.Entry;
import dev.siteagent.core.config.Node.Kind;
import dev.siteagent.core.config.Node.Mapping;
import dev.siteagent.core.config.Node.Repeated;
import dev.siteagent.core.config.Node.Scalar;
import dev.siteagent.core.config.Node.Sequence;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.yaml.snakeyaml.LoaderOptions;

/**
 * Makes the tree of one YAML document. Where an alias stands, the node of its anchor stands in the tree again, the same
 * object: the tree is as large as the file, its expansion may not be (see {@link Expansion}).
 */
final class YamlTree {
    /** A file that is no YAML document the agent can read. */
    static final class SyntaxException extends Exception {
        private static final long serialVersionUID = 1L;

        @SuppressWarnings("serial") // thrown and caught within one reading, never serialized
        private final Location location;

        SyntaxException(Location location, String message) {
            super(message);
            this.location = location;
        }

        Location location() {
            return location;
        }
    }

    /**
     * The document.
     *
     * @param root its only value
     * @param size how many values and keys were read, each alias counted once
     */
    record Document(Node root, int size) {}

    private static final int DEEPEST = 64;
    /** What the merging of mappings by {@code <<} may copy in all; no sensible file comes near. */
    private static final int MOST_MERGED = 100_000;

    private static final String MERGE_KEY = "<<";
    private static final String STANDARD_TAG = "tag:yaml.org,2002:";
    private static final Set<String> KNOWN_TAGS = Set.of("str", "int", "float", "bool", "null", "map", "seq");

    private final String text;
    private final YAMLParser parser;
    private final Map<String, Node> anchors = new HashMap<>();
    private final Set<String> openAnchors = new HashSet<>();
    private int size;
    private int merged;

    private YamlTree(String text, YAMLParser parser) {
        this.text = text;
        this.parser = parser;
    }

    /**
     * Reads the one document of a text.
     *
     * @throws SyntaxException when the text is no such document; the message shows no value of it
     */
    static Document read(String text) throws SyntaxException {
        LoaderOptions options = new LoaderOptions();
        options.setCodePointLimit(Integer.MAX_VALUE);
        // A builder starts without the features that are on by default elsewhere.
        YAMLFactory factory = YAMLFactory.builder()
                .loaderOptions(options)
                .enable(YAMLParser.Feature.EMPTY_STRING_AS_NULL)
                .build();
        try (YAMLParser parser = factory.createParser(new StringReader(text))) {
            return new YamlTree(text, parser).document();
        } catch (JsonProcessingException e) {
            throw SyntaxFault.of(e, text);
        } catch (IOException e) {
            throw new IllegalStateException("reading from memory failed", e);
        }
    }

    private Document document() throws IOException, SyntaxException {
        JsonToken first = next();
        if (first == null) {
            throw new SyntaxException(
                    Location.NONE, "the file is empty: it needs at least one entry under 'offerings'");
        }
        Node root = node(first, 0);
        if (next() != null) {
            throw fault("a second document begins here; the configuration is one document, remove the '---'");
        }
        return new Document(root, size);
    }

    /** Returns the next token, null at the end. */
    private JsonToken next() throws IOException, SyntaxException {
        try {
            return parser.nextToken();
        } catch (NumberFormatException e) {
            throw fault("this number cannot be read; quote it when it is meant as text");
        }
    }

    private Node node(JsonToken token, int depth) throws IOException, SyntaxException {
        size++;
        if (depth > DEEPEST) {
            throw fault("more than " + DEEPEST + " levels of lists and mappings in each other");
        }
        if (token == null) {
            throw fault("the file ends in the middle of a value");
        }
        if (token == JsonToken.VALUE_STRING && parser.isCurrentAlias()) {
            return aliased(parser.getText());
        }
        checkTag();
        String anchor =
                parser.getObjectId() == null ? null : parser.getObjectId().toString();
        if (anchor != null) {
            openAnchors.add(anchor);
        }
        Node node;
        if (token == JsonToken.START_OBJECT) {
            node = mapping(depth);
        } else if (token == JsonToken.START_ARRAY) {
            node = sequence(depth);
        } else {
            node = scalar(token);
        }
        if (anchor != null) {
            openAnchors.remove(anchor);
            anchors.put(anchor, node);
        }
        return node;
    }

    private Node aliased(String anchor) throws SyntaxException {
        if (openAnchors.contains(anchor)) {
            throw fault("this alias stands inside of what it repeats; such a value has no end");
        }
        Node node = anchors.get(anchor);
        if (node == null) {
            throw fault("no anchor of this name before the alias; quote a text that begins with '*'");
        }
        return node;
    }

    private void checkTag() throws IOException, SyntaxException {
        Object tag = parser.getTypeId();
        if (tag == null) {
            return;
        }
        String name = tag.toString();
        name = name.startsWith(STANDARD_TAG) ? name.substring(STANDARD_TAG.length()) : name;
        if (!KNOWN_TAGS.contains(name)) {
            throw fault("a YAML tag that the agent does not know; quote a text that begins with '!'");
        }
    }

    private Scalar scalar(JsonToken token) throws IOException {
        String written = parser.getText();
        Kind kind =
                switch (token) {
                    case VALUE_NULL -> Kind.NULL;
                    case VALUE_TRUE, VALUE_FALSE -> Kind.BOOLEAN;
                    case VALUE_NUMBER_INT -> Kind.INTEGER;
                    case VALUE_NUMBER_FLOAT -> Kind.DECIMAL;
                    default -> Kind.TEXT;
                };
        if ("str".equals(standardTag())) {
            kind = Kind.TEXT;
        }
        return new Scalar(here(), kind, written == null ? "" : written, false);
    }

    private String standardTag() throws IOException {
        Object tag = parser.getTypeId();
        return tag == null ? "" : tag.toString().replace(STANDARD_TAG, "");
    }

    private Sequence sequence(int depth) throws IOException, SyntaxException {
        Location location = here();
        List<Node> items = new ArrayList<>();
        for (JsonToken token = next(); token != JsonToken.END_ARRAY; token = next()) {
            items.add(node(token, depth + 1));
        }
        return new Sequence(location, items);
    }

    private Mapping mapping(int depth) throws IOException, SyntaxException {
        Location location = here();
        Map<String, Entry> entries = new LinkedHashMap<>();
        List<Repeated> repeated = new ArrayList<>();
        List<Mapping> bases = new ArrayList<>();
        for (JsonToken token = next(); token != JsonToken.END_OBJECT; token = next()) {
            if (token != JsonToken.FIELD_NAME) {
                throw fault("a key is expected here");
            }
            size++;
            String key = parser.getText();
            Location keyLocation = here();
            Node value = node(next(), depth + 1);
            if (key.equals(MERGE_KEY)) {
                addBases(value, keyLocation, bases);
            } else {
                Entry earlier = entries.putIfAbsent(key, new Entry(keyLocation, value));
                if (earlier != null) {
                    repeated.add(new Repeated(key, keyLocation, earlier.keyLocation()));
                }
            }
        }
        for (Mapping base : bases) {
            merge(base, entries, location);
        }
        return new Mapping(location, entries, repeated);
    }

    private static void addBases(Node value, Location keyLocation, List<Mapping> bases) throws SyntaxException {
        List<Node> values = value instanceof Sequence sequence ? sequence.items() : List.of(value);
        for (Node base : values) {
            if (!(base instanceof Mapping mapping)) {
                throw new SyntaxException(keyLocation, "'<<' takes a mapping or a list of mappings");
            }
            bases.add(mapping);
        }
    }

    private void merge(Mapping base, Map<String, Entry> entries, Location location) throws SyntaxException {
        merged += base.entries().size();
        if (merged > MOST_MERGED) {
            throw new SyntaxException(location, "the merges by '<<' grow too large; write the keys out");
        }
        base.entries().forEach(entries::putIfAbsent);
    }

    private Location here() {
        JsonLocation location = parser.currentTokenLocation();
        return new Location(Math.max(0, location.getLineNr()), Math.max(0, location.getColumnNr()));
    }

    private SyntaxException fault(String message) {
        Location here = here();
        return new SyntaxException(here.line() == 0 ? Location.at(text, text.length()) : here, message);
    }
}
