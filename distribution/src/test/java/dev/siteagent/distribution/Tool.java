package dev.siteagent.distribution;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A program of the machine, run to its end. */
final class Tool {
    private Tool() {}

    /**
     * What came of it.
     *
     * @param status its exit status; negative when this machine lacks the program
     */
    record Ended(int status, String out, String err) {
        boolean missing() {
            return status < 0;
        }
    }

    /**
     * Runs a program for a minute at most.
     *
     * @param outputs an existing folder for what it writes
     */
    static Ended run(Path outputs, String... command) throws IOException, InterruptedException {
        Path out = Files.createTempFile(outputs, "tool", ".out");
        Path err = Files.createTempFile(outputs, "tool", ".err");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        // Messages in English, in the letters of every script.
        builder.environment().put("LC_ALL", "C.UTF-8");
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            if (String.valueOf(e.getMessage()).contains("error=2,")) {
                return new Ended(-1, "", e.getMessage());
            }
            throw e;
        }
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException("still running after a minute: " + List.of(command));
        }
        return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
    }
}
