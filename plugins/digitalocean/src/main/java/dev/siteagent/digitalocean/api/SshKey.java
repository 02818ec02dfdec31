package dev.siteagent.digitalocean.api;

import java.util.Map;

/**
 * An SSH public key of the account.
 *
 * @param id its id, 64 bits
 * @param name its name
 * @param fingerprint MD5 of its key material, as pairs of hex digits with colons
 * @param details everything that DigitalOcean said of it, as JSON values
 */
public record SshKey(long id, String name, String fingerprint, Map<String, Object> details) {}
