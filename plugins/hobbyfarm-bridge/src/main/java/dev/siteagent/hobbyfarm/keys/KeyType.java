package dev.siteagent.hobbyfarm.keys;

/** The kinds of SSH keys that the bridge makes. */
public enum KeyType {
    /** RSA with 4096 bits, as the Go provisioner made them; takes seconds of a processor. */
    RSA,
    /** Ed25519; takes no time. */
    ED25519
}
