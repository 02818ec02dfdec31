package dev.siteagent.hobbyfarm.keys;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.NamedParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class SshKeyPairTest {
    /** What PKCS #8 puts before an RSA key of PKCS #1: version, algorithm, and the header of an octet string. */
    private static final String PKCS8_RSA = "020100300d06092a864886f70d0101010500";

    @Test
    void rsaPairIs4096BitsInTheOldFormAndBothHalvesBelongTogether() throws GeneralSecurityException {
        SshKeyPair pair = SshKeyPair.generate(KeyType.RSA, new SecureRandom());
        ByteBuffer open = blob(pair, "ssh-rsa");
        BigInteger exponent = new BigInteger(string(open));
        BigInteger modulus = new BigInteger(string(open));
        assertThat(modulus.bitLength()).isEqualTo(4096);
        KeyFactory factory = KeyFactory.getInstance("RSA");
        PublicKey publicKey = factory.generatePublic(new RSAPublicKeySpec(modulus, exponent));
        PrivateKey privateKey =
                factory.generatePrivate(new PKCS8EncodedKeySpec(pkcs8(content(pair.privateKey(), "RSA PRIVATE KEY"))));
        assertThat(verifies("SHA256withRSA", privateKey, publicKey)).isTrue();
    }

    @Test
    void ed25519PairIsInOpenSshsFormAndBothHalvesBelongTogether() throws GeneralSecurityException {
        SshKeyPair pair = SshKeyPair.generate(KeyType.ED25519, new SecureRandom());
        byte[] point = string(blob(pair, "ssh-ed25519"));
        byte[] file = content(pair.privateKey(), "OPENSSH PRIVATE KEY");
        ByteBuffer fields = ByteBuffer.wrap(file);
        byte[] magic = new byte["openssh-key-v1\0".length()];
        fields.get(magic);
        assertThat(new String(magic, StandardCharsets.US_ASCII)).isEqualTo("openssh-key-v1\0");
        assertThat(text(fields)).isEqualTo("none");
        assertThat(text(fields)).isEqualTo("none");
        assertThat(text(fields)).isEmpty();
        assertThat(fields.getInt()).isEqualTo(1);
        string(fields);
        byte[] hidden = string(fields);
        assertThat(hidden.length % 8).isZero();
        ByteBuffer secret = ByteBuffer.wrap(hidden);
        assertThat(secret.getInt()).isEqualTo(secret.getInt());
        assertThat(text(secret)).isEqualTo("ssh-ed25519");
        assertThat(string(secret)).isEqualTo(point);
        byte[] seedAndPoint = string(secret);
        assertThat(seedAndPoint).hasSize(64).endsWith(point);
        byte[] seed = Arrays.copyOf(seedAndPoint, 32);

        KeyFactory factory = KeyFactory.getInstance("Ed25519");
        PrivateKey privateKey = factory.generatePrivate(new EdECPrivateKeySpec(NamedParameterSpec.ED25519, seed));
        PublicKey publicKey = factory.generatePublic(new X509EncodedKeySpec(HexFormat.of()
                .parseHex("302a300506032b6570032100" + HexFormat.of().formatHex(point))));
        assertThat(verifies("Ed25519", privateKey, publicKey)).isTrue();
    }

    @Test
    void textOfAPairDoesNotShowThePrivateKey() {
        SshKeyPair pair = SshKeyPair.generate(KeyType.ED25519, new SecureRandom());
        assertThat(pair.toString()).doesNotContain("PRIVATE");
    }

    private static boolean verifies(String algorithm, PrivateKey privateKey, PublicKey publicKey)
            throws GeneralSecurityException {
        byte[] message = "hello".getBytes(StandardCharsets.UTF_8);
        Signature signature = Signature.getInstance(algorithm);
        signature.initSign(privateKey);
        signature.update(message);
        byte[] signed = signature.sign();
        signature.initVerify(publicKey);
        signature.update(message);
        return signature.verify(signed);
    }

    private static ByteBuffer blob(SshKeyPair pair, String type) {
        assertThat(pair.publicKey()).startsWith(type + " ").endsWith("\n");
        ByteBuffer blob = ByteBuffer.wrap(
                Base64.getDecoder().decode(pair.publicKey().strip().split(" ", 2)[1]));
        assertThat(text(blob)).isEqualTo(type);
        return blob;
    }

    private static byte[] content(String pem, String type) {
        assertThat(pem).startsWith("-----BEGIN " + type + "-----\n").endsWith("-----END " + type + "-----\n");
        return Base64.getMimeDecoder().decode(pem.replaceAll("-----[A-Z ]+-----", ""));
    }

    private static byte[] pkcs8(byte[] pkcs1) {
        HexFormat hex = HexFormat.of();
        String octets = "0482" + hex.toHexDigits((short) pkcs1.length) + hex.formatHex(pkcs1);
        String body = PKCS8_RSA + octets;
        return hex.parseHex("3082" + hex.toHexDigits((short) (body.length() / 2)) + body);
    }

    private static String text(ByteBuffer fields) {
        return new String(string(fields), StandardCharsets.US_ASCII);
    }

    private static byte[] string(ByteBuffer fields) {
        byte[] value = new byte[fields.getInt()];
        fields.get(value);
        return value;
    }
}
