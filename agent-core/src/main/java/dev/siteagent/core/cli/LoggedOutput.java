package dev.siteagent.core.cli;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What code of others prints, a plugin's or a library's, as lines of the log: text between the log's JSON would break
 * whatever reads it, and would go past the redaction. Thread-safe.
 */
final class LoggedOutput extends OutputStream {
    /** A longer line is broken, so that a stream without line ends cannot fill the memory. */
    private static final int LONGEST = 8_192;

    /** How far back a place is looked for at which a line can be broken; a secret is shorter. */
    private static final int WORD = 4_096;

    /** A key longer than this many lines is none. */
    private static final int LONGEST_KEY = 200;

    private static final Pattern KEY_BEGINS = Pattern.compile("-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----");
    private static final Pattern KEY_ENDS = Pattern.compile("-----END [A-Z0-9 ]*PRIVATE KEY-----");

    private final Consumer<String> log;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private int linesOfKeyLeft;

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
                breakLine();
            }
        }
    }

    /** Breaks a long line between words where there are any: half a secret is not known for one, nor half a character. */
    private void breakLine() {
        byte[] bytes = line.toByteArray();
        int end = bytes.length;
        while (end > LONGEST - WORD && isOfAWord(bytes[end - 1])) {
            end--;
        }
        if (end == LONGEST - WORD) {
            end = bytes.length;
        }
        line.reset();
        line.write(bytes, 0, end);
        tell();
        line.write(bytes, end, bytes.length - end);
    }

    private static boolean isOfAWord(byte b) {
        return b < 0 || Character.isLetterOrDigit(b) || "-._~+/=%".indexOf(b) >= 0;
    }

    private void tell() {
        String text = line.toString(StandardCharsets.UTF_8);
        line.reset();
        if (linesOfKeyLeft > 0) {
            // The line that began the key stands for it.
            linesOfKeyLeft = KEY_ENDS.matcher(text).find() ? 0 : linesOfKeyLeft - 1;
        } else if (!text.isBlank()) {
            log.accept(text);
            boolean goesOn =
                    KEY_BEGINS.matcher(text).find() && !KEY_ENDS.matcher(text).find();
            linesOfKeyLeft = goesOn ? LONGEST_KEY : 0;
        }
    }
}
