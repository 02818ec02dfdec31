package dev.siteagent.sandbox.waldur;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;

/** Times as Django REST Framework reads them. */
final class Times {
    private Times() {}

    static Instant parse(String field, String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            throw Refusals.invalid(
                    field,
                    "Datetime has wrong format. Use one of these formats instead:"
                            + " YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].");
        }
    }
}
