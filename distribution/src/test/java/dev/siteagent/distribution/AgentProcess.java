package dev.siteagent.distribution;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** One process of the agent; closing kills it. */
final class AgentProcess implements AutoCloseable {
    private final Process process;
    private final Path out;
    private final Path err;

    AgentProcess(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /**
     * How a process ended.
     *
     * @param status its exit status
     * @param out what it wrote to standard output
     * @param err what it wrote to standard error
     */
    record Ended(int status, String out, String err) {}

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Waits until the process has ended, and no longer than this; returns whether it has. */
    boolean endsWithin(long time, TimeUnit unit) throws InterruptedException {
        return process.waitFor(time, unit);
    }

    /** Sends SIGTERM. */
    void terminate() {
        process.destroy();
    }

    /** Sends SIGINT, as Ctrl-C does. */
    void interrupt() throws IOException, InterruptedException {
        send("INT");
    }

    /** Sends SIGHUP. */
    void hangUp() throws IOException, InterruptedException {
        send("HUP");
    }

    private void send(String signal) throws IOException, InterruptedException {
        int status = new ProcessBuilder("kill", "-" + signal, Long.toString(pid()))
                .inheritIO()
                .start()
                .waitFor();
        if (status != 0) {
            throw new IOException("kill -" + signal + " ended with " + status);
        }
    }

    /** Sends SIGKILL and waits until the process is gone. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Waits for the end; a process that takes longer is killed, and the test fails with what it wrote. */
    Ended ended(long time, TimeUnit unit) throws IOException, InterruptedException {
        if (!process.waitFor(time, unit)) {
            kill();
            throw new AssertionError("the agent did not end within " + time + " " + unit + "; it wrote:\n"
                    + Files.readString(out) + Files.readString(err));
        }
        return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    /** Returns what was written to standard output so far. */
    String outSoFar() throws IOException {
        return Files.readString(out);
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
