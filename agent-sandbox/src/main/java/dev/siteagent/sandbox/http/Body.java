package dev.siteagent.sandbox.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The bytes of a request or an answer. Immutable as long as nobody writes into {@link #bytes()}. */
public final class Body {
    private static final Body EMPTY = new Body(new byte[0]);

    private final byte[] bytes;

    private Body(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Returns the body without a byte. */
    public static Body empty() {
        return EMPTY;
    }

    /** Wraps bytes, not copied: they must not change any more. */
    public static Body of(byte[] bytes) {
        return bytes.length == 0 ? EMPTY : new Body(bytes);
    }

    /** Encodes a text as UTF-8. */
    public static Body of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the bytes themselves, not to be changed. */
    public byte[] bytes() {
        return bytes;
    }

    /** Returns the number of bytes. */
    public int size() {
        return bytes.length;
    }

    /** Returns true where there is no byte. */
    public boolean isEmpty() {
        return bytes.length == 0;
    }

    /** Returns the first half, rounded down. */
    Body half() {
        return of(Arrays.copyOf(bytes, bytes.length / 2));
    }

    /**
     * Returns the text.
     *
     * @throws MalformedBody if it is not valid UTF-8
     */
    public String text() {
        return Json.text(bytes);
    }

    /**
     * Returns the JSON tree, a missing node where the body is empty.
     *
     * @throws MalformedBody if it is not valid UTF-8 or not JSON
     */
    public JsonNode json() {
        return Json.read(bytes);
    }

    /**
     * Returns the JSON as a value of a type; what the type does not have is an error.
     *
     * @throws MalformedBody if it is not valid UTF-8, not JSON, or does not fit the type
     */
    public <T> T json(Class<T> type) {
        return Json.read(bytes, type);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Body body && Arrays.equals(body.bytes, bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** Returns the size only: bodies may hold credentials. */
    @Override
    public String toString() {
        return "Body[" + bytes.length + " bytes]";
    }
}
