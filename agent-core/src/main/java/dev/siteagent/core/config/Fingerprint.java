package dev.siteagent.core.config;

import dev.siteagent.core.config.Node.Mapping;
import dev.siteagent.core.config.Node.Scalar;
import dev.siteagent.core.config.Node.Sequence;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * Tells whether a part of the file says the same as before, with what {@code ${…}} stands for. It is a digest, so that
 * nothing secret is kept for the comparison; where in the file a value stands, and in which order the keys of a mapping
 * do, makes no difference. Immutable.
 */
public final class Fingerprint {
    private final byte[] digest;

    private Fingerprint(byte[] digest) {
        this.digest = digest;
    }

    /** Takes the fingerprint of a part of the file, expanded. */
    static Fingerprint of(Node node) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            add(node, sha);
            return new Fingerprint(sha.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Takes the fingerprint of a single value. */
    public static Fingerprint of(String text) {
        return of(new Scalar(Location.NONE, Node.Kind.TEXT, text, false));
    }

    /** Each value begins with its kind and its length, so that no two trees look the same. */
    private static void add(Node node, MessageDigest sha) {
        if (node instanceof Mapping mapping) {
            Map<String, Node> sorted = new TreeMap<>();
            mapping.entries().forEach((key, entry) -> sorted.put(key, entry.value()));
            begin('m', sorted.size(), sha);
            sorted.forEach((key, value) -> {
                add("k", key, sha);
                add(value, sha);
            });
        } else if (node instanceof Sequence sequence) {
            begin('l', sequence.items().size(), sha);
            sequence.items().forEach(item -> add(item, sha));
        } else {
            Scalar scalar = (Scalar) node;
            add(scalar.kind().name(), scalar.text(), sha);
        }
    }

    private static void add(String kind, String text, MessageDigest sha) {
        sha.update(kind.getBytes(StandardCharsets.UTF_8));
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        begin('s', bytes.length, sha);
        sha.update(bytes);
    }

    private static void begin(char kind, int size, MessageDigest sha) {
        sha.update((byte) kind);
        sha.update(ByteBuffer.allocate(Integer.BYTES).putInt(size).array());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Fingerprint fingerprint && Arrays.equals(digest, fingerprint.digest);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(digest);
    }

    /** Returns a text without the digest, by which a guess of a secret could be tried. */
    @Override
    public String toString() {
        return "Fingerprint[hidden]";
    }
}
