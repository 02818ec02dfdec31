package dev.siteagent.digitalocean.keys;

import dev.siteagent.digitalocean.api.ApiException;
import dev.siteagent.digitalocean.api.ApiException.Subject;
import dev.siteagent.digitalocean.api.DigitalOceanApi;
import dev.siteagent.digitalocean.api.SshKey;
import dev.siteagent.digitalocean.order.KeyChoice;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.TransientBackendException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The SSH keys of the account, each looked up once and registered once, however many orders want it at the same time.
 *
 * <p>Keys are looked up one by one, by id or fingerprint: DigitalOcean allows only ten listings a minute. Thread-safe.
 */
public final class KeyRing {
    private final DigitalOceanApi api;
    private final Map<String, SshKey> known = new ConcurrentHashMap<>();
    private final Map<String, ReentrantLock> lookups = new ConcurrentHashMap<>();

    /**
     * Looks into the account of an API's token.
     *
     * @param api the API
     */
    public KeyRing(DigitalOceanApi api) {
        this.api = api;
    }

    /**
     * Returns the ids of the keys that may log in.
     *
     * @param choice how the key was named
     * @return one id, or none when nobody named a key
     * @throws PermanentBackendException when there is no such key, or it is none; names it
     */
    public List<Long> idsOf(KeyChoice choice) throws BackendException, ApiException, InterruptedException {
        if (choice instanceof KeyChoice.ById byId) {
            return List.of(existing("ssh_key_id", Long.toString(byId.id())).id());
        }
        if (choice instanceof KeyChoice.ByFingerprint byFingerprint) {
            return List.of(existing("ssh_key_fingerprint", md5(byFingerprint.fingerprint()))
                    .id());
        }
        if (choice instanceof KeyChoice.ByPublicKey byPublicKey) {
            return List.of(
                    registered(byPublicKey.name(), byPublicKey.publicKey()).id());
        }
        return List.of();
    }

    /**
     * Returns the account's key with this key material, registered if there was none.
     *
     * @param name name of a key that is registered
     * @param text the public key in OpenSSH's one-line form
     * @throws PermanentBackendException when the text is not a public key, or DigitalOcean refuses it
     */
    public SshKey registered(String name, String text) throws BackendException, ApiException, InterruptedException {
        PublicKey key = parsed(name, text);
        return once(key.fingerprint(), () -> findOrRegister(name, key));
    }

    /**
     * Returns the account's key with this key material, like {@link #registered}, for a key that is most likely new: it
     * is not looked for before it is registered, only when DigitalOcean has it already.
     */
    public SshKey registeredNew(String name, String text) throws BackendException, ApiException, InterruptedException {
        PublicKey key = parsed(name, text);
        return once(key.fingerprint(), () -> register(name, key));
    }

    /** Returns the account's key with this key material, empty when there is none. */
    public Optional<SshKey> found(String name, String text)
            throws BackendException, ApiException, InterruptedException {
        PublicKey key = parsed(name, text);
        try {
            return Optional.of(api.sshKey(key.fingerprint()));
        } catch (ApiException.NotFound notThere) {
            return Optional.empty();
        }
    }

    private static PublicKey parsed(String name, String text) throws PermanentBackendException {
        try {
            return PublicKey.parse(text);
        } catch (PublicKey.MalformedException e) {
            throw new PermanentBackendException(
                    "The SSH public key '" + name + "' cannot be read: " + e.getMessage() + ". Correct ssh_public_key",
                    e);
        }
    }

    /** Forgets what was found: somebody removed a key from the account. */
    public void forget() {
        known.clear();
    }

    private SshKey findOrRegister(String name, PublicKey key)
            throws BackendException, ApiException, InterruptedException {
        try {
            return api.sshKey(key.fingerprint());
        } catch (ApiException.NotFound notThere) {
            return register(name, key);
        }
    }

    private SshKey register(String name, PublicKey key) throws BackendException, ApiException, InterruptedException {
        try {
            return api.createSshKey(name, key.line());
        } catch (ApiException.Invalid e) {
            if (e.subject() == Subject.KEY_IN_USE) {
                // Another process registered it in between.
                return registeredByAnother(name, key);
            }
            throw e;
        }
    }

    private SshKey registeredByAnother(String name, PublicKey key)
            throws BackendException, ApiException, InterruptedException {
        try {
            return api.sshKey(key.fingerprint());
        } catch (ApiException.NotFound hidden) {
            throw new TransientBackendException(
                    "The SSH key '" + name + "' (" + key.fingerprint()
                            + ") is in use already, DigitalOcean says, but it cannot be read yet. It is tried again",
                    hidden);
        }
    }

    private SshKey existing(String attribute, String idOrFingerprint)
            throws BackendException, ApiException, InterruptedException {
        try {
            return once(idOrFingerprint, () -> api.sshKey(idOrFingerprint));
        } catch (ApiException.NotFound e) {
            throw new PermanentBackendException(
                    "There is no SSH key " + idOrFingerprint + " in the account. Correct " + attribute
                            + ", or give ssh_public_key to have the key registered",
                    e);
        }
    }

    /** DigitalOcean's spelling of a fingerprint. */
    private static String md5(String fingerprint) throws PermanentBackendException {
        String text = fingerprint.strip().toLowerCase(Locale.ROOT);
        String md5 = text.startsWith("md5:") ? text.substring("md5:".length()) : text;
        if (!md5.matches("[0-9a-f]{2}(:[0-9a-f]{2}){15}")) {
            throw new PermanentBackendException("The SSH key fingerprint '" + fingerprint.strip()
                    + "' is not of the form that DigitalOcean knows, 16 pairs of hex digits with colons (MD5)."
                    + " Correct ssh_key_fingerprint; 'ssh-keygen -l -E md5 -f KEY.pub' prints it");
        }
        return md5;
    }

    @FunctionalInterface
    private interface Lookup {
        SshKey find() throws BackendException, ApiException, InterruptedException;
    }

    private SshKey once(String id, Lookup lookup) throws BackendException, ApiException, InterruptedException {
        ReentrantLock mine = lookups.computeIfAbsent(id, unused -> new ReentrantLock());
        mine.lockInterruptibly();
        try {
            SshKey key = known.get(id);
            if (key == null) {
                key = lookup.find();
                known.put(id, key);
            }
            return key;
        } finally {
            mine.unlock();
        }
    }
}
