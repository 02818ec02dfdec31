package dev.siteagent.core.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Reads options whose values are JSON objects. */
final class JsonOption {
    private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE);

    private final ObjectMapper json = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();
    private final CommandLine command;

    /** Blames a command for what is wrong. */
    JsonOption(CommandLine command) {
        this.command = command;
    }

    /**
     * Reads an object.
     *
     * @param option the option's name, for the message
     * @throws ParameterException when the text is none
     */
    Map<String, Object> object(String option, String text) {
        try {
            Map<String, Object> read = json.readValue(text, new TypeReference<>() {});
            if (read != null) {
                return read;
            }
        } catch (MismatchedInputException e) {
            // The parser would speak of its own types.
            throw new ParameterException(
                    command, option + " is no JSON object, such as {\"name\": \"value\"}: it is of another kind", e);
        } catch (JsonProcessingException e) {
            throw new ParameterException(
                    command,
                    option + " is no JSON object, such as {\"name\": \"value\"}: " + e.getOriginalMessage(),
                    e);
        }
        throw new ParameterException(command, option + " is null; give a JSON object, such as {}");
    }

    /**
     * Reads an object of numbers that are no less than 0 and fit a {@code long}.
     *
     * @param option the option's name, for the message
     * @throws ParameterException when the text is none
     */
    Map<String, BigDecimal> numbers(String option, String text) {
        Map<String, BigDecimal> numbers = new LinkedHashMap<>();
        object(option, text).forEach((key, value) -> {
            BigDecimal number = value instanceof Number ? new BigDecimal(value.toString()) : null;
            if (number == null || number.signum() < 0 || number.compareTo(MOST) > 0) {
                throw new ParameterException(command, option + ": " + key + " must be a number from 0 to " + MOST);
            }
            numbers.put(key, number);
        });
        return numbers;
    }
}
