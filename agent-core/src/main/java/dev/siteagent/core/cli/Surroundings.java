package dev.siteagent.core.cli;

import dev.siteagent.core.observe.AgentLog;
import dev.siteagent.core.observe.LogFormat;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The process around a command: its streams, its environment, its log. Texts are UTF-8 whatever the locale is.
 *
 * @param stdin standard input
 * @param stdout standard output
 * @param stderr standard error
 * @param variables environment variable name to value or null
 * @param terminal whether standard output is a terminal
 * @param log the process's log
 */
record Surroundings(
        InputStream stdin,
        OutputStream stdout,
        OutputStream stderr,
        UnaryOperator<String> variables,
        boolean terminal,
        AgentLog log) {

    /** Returns a writer of standard output, flushed at every line's end. */
    PrintWriter out() {
        return writer(stdout);
    }

    /** Returns a writer of standard error, flushed at every line's end. */
    PrintWriter err() {
        return writer(stderr);
    }

    /**
     * Asks somebody at a terminal.
     *
     * @return whether the answer was yes; empty where nobody can be asked
     * @throws IOException when the answer cannot be read
     */
    Optional<Boolean> ask(String question) throws IOException {
        if (!terminal) {
            return Optional.empty();
        }
        PrintWriter out = out();
        out.print(question + " [yes/no] ");
        out.flush();
        String answer = new BufferedReader(new InputStreamReader(stdin, StandardCharsets.UTF_8)).readLine();
        return Optional.of(answer != null && answer.strip().equalsIgnoreCase("yes"));
    }

    /** Returns whether to write colours: on a terminal whose user did not decline them by {@code NO_COLOR}. */
    boolean colours() {
        return terminal && variable("NO_COLOR").isEmpty();
    }

    /** Returns an environment variable; empty when it is not set or empty. */
    Optional<String> variable(String name) {
        return Optional.ofNullable(variables.apply(name)).filter(value -> !value.isEmpty());
    }

    /** Returns the folder that the launcher found the distribution in; the working directory without a launcher. */
    Path home() {
        return Path.of(variable("SITE_AGENT_HOME").orElse(""));
    }

    /** Writes the log to standard output: for the command whose output is the log. */
    void logToStdout() {
        log.writeTo(stdout, LogFormat.choose(variables, terminal), colours());
    }

    /** Writes the log to standard error: as long as no command has said otherwise. */
    void logToStderr() {
        log.writeTo(stderr, LogFormat.choose(variables, true), false);
    }

    /** Writes only errors, to standard error: for commands whose output is something else. */
    void logErrorsToStderr() {
        log.level("ERROR");
        logToStderr();
    }

    private static PrintWriter writer(OutputStream stream) {
        return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
    }
}
