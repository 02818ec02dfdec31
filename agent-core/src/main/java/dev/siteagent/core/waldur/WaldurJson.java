package dev.siteagent.core.waldur;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/** Waldur's JSON: snake case, unknown fields and enum values tolerated, UUIDs in either form. */
final class WaldurJson {
    /** One for all clients: it finds out once how each class is read, which takes longer than many readings. */
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .addModule(new JavaTimeModule())
            .addModule(new SimpleModule()
                    .addDeserializer(UUID.class, new UuidReader())
                    .addSerializer(UUID.class, new UuidWriter()))
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.READ_UNKNOWN_ENUM_VALUES_USING_DEFAULT_VALUE)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            // A field that is not set is not sent; a null inside backend metadata is a value and is.
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
            .build();

    byte[] write(Object body) {
        try {
            return MAPPER.writeValueAsBytes(body);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(
                    "A request body of " + body.getClass().getSimpleName() + " cannot be written as JSON.", e);
        }
    }

    /** Reads one object; a body that is JSON null is a malformed answer. */
    <T> T read(String body, Class<T> type) throws MalformedJsonException {
        try {
            T value = MAPPER.readValue(body, type);
            if (value == null) {
                throw new MalformedJsonException("it is null");
            }
            return value;
        } catch (IOException e) {
            throw malformed(e);
        }
    }

    /** Reads an array of objects. */
    <T> List<T> readList(String body, Class<T> type) throws MalformedJsonException {
        try {
            List<T> values = MAPPER.readerForListOf(type).readValue(body);
            if (values == null) {
                throw new MalformedJsonException("it is null where a list is due");
            }
            return values.stream().filter(Objects::nonNull).toList();
        } catch (IOException e) {
            throw malformed(e);
        }
    }

    JsonNode readTree(String body) throws MalformedJsonException {
        try {
            return MAPPER.readTree(body);
        } catch (IOException e) {
            throw malformed(e);
        }
    }

    /** Tells where the JSON is wrong and leaves out Jackson's own words, which repeat values of the answer. */
    private static MalformedJsonException malformed(IOException e) {
        if (e instanceof MalformedJsonException malformed) {
            return malformed;
        }
        if (e instanceof JsonMappingException mapping && !mapping.getPath().isEmpty()) {
            StringBuilder path = new StringBuilder();
            for (JsonMappingException.Reference step : mapping.getPath()) {
                path.append(step.getFieldName() == null ? "[" + step.getIndex() + "]" : "." + step.getFieldName());
            }
            return new MalformedJsonException("the value at " + path + " has another type than the API promises");
        }
        return new MalformedJsonException("it is not the JSON the API promises");
    }

    /** A body that cannot be read; the message completes the sentence "the answer cannot be read: …". */
    static final class MalformedJsonException extends IOException {
        private static final long serialVersionUID = 1L;

        MalformedJsonException(String message) {
            super(message);
        }
    }

    private static final class UuidReader extends StdDeserializer<UUID> {
        private static final long serialVersionUID = 1L;

        UuidReader() {
            super(UUID.class);
        }

        @Override
        public UUID deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            String text = parser.getValueAsString("");
            if (text.isBlank()) {
                return null;
            }
            try {
                return Uuids.parse(text);
            } catch (IllegalArgumentException e) {
                throw context.weirdStringException(text, UUID.class, e.getMessage());
            }
        }
    }

    private static final class UuidWriter extends StdSerializer<UUID> {
        private static final long serialVersionUID = 1L;

        UuidWriter() {
            super(UUID.class);
        }

        @Override
        public void serialize(UUID uuid, JsonGenerator generator, SerializerProvider provider) throws IOException {
            generator.writeString(Uuids.hex(uuid));
        }
    }
}
