package dev.siteagent.core.waldur;

/**
 * An address under which customers reach a resource.
 *
 * @param name what it is
 * @param url the address
 */
public record Endpoint(String name, String url) {}
