package com.example.siteagent;

import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.Usage;
import java.math.BigDecimal;
import java.time.YearMonth;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Adds up the lines of a meter: {@code 2026-03 ada slots 1.5} is what user ada used of component slots, once. */
final class ExampleUsage {
    private ExampleUsage() {}

    /** Returns what was used in a month, in total and by user; host and Waldur convert and compare it. */
    static Usage of(List<String> lines, YearMonth month) throws PermanentBackendException {
        Map<String, BigDecimal> total = new TreeMap<>();
        Map<String, Map<String, BigDecimal>> perUser = new TreeMap<>();
        for (String line : lines) {
            String[] words = line.split(" ", -1);
            try {
                if (YearMonth.parse(words[0]).equals(month)) {
                    BigDecimal amount = new BigDecimal(words[3]);
                    total.merge(words[2], amount, BigDecimal::add);
                    perUser.computeIfAbsent(words[1], user -> new TreeMap<>()).merge(words[2], amount, BigDecimal::add);
                }
            } catch (DateTimeParseException | NumberFormatException | ArrayIndexOutOfBoundsException e) {
                throw new PermanentBackendException(
                        "a meter has the line '" + line + "', which is not 'month user component amount': correct it", e);
            }
        }
        return new Usage(total, perUser);
    }
}
