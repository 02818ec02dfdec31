package dev.siteagent.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file that liveness probes look at. */
class HeartbeatTest {
    @TempDir
    private Path folder;

    @Test
    void fileIsMadeAndItsAgeIsThatOfTheBeat() throws Exception {
        Path file = folder.resolve("heartbeat");
        Instant now = Instant.parse("2026-05-01T10:00:00Z");

        new Heartbeat(file, Clock.fixed(now, ZoneOffset.UTC)).beat();
        assertThat(Files.getLastModifiedTime(file).toInstant()).isEqualTo(now);

        new Heartbeat(file, Clock.fixed(now.plusSeconds(60), ZoneOffset.UTC)).beat();
        assertThat(Files.getLastModifiedTime(file).toInstant()).isEqualTo(now.plusSeconds(60));
    }

    @Test
    void fileThatCannotBeWrittenStopsNothing() {
        new Heartbeat(folder.resolve("no/such/folder"), Clock.systemUTC()).beat();
    }

    @Test
    void placeIsThatOfThePythonAgent() {
        assertThat(Heartbeat.defaultFile().getFileName()).hasToString("waldur-site-agent-heartbeat");
        assertThat(Heartbeat.defaultFile().getParent()).isEqualTo(Path.of(System.getProperty("java.io.tmpdir")));
    }
}
