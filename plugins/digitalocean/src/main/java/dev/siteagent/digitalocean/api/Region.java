package dev.siteagent.digitalocean.api;

/**
 * A region that droplets live in.
 *
 * @param slug its slug, for example {@code ams3}
 * @param name its name
 * @param available whether new droplets can be made there
 */
public record Region(String slug, String name, boolean available) {}
