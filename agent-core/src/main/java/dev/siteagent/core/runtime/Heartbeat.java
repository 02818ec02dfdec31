package dev.siteagent.core.runtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file whose age tells that the agent is alive. Its name and place are those of the Python agent, so that probes need
 * no change.
 */
public final class Heartbeat {
    private static final Logger log = LoggerFactory.getLogger(Heartbeat.class);

    private final Path file;
    private final Clock clock;
    private boolean failed;

    /**
     * A heartbeat in a file.
     *
     * @param file the file, made when missing
     * @param clock the time it is given
     */
    public Heartbeat(Path file, Clock clock) {
        this.file = file;
        this.clock = clock;
    }

    /** Returns where the heartbeat is by default: in the folder for temporary files. */
    public static Path defaultFile() {
        return Path.of(System.getProperty("java.io.tmpdir"), "waldur-site-agent-heartbeat");
    }

    /** Beats. A file that cannot be written is no reason to stop work; it is logged once. */
    synchronized void beat() {
        try {
            if (Files.notExists(file)) {
                Files.createFile(file);
            }
            Files.setLastModifiedTime(file, FileTime.from(clock.instant()));
            failed = false;
        } catch (IOException e) {
            if (!failed) {
                log.warn("The heartbeat file {} cannot be written; liveness probes will fail: {}", file, e.toString());
            }
            failed = true;
        }
    }
}
