package dev.siteagent.sandbox.digitalocean;

/**
 * A place for droplets.
 *
 * @param slug such as {@code fra1}
 * @param name such as {@code Frankfurt 1}
 * @param available false where no droplet can be made at present
 */
public record Region(String slug, String name, boolean available) {}
