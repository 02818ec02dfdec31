package dev.siteagent.digitalocean.order;

/** Which SSH key may log in to the droplet, by the way it was named. */
public sealed interface KeyChoice {
    /** Returns which key it is, for messages. */
    String described();

    /** Nobody named a key. */
    record None() implements KeyChoice {
        @Override
        public String described() {
            return "no SSH key";
        }
    }

    /**
     * By the account's id of it.
     *
     * @param id the id
     */
    record ById(long id) implements KeyChoice {
        @Override
        public String described() {
            return "the SSH key with the id " + id;
        }
    }

    /**
     * By fingerprint.
     *
     * @param fingerprint MD5 of the key material, as the order or the settings spell it
     */
    record ByFingerprint(String fingerprint) implements KeyChoice {
        @Override
        public String described() {
            return "the SSH key with the fingerprint " + fingerprint.strip();
        }
    }

    /**
     * By the public key itself.
     *
     * @param publicKey in OpenSSH's one-line form, as the order or the settings spell it
     * @param name name to give it if the account has none with the same key material
     */
    record ByPublicKey(String publicKey, String name) implements KeyChoice {
        @Override
        public String described() {
            return "the SSH key '" + name + "'";
        }
    }
}
