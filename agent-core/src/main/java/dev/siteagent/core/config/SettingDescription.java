package dev.siteagent.core.config;

/**
 * What an operator needs to know of one setting.
 *
 * @param key the key in the file; that of a nested section after the section's own and a dot
 * @param value what it may be, in words
 * @param required whether there must be one
 * @param usual the default in words; empty when there is none
 * @param meaning what it is for; empty when the class does not say
 */
public record SettingDescription(String key, String value, boolean required, String usual, String meaning) {}
