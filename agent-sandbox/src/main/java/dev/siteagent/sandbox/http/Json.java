package dev.siteagent.sandbox.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** JSON as the simulated services read and write it: UTF-8 checked strictly, nulls written. Thread-safe. */
public final class Json {
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.ALWAYS, JsonInclude.Include.ALWAYS))
            .build();

    private Json() {}

    /** Returns a new empty object. */
    public static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    /** Returns a new empty array. */
    public static ArrayNode array() {
        return MAPPER.createArrayNode();
    }

    /**
     * Turns a value (a record, map, list, text or number) into a tree.
     *
     * @param value the value, null gives the JSON null
     * @return the tree, not null
     */
    public static JsonNode tree(Object value) {
        return MAPPER.valueToTree(value);
    }

    /**
     * Writes a value as UTF-8 JSON.
     *
     * @param value a tree, record, map, list, text or number; null gives the JSON null
     * @return the bytes, not null
     */
    static byte[] write(Object value) {
        try {
            return MAPPER.writeValueAsBytes(value);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(
                    "a value of " + value.getClass().getName() + " cannot be written as JSON", e);
        }
    }

    /**
     * Reads a text as UTF-8 JSON.
     *
     * @param body the bytes, not null
     * @return the tree; a missing node where the body is empty
     * @throws MalformedBody if the bytes are not UTF-8 or not JSON
     */
    static JsonNode read(byte[] body) {
        if (body.length == 0) {
            return MissingNode.getInstance();
        }
        String text = text(body);
        try {
            return MAPPER.readTree(text);
        } catch (IOException e) {
            throw new MalformedBody("the body is not JSON", e);
        }
    }

    /**
     * Reads JSON into a type.
     *
     * @param <T> the type
     * @param body the bytes, not null
     * @param type the type, not null
     * @return the value, not null unless the body is the JSON null
     * @throws MalformedBody if the bytes are not UTF-8, not JSON, or do not fit the type
     */
    static <T> T read(byte[] body, Class<T> type) {
        JsonNode tree = read(body);
        try {
            return MAPPER.treeToValue(tree, type);
        } catch (JsonProcessingException e) {
            throw new MalformedBody("the body does not fit " + type.getSimpleName() + ": " + e.getOriginalMessage(), e);
        }
    }

    static String text(byte[] body) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new MalformedBody("the body is not valid UTF-8", e);
        }
    }
}
