package dev.siteagent.digitalocean.keys;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * An SSH public key in OpenSSH's one-line form: options, type, key material, comment.
 *
 * @param type its type, for example {@code ssh-ed25519}
 * @param material its key material in base64
 * @param comment what follows; may be empty
 * @param fingerprint MD5 of the key material, as pairs of hex digits with colons: what DigitalOcean knows a key by
 */
public record PublicKey(String type, String material, String comment, String fingerprint) {
    /** Key type to the number of fields in its key material, the type's own name included (RFC 4253, 5656, 8709). */
    private static final Map<String, Integer> FIELDS = Map.of(
            "ssh-rsa", 3,
            "ssh-dss", 5,
            "ssh-ed25519", 2,
            "ecdsa-sha2-nistp256", 3,
            "ecdsa-sha2-nistp384", 3,
            "ecdsa-sha2-nistp521", 3,
            "sk-ssh-ed25519@openssh.com", 3,
            "sk-ecdsa-sha2-nistp256@openssh.com", 4);

    /** A text that is not an SSH public key. The message never repeats the text, which may be a private key. */
    public static final class MalformedException extends Exception {
        private static final long serialVersionUID = 1L;

        MalformedException(String message) {
            super(message);
        }
    }

    /**
     * Reads a key.
     *
     * @param text one line, with any options before and comment after the key, and any white space around its parts
     * @return the key
     * @throws MalformedException when it is none
     */
    public static PublicKey parse(String text) throws MalformedException {
        if (text.contains("PRIVATE KEY")) {
            throw new MalformedException("it is a private key, which nobody else should see; give the public one");
        }
        List<String> words = words(text.strip());
        for (int i = 0; i < words.size(); i++) {
            if (FIELDS.containsKey(words.get(i))) {
                return of(words.subList(i, words.size()));
            }
        }
        throw new MalformedException("it has no known key type, such as ssh-ed25519 or ssh-rsa");
    }

    private static PublicKey of(List<String> words) throws MalformedException {
        String type = words.get(0);
        if (words.size() < 2) {
            throw new MalformedException("nothing follows its type " + type);
        }
        byte[] material = decode(words.get(1));
        requireFields(type, material);
        return new PublicKey(type, words.get(1), String.join(" ", words.subList(2, words.size())), md5(material));
    }

    /** Returns the key without options and with single spaces: the form that DigitalOcean takes. */
    public String line() {
        return comment.isEmpty() ? type + " " + material : type + " " + material + " " + comment;
    }

    /** Splits at white space that is not inside double quotes, which options may have. */
    private static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean escaped = i > 0 && text.charAt(i - 1) == '\\';
            quoted ^= c == '"' && !escaped;
            if (Character.isWhitespace(c) && !quoted) {
                addIfAny(words, word);
                word.setLength(0);
            } else {
                word.append(c);
            }
        }
        addIfAny(words, word);
        return words;
    }

    private static void addIfAny(List<String> words, StringBuilder word) {
        if (word.length() > 0) {
            words.add(word.toString());
        }
    }

    private static byte[] decode(String base64) throws MalformedException {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw new MalformedException("its key material is not base64");
        }
    }

    /** The key material is a sequence of fields, each a 32-bit length and so many bytes; the first names the type. */
    private static void requireFields(String type, byte[] material) throws MalformedException {
        ByteBuffer rest = ByteBuffer.wrap(material);
        int fields = 0;
        String named = "";
        while (rest.remaining() >= Integer.BYTES) {
            int length = rest.getInt();
            if (length < 0 || length > rest.remaining()) {
                break;
            }
            byte[] field = new byte[length];
            rest.get(field);
            named = fields++ == 0 ? new String(field, StandardCharsets.US_ASCII) : named;
        }
        if (rest.hasRemaining() || fields != FIELDS.get(type) || !named.equals(type)) {
            throw new MalformedException("its key material is cut off, or not that of a key of type " + type);
        }
    }

    private static String md5(byte[] material) {
        try {
            return HexFormat.ofDelimiter(":")
                    .formatHex(MessageDigest.getInstance("MD5").digest(material));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has MD5", e);
        }
    }
}
