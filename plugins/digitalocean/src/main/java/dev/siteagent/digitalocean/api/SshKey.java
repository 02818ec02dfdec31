package dev.siteagent.digitalocean.api;

/**
 * An SSH public key of the account.
 *
 * @param id its id, 64 bits
 * @param name its name
 * @param fingerprint MD5 of its key material, as pairs of hex digits with colons
 * @param publicKey the key as it was registered; null when not told
 */
public record SshKey(long id, String name, String fingerprint, String publicKey) {}
