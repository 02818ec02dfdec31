package dev.siteagent.spi;

/**
 * The settings class of a provider that has none; any key in its section is unknown and gets a warning.
 *
 * @since 1.0.0
 */
public record NoSettings() {}
