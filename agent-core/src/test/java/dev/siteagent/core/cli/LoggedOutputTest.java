package dev.siteagent.core.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoggedOutputTest {
    private final List<String> lines = new ArrayList<>();
    private final PrintStream out = new PrintStream(new LoggedOutput(lines::add), true, StandardCharsets.UTF_8);

    @Test
    void eachPrintedLineIsALineOfTheLog() {
        out.println("first é");
        out.print("se");
        out.print("cond\r\n\n");
        out.print("unfinished");

        assertThat(lines).containsExactly("first é", "second");
    }

    @Test
    void endlessLineIsBroken() {
        out.print("x".repeat(20_000));

        assertThat(lines).hasSize(2).allSatisfy(line -> assertThat(line).hasSize(8_192));
    }

    @Test
    void endlessLineIsBrokenBetweenWordsSoThatASecretStaysInOnePiece() {
        out.print("x ".repeat(4_090) + "secret-0123456789 é " + "y".repeat(8_192));

        assertThat(lines.get(0)).isEqualTo("x ".repeat(4_090));
        assertThat(lines.get(1)).startsWith("secret-0123456789 é y");
    }

    @Test
    void keyThatIsPrintedLineByLineIsNotShown() {
        out.println("key: -----BEGIN RSA PRIVATE KEY-----");
        out.println("MIIEvQIBADANBgkqhkiG9w0BAQEFAASC");
        out.println("-----END RSA PRIVATE KEY-----");
        out.println("after");

        assertThat(lines).containsExactly("key: -----BEGIN RSA PRIVATE KEY-----", "after");
    }
}
