package dev.siteagent.core.cli;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.util.ContextInitializer;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.joran.spi.JoranException;
import dev.siteagent.core.observe.AgentLog;
import dev.siteagent.core.observe.LogFormat;
import dev.siteagent.core.observe.Redaction;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.LoggerFactory;

/** Runs commands in this process and keeps what they write. */
final class Console {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Map<String, String> variables = new HashMap<>();
    private InputStream in = InputStream.nullInputStream();
    private boolean terminal;

    /** Sets an environment variable. */
    Console with(String name, String value) {
        variables.put(name, value);
        return this;
    }

    /** Puts somebody at a terminal, who answers so. */
    Console answering(String line) {
        in = new ByteArrayInputStream((line + "\n").getBytes(StandardCharsets.UTF_8));
        terminal = true;
        return this;
    }

    /** Runs a command line and returns its exit status. */
    int run(String... args) {
        LoggerContext loggers = new LoggerContext();
        loggers.setMDCAdapter(new LogbackMDCAdapter());
        return run(loggers, args);
    }

    /** Does the same with the log of this whole process as the log of the agent; its settings come back afterwards. */
    int runWithLog(String... args) throws JoranException {
        LoggerContext loggers = loggersOfTheProcess();
        try {
            return run(loggers, args);
        } finally {
            restore(loggers);
        }
    }

    /** Returns what an agent's log of this whole process has of some work. */
    static String logOf(Work work) throws InterruptedException, JoranException {
        LoggerContext loggers = loggersOfTheProcess();
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        try {
            new AgentLog(loggers, new Redaction()).writeTo(written, LogFormat.TEXT, false);
            work.run();
            return written.toString(StandardCharsets.UTF_8);
        } finally {
            restore(loggers);
        }
    }

    /** Work that writes to the log. */
    @FunctionalInterface
    interface Work {
        void run() throws InterruptedException;
    }

    private static LoggerContext loggersOfTheProcess() {
        return (LoggerContext) LoggerFactory.getILoggerFactory();
    }

    private static void restore(LoggerContext loggers) throws JoranException {
        loggers.reset();
        new ContextInitializer(loggers).autoConfig();
    }

    private int run(LoggerContext loggers, String... args) {
        out.reset();
        err.reset();
        return program(loggers).execute(args);
    }

    /** Returns the program itself. */
    SiteAgent program() {
        return program(new LoggerContext());
    }

    private SiteAgent program(LoggerContext loggers) {
        AgentLog log = new AgentLog(loggers, new Redaction());
        return new SiteAgent(new Surroundings(in, out, err, variables::get, terminal, log));
    }

    /** Returns what the last command wrote to standard output. */
    String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    /** Returns what the last command wrote to standard error. */
    String err() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
