package dev.siteagent.spi;

import jakarta.validation.Payload;

/**
 * Marks a Bean Validation constraint whose violation is a warning and not an error: the offering is loaded, and the
 * backend decides in {@link BackendProvider#open} whether it can work.
 *
 * <p>{@code @NotNull(payload = Warning.class) Secret token}
 *
 * @since 1.0.0
 */
public interface Warning extends Payload {}
