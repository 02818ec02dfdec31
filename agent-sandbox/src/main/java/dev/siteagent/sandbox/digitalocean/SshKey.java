package dev.siteagent.sandbox.digitalocean;

import java.time.Instant;

/**
 * A public key of the account.
 *
 * @param id the number
 * @param name the name, not unique
 * @param fingerprint MD5 of the key material, hex pairs with colons
 * @param publicKey the line as it was given
 * @param createdAt when it was added
 */
public record SshKey(long id, String name, String fingerprint, String publicKey, Instant createdAt) {
    SshKey renamed(String other) {
        return new SshKey(id, other, fingerprint, publicKey, createdAt);
    }
}
