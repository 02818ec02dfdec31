package dev.siteagent.hobbyfarm.keys;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.interfaces.EdECPrivateKey;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.interfaces.RSAPublicKey;
import java.util.Arrays;
import java.util.Base64;

/**
 * A pair of SSH keys.
 *
 * @param publicKey one line of OpenSSH's, ended by a line feed
 * @param privateKey PEM that Go's {@code ssh.ParsePrivateKey} and OpenSSH read, not encrypted
 */
public record SshKeyPair(String publicKey, String privateKey) {
    private static final int RSA_BITS = 4096;
    private static final int ED25519_LENGTH = 32;
    private static final int OPENSSH_BLOCK = 8;

    /**
     * Makes a pair.
     *
     * @param type RSA takes seconds
     * @param random where the secret comes from
     */
    public static SshKeyPair generate(KeyType type, SecureRandom random) {
        try {
            return switch (type) {
                case RSA -> rsa(random);
                case ED25519 -> ed25519(random);
            };
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no " + type + " keys", e);
        }
    }

    private static SshKeyPair rsa(SecureRandom random) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(RSA_BITS, random);
        KeyPair pair = generator.generateKeyPair();
        RSAPublicKey open = (RSAPublicKey) pair.getPublic();
        byte[] blob = new SshWire()
                .string("ssh-rsa")
                .integer(open.getPublicExponent())
                .integer(open.getModulus())
                .bytes();
        return new SshKeyPair(
                line("ssh-rsa", blob), pem("RSA PRIVATE KEY", pkcs1((RSAPrivateCrtKey) pair.getPrivate())));
    }

    private static SshKeyPair ed25519(SecureRandom random) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("Ed25519");
        generator.initialize(ED25519_LENGTH * Byte.SIZE - 1, random);
        KeyPair pair = generator.generateKeyPair();
        // The key itself is the end of its X.509 form.
        byte[] encoded = pair.getPublic().getEncoded();
        byte[] open = Arrays.copyOfRange(encoded, encoded.length - ED25519_LENGTH, encoded.length);
        byte[] seed = ((EdECPrivateKey) pair.getPrivate()).getBytes().orElseThrow();
        byte[] blob = new SshWire().string("ssh-ed25519").string(open).bytes();
        int check = random.nextInt();
        byte[] hidden = new SshWire()
                .number(check)
                .number(check)
                .raw(blob)
                .string(new SshWire().raw(seed).raw(open).bytes())
                .string("")
                .padTo(OPENSSH_BLOCK)
                .bytes();
        byte[] file = new SshWire()
                .raw("openssh-key-v1\0".getBytes(StandardCharsets.US_ASCII))
                .string("none")
                .string("none")
                .string("")
                .number(1)
                .string(blob)
                .string(hidden)
                .bytes();
        return new SshKeyPair(line("ssh-ed25519", blob), pem("OPENSSH PRIVATE KEY", file));
    }

    private static String line(String type, byte[] blob) {
        return type + " " + Base64.getEncoder().encodeToString(blob) + "\n";
    }

    private static String pem(String type, byte[] content) {
        String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return "-----BEGIN " + type + "-----\n" + body + "\n-----END " + type + "-----\n";
    }

    /** The old form of RSA keys (RFC 8017, appendix A.1.2), since Java writes the newer PKCS #8 only. */
    private static byte[] pkcs1(RSAPrivateCrtKey key) {
        ByteArrayOutputStream numbers = new ByteArrayOutputStream();
        for (BigInteger number : new BigInteger[] {
            BigInteger.ZERO,
            key.getModulus(),
            key.getPublicExponent(),
            key.getPrivateExponent(),
            key.getPrimeP(),
            key.getPrimeQ(),
            key.getPrimeExponentP(),
            key.getPrimeExponentQ(),
            key.getCrtCoefficient()
        }) {
            numbers.writeBytes(der(0x02, number.toByteArray()));
        }
        return der(0x30, numbers.toByteArray());
    }

    private static byte[] der(int tag, byte[] content) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(tag);
        if (content.length < 0x80) {
            out.write(content.length);
        } else {
            byte[] length = BigInteger.valueOf(content.length).toByteArray();
            int zeros = length[0] == 0 ? 1 : 0;
            out.write(0x80 | (length.length - zeros));
            out.write(length, zeros, length.length - zeros);
        }
        out.writeBytes(content);
        return out.toByteArray();
    }

    /** Returns what may be shown. */
    @Override
    public String toString() {
        return "SshKeyPair[" + publicKey.strip() + "]";
    }
}
