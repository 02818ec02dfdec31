package dev.siteagent.sandbox.digitalocean;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The account's SSH keys. Thread-safe. */
final class Keys {
    private static final Set<String> TYPES = Set.of(
            "ssh-rsa",
            "ssh-dss",
            "ssh-ed25519",
            "ecdsa-sha2-nistp256",
            "ecdsa-sha2-nistp384",
            "ecdsa-sha2-nistp521",
            "sk-ssh-ed25519@openssh.com",
            "sk-ecdsa-sha2-nistp256@openssh.com");
    private static final String MALFORMED = "Key invalid, key should be of the format `type key [comment]`";

    private final Clock clock;
    private final Habits habits;
    private final Map<Long, SshKey> keys = new LinkedHashMap<>();
    private long nextId = 512_189;

    Keys(Clock clock, Habits habits) {
        this.clock = clock;
        this.habits = habits;
    }

    synchronized SshKey add(String name, String publicKey) {
        if (name.isBlank()) {
            throw new Unprocessable("Name can't be blank");
        }
        String fingerprint = fingerprint(publicKey);
        if (find(fingerprint).isPresent()) {
            throw new Unprocessable("SSH Key is already in use on your account");
        }
        SshKey key = new SshKey(nextId++, name, fingerprint, publicKey, clock.instant());
        keys.put(key.id(), key);
        return key;
    }

    synchronized List<SshKey> all() {
        return new ArrayList<>(keys.values());
    }

    /** Finds a key by its id, written in digits, or its fingerprint. */
    synchronized Optional<SshKey> find(String identifier) {
        return keys.values().stream()
                .filter(key -> identifier.equals(Long.toString(key.id())) || identifier.equals(key.fingerprint()))
                .findFirst();
    }

    synchronized SshKey rename(SshKey key, String name) {
        SshKey renamed = key.renamed(name);
        keys.replace(key.id(), renamed);
        return renamed;
    }

    synchronized void remove(SshKey key) {
        keys.remove(key.id());
    }

    /** Returns the ids of keys that a new droplet is to have. */
    List<Long> usable(List<String> identifiers) {
        Instant now = clock.instant();
        List<Long> found = new ArrayList<>();
        List<String> invalid = new ArrayList<>();
        for (String identifier : identifiers) {
            find(identifier)
                    .filter(key -> !now.isBefore(key.createdAt().plus(habits.keyLag())))
                    .ifPresentOrElse(key -> found.add(key.id()), () -> invalid.add(identifier));
        }
        if (!invalid.isEmpty()) {
            throw new Unprocessable(String.join(", ", invalid) + " are invalid key identifiers for Droplet creation.");
        }
        return found;
    }

    static String fingerprint(String publicKey) {
        String[] parts = publicKey.strip().split("\\s+", 3);
        if (parts.length < 2 || !TYPES.contains(parts[0])) {
            throw new Unprocessable(MALFORMED);
        }
        try {
            byte[] material = Base64.getDecoder().decode(parts[1]);
            if (!parts[0].equals(typeIn(material))) {
                throw new Unprocessable(MALFORMED);
            }
            byte[] digest = MessageDigest.getInstance("MD5").digest(material);
            return HexFormat.ofDelimiter(":").formatHex(digest);
        } catch (IllegalArgumentException e) {
            throw new Unprocessable(MALFORMED);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has MD5, this one has not", e);
        }
    }

    /** Reads the type that the key material itself starts with: a length of 4 bytes and so many characters. */
    private static String typeIn(byte[] material) {
        ByteBuffer buffer = ByteBuffer.wrap(material);
        if (buffer.remaining() < 4) {
            return "";
        }
        int length = buffer.getInt();
        if (length < 0 || length >= buffer.remaining()) {
            return "";
        }
        return new String(material, 4, length, StandardCharsets.US_ASCII);
    }
}
