package dev.siteagent.digitalocean.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.siteagent.digitalocean.keys.PublicKey.MalformedException;
import dev.siteagent.digitalocean.keys.SampleKeys.Sample;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PublicKeyTest {
    static Stream<Sample> samples() {
        return SampleKeys.ALL.stream();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void fingerprintIsThatOfTheKeyMaterialWhateverIsAroundIt(Sample key) throws MalformedException {
        for (String text : List.of(
                key.line(),
                key.line() + " me@host",
                "  \t" + key.type() + " \t " + key.material() + "   a comment of words \r\n",
                "no-pty,command=\"echo \\\"ssh-rsa AAAA\\\" x\",from=\"10.0.0.0/8\" " + key.line() + " me",
                "restrict " + key.line(),
                "environment=\"A=b c\"\t" + key.line() + "\n")) {
            PublicKey parsed = PublicKey.parse(text);
            assertThat(parsed.fingerprint()).as(text).isEqualTo(key.fingerprint());
            assertThat(parsed.type()).isEqualTo(key.type());
            assertThat(parsed.line()).startsWith(key.line());
        }
    }

    @Test
    void lineHasNoOptionsAndSingleSpaces() throws MalformedException {
        assertThat(PublicKey.parse("restrict  " + SampleKeys.ED25519.type() + "\t" + SampleKeys.ED25519.material()
                                + "  a  b\n")
                        .line())
                .isEqualTo(SampleKeys.ED25519.line() + " a b");
    }

    @Test
    void commentMayBeInAnyAlphabet() throws MalformedException {
        assertThat(PublicKey.parse(SampleKeys.ED25519.line() + " Жук é").comment())
                .isEqualTo("Жук é");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "   ",
                "ssh-ed25519",
                "ssh-ed25519 ====",
                "ssh-ed25519 AAAA",
                "ssh-ed448 AAAAC3NzaC1lZDI1NTE5AAAAIC1u2aX3kdiy3zghSfLMQPyxA30FJuzHpWEUBSmH4V/t",
                "ssh-rsa AAAAC3NzaC1lZDI1NTE5AAAAIC1u2aX3kdiy3zghSfLMQPyxA30FJuzHpWEUBSmH4V/t",
                "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIC1u2aX3kdiy3zghSfLMQPyxA30FJuzHpWEUBSmH4Q==",
                "AAAAC3NzaC1lZDI1NTE5AAAAIC1u2aX3kdiy3zghSfLMQPyxA30FJuzHpWEUBSmH4V/t"
            })
    void anythingElseIsMalformed(String text) {
        assertThatThrownBy(() -> PublicKey.parse(text)).isInstanceOf(MalformedException.class);
    }

    @Test
    void privateKeyIsRefusedAndNotRepeated() {
        assertThatThrownBy(() -> PublicKey.parse("-----BEGIN OPENSSH PRIVATE KEY-----\nhush\n-----END"))
                .hasMessageContaining("private key")
                .hasMessageNotContaining("hush");
    }
}
