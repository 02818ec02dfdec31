package dev.siteagent.core.cli;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What code of others prints, a plugin's or a library's, as lines of the log: text between the log's JSON would break
 * whatever reads it, and would go past the redaction. Thread-safe.
 */
final class LoggedOutput extends OutputStream {
    /** A longer line is broken, so that a stream without line ends cannot fill the memory. */
    private static final int LONGEST = 8_192;

    private final Consumer<String> log;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    LoggedOutput(Consumer<String> log) {
        this.log = log;
    }

    /** Sends {@code System.out} and {@code System.err} to the log; the host itself writes to neither. */
    static void instead() {
        Logger out = LoggerFactory.getLogger("stdout");
        Logger err = LoggerFactory.getLogger("stderr");
        System.setOut(new PrintStream(new LoggedOutput(text -> out.info("{}", text)), true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(new LoggedOutput(text -> err.warn("{}", text)), true, StandardCharsets.UTF_8));
    }

    @Override
    public synchronized void write(int b) {
        if (b == '\n') {
            tell();
        } else if (b != '\r') {
            line.write(b);
            if (line.size() >= LONGEST) {
                tell();
            }
        }
    }

    private void tell() {
        String text = line.toString(StandardCharsets.UTF_8);
        line.reset();
        if (!text.isBlank()) {
            log.accept(text);
        }
    }
}
