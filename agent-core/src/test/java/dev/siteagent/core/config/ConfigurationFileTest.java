package dev.siteagent.core.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are no text, too large, not there, or made to explode. */
class ConfigurationFileTest {
    private static final String GOOD = ConfigurationFixture.GOOD;

    @TempDir
    private Path folder;

    private ConfigurationFixture fixture;

    @BeforeEach
    void fixture() {
        fixture = new ConfigurationFixture(folder);
    }

    @Test
    void aMissingFileIsNamed() {
        Path file = folder.resolve("no-such.yaml");

        assertThat(fixture.readFile(file).problems())
                .extracting(Problem::toString)
                .containsExactly(file + ": error: the configuration file does not exist");
    }

    @Test
    void aDirectoryIsNoFile() {
        assertThat(fixture.readFile(folder).problems())
                .extracting(Problem::toString)
                .containsExactly(folder + ": error: the configuration file is a directory and not a file");
    }

    @Test
    void aFileBelowAFileCannotBeRead() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "x").resolve("site-agent.yaml");

        assertThat(fixture.readFile(file).problems())
                .extracting(Problem::message)
                .singleElement()
                .asString()
                .startsWith("the configuration file cannot be read: ");
    }

    @Test
    void aFileWithoutPermissionIsToldApartFromAMissingOne() throws IOException {
        Path file = Files.writeString(folder.resolve("closed.yaml"), GOOD);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("---------"));
        assumeFalse(Files.isReadable(file), "this user may read everything");

        assertThat(fixture.readFile(file).problems())
                .extracting(Problem::message)
                .containsExactly(
                        "the configuration file cannot be read: access is denied to the user the agent runs as");
    }

    @Test
    void aFileOverFourMebibytesIsRefused() throws IOException {
        String most = GOOD + "#".repeat(4 * 1024 * 1024 - GOOD.length());

        assertThat(fixture.read(most).problems()).isEmpty();
        assertThat(fixture.problems(most + "#"))
                .containsExactly("error: the configuration file is larger than 4 MiB, the most that is read");
    }

    @Test
    void aByteOrderMarkIsNoPartOfTheText() throws IOException {
        assertThat(fixture.read("\uFEFF" + GOOD).problems()).isEmpty();
    }

    @Test
    void linesMayEndAsOnWindows() throws IOException {
        assertThat(fixture.read(GOOD.replace("\n", "\r\n")).problems()).isEmpty();
        assertThat(fixture.problems((GOOD + "    verify_ssl: maybe\n").replace("\n", "\r\n")))
                .singleElement()
                .asString()
                .startsWith("9:17: error: offerings[0].verify_ssl: ");
    }

    @Test
    void bytesThatAreNotUtf8HaveTheirPlace() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(GOOD.getBytes(StandardCharsets.UTF_8));
        bytes.writeBytes("    # Gr".getBytes(StandardCharsets.UTF_8));
        bytes.write(0xfc);

        assertThat(fixture.problems(fixture.read(bytes.toByteArray())))
                .containsExactly("9:9: error: the configuration file is not valid UTF-8 (byte " + bytes.size()
                        + "); save it in UTF-8");
    }

    @Test
    void columnsAreCountedInCharacters() throws IOException {
        assertThat(fixture.problems(GOOD + "    \"😀é\": 1\n    verify_ssl: \"😀\" \n"))
                .satisfiesExactly(
                        first -> assertThat(first).startsWith("9:5: warning: offerings[0][\"😀é\"]: unknown key"),
                        second -> assertThat(second).startsWith("10:17: error: offerings[0].verify_ssl: "));
    }

    @Test
    void aliasesThatExplodeAreStopped() throws IOException {
        StringBuilder yaml = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 30; i++) {
            String before = "*a" + (i - 1);
            yaml.append(
                    "a%d: &a%d [%s]\n".formatted(i, i, String.join(", ", java.util.Collections.nCopies(10, before))));
        }

        assertThat(Duration.ofSeconds(10)).isGreaterThan(timeOf(() -> assertThat(fixture.problems(yaml.toString()))
                .singleElement()
                .asString()
                .contains("the aliases of this file repeat more than 100000 values")));
    }

    @Test
    void mergesThatExplodeAreStopped() throws IOException {
        StringBuilder yaml = new StringBuilder("base: &base\n");
        for (int i = 0; i < 2000; i++) {
            yaml.append("  k").append(i).append(": 1\n");
        }
        yaml.append("all:\n  <<: [").append("*base, ".repeat(2000)).append("*base]\n");

        assertThat(fixture.problems(yaml.toString()))
                .containsExactly("2003:3: error: the merges by '<<' grow too large; write the keys out");
    }

    @Test
    void aFileFullOfProblemsIsReadToItsEnd() throws IOException {
        StringBuilder yaml = new StringBuilder("offerings:\n");
        for (int i = 0; i < 300; i++) {
            yaml.append("  - {name: '', verify_ssl: maybe, unknown: 1}\n");
        }

        assertThat(fixture.read(yaml.toString()).problems()).hasSizeGreaterThan(1500);
    }

    private interface Work {
        void run() throws IOException;
    }

    private static Duration timeOf(Work work) throws IOException {
        long start = System.nanoTime();
        work.run();
        return Duration.ofNanos(System.nanoTime() - start);
    }
}
