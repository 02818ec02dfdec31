package dev.siteagent.core.config;

import dev.siteagent.core.config.Node.Entry;
import dev.siteagent.core.config.Node.Kind;
import dev.siteagent.core.config.Node.Mapping;
import dev.siteagent.core.config.Node.Repeated;
import dev.siteagent.core.config.Node.Scalar;
import dev.siteagent.core.config.Node.Sequence;
import dev.siteagent.core.config.YamlTree.SyntaxException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Walks the whole tree once: copies out what aliases repeat, up to a bound; replaces {@code ${…}} in texts; reports keys
 * that a mapping has twice; notes the values that must not be shown.
 */
final class Expansion {
    /** How much larger than the file its aliases may make the tree. */
    private static final int MOST_REPEATED = 100_000;

    private final Interpolation interpolation;
    private final Problems problems;
    private final Concealment concealment;
    private long budget;

    Expansion(Interpolation interpolation, Problems problems, Concealment concealment) {
        this.interpolation = interpolation;
        this.problems = problems;
        this.concealment = concealment;
    }

    /**
     * Returns the tree of the document, expanded.
     *
     * @throws SyntaxException when the aliases of the document make it explode
     */
    Node expand(YamlTree.Document document) throws SyntaxException {
        budget = document.size() + (long) MOST_REPEATED;
        return expand(document.root(), KeyPath.ROOT);
    }

    private Node expand(Node node, KeyPath path) throws SyntaxException {
        budget--;
        if (budget < 0) {
            throw new SyntaxException(
                    node.location(),
                    "the aliases of this file repeat more than " + MOST_REPEATED + " values; write them out");
        }
        if (node instanceof Mapping mapping) {
            return expand(mapping, path);
        }
        if (node instanceof Sequence sequence) {
            List<Node> items = new ArrayList<>(sequence.items().size());
            for (Node item : sequence.items()) {
                items.add(expand(item, path.index(items.size())));
            }
            return new Sequence(sequence.location(), items);
        }
        Scalar scalar = (Scalar) node;
        Scalar expanded = scalar.kind() == Kind.TEXT ? interpolate(scalar, path) : scalar;
        conceal(expanded, path);
        return expanded;
    }

    private void conceal(Scalar scalar, KeyPath path) {
        boolean isWord = scalar.kind() == Kind.NULL || scalar.kind() == Kind.BOOLEAN;
        if (!isWord && SensitiveKeys.isSensitive(path)) {
            concealment.keepSecret(scalar.text());
        } else if (scalar.interpolated()) {
            concealment.conceal(scalar.text());
        }
        concealment.keepPasswordsSecret(scalar.text());
    }

    private Mapping expand(Mapping mapping, KeyPath path) throws SyntaxException {
        for (Repeated key : mapping.repeated()) {
            problems.error(
                    key.again(),
                    path.key(key.key()),
                    "the key is given twice, first at line " + key.first().line() + "; keep one of them");
        }
        Map<String, Entry> entries = new LinkedHashMap<>();
        for (Map.Entry<String, Entry> entry : mapping.entries().entrySet()) {
            Node value = expand(entry.getValue().value(), path.key(entry.getKey()));
            entries.put(entry.getKey(), new Entry(entry.getValue().keyLocation(), value));
        }
        return new Mapping(mapping.location(), entries, mapping.repeated());
    }

    private Scalar interpolate(Scalar scalar, KeyPath path) {
        try {
            Interpolation.Text result = interpolation.of(scalar.text());
            return new Scalar(scalar.location(), Kind.TEXT, result.value(), result.replaced());
        } catch (Interpolation.UnresolvedException e) {
            problems.error(scalar.location(), path, e.getMessage());
            return new Scalar(scalar.location(), Kind.BROKEN, "", true);
        }
    }
}
