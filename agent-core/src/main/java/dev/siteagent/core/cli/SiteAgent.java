package dev.siteagent.core.cli;

import ch.qos.logback.classic.LoggerContext;
import dev.siteagent.core.observe.AgentLog;
import dev.siteagent.core.observe.Redaction;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The program {@code site-agent}. */
public final class SiteAgent {
    private final Surroundings surroundings;
    private final CommandLine commands;

    SiteAgent(Surroundings surroundings) {
        this.surroundings = surroundings;
        this.commands = new CommandLine(new RootCommand(surroundings))
                .addSubcommand(new RunCommand(surroundings))
                .addSubcommand(new DemoCommand(surroundings))
                .addSubcommand(new ValidateCommand(surroundings))
                .addSubcommand(new DiagnosticsCommand(surroundings))
                .addSubcommand(new SyncOfferingUsersCommand(surroundings))
                .addSubcommand(new SyncResourceLimitsCommand(surroundings))
                .addSubcommand(new CreateHomedirsCommand(surroundings))
                .addSubcommand(new LoadComponentsCommand(surroundings))
                .addSubcommand(new LoadHistoricalUsageCommand(surroundings))
                .addSubcommand(new CommandLine(new PluginsCommand())
                        .addSubcommand(new PluginsCommand.ListCommand(surroundings))
                        .addSubcommand(new PluginSettingsCommand(surroundings)))
                .addSubcommand(new TestOrderCommand(surroundings))
                .addSubcommand(new HealthzCommand(surroundings))
                .addSubcommand(new CompletionCommand(surroundings))
                .addSubcommand(new ManPageCommand(surroundings))
                .setOut(surroundings.out())
                .setErr(surroundings.err())
                .setColorScheme(CommandLine.Help.defaultColorScheme(
                        surroundings.colours() ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF))
                .setUsageHelpWidth(100)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .registerConverter(Path.class, SiteAgent::path)
                .registerConverter(UUID.class, text -> converted(text, UUID::fromString, "UUID"))
                .registerConverter(long.class, text -> converted(text, Long::valueOf, "whole number"))
                .setParameterExceptionHandler((problem, args) -> explain(problem))
                .setExecutionExceptionHandler((failure, command, parsed) -> report(failure))
                .setExecutionStrategy(SiteAgent::execute);
    }

    private static Path path(String text) {
        if (text.isBlank()) {
            throw new TypeConversionException("the name is empty");
        }
        return converted(text, Path::of, "path");
    }

    private static <T> T converted(String text, Function<String, T> conversion, String what) {
        try {
            return conversion.apply(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException("'" + text + "' is no " + what);
        }
    }

    /**
     * Runs a command and ends the process with its exit status.
     *
     * @param args the command line
     */
    public static void main(String[] args) {
        LoggerContext loggers = (LoggerContext) LoggerFactory.getILoggerFactory();
        Surroundings surroundings = new Surroundings(
                System.in,
                // Written in lines, and not buffered: a line that could not be written must not come again in half.
                new FileOutputStream(FileDescriptor.out),
                new FileOutputStream(FileDescriptor.err),
                System::getenv,
                Boolean.getBoolean("site-agent.terminal"),
                new AgentLog(loggers, new Redaction()));
        surroundings.logToStderr();
        HeadStart.begin(args);
        LoggedOutput.instead();
        Thread.setDefaultUncaughtExceptionHandler(SiteAgent::logUncaught);
        int status = new SiteAgent(surroundings).execute(args);
        new ForcedEnd().begin(status);
        System.exit(status);
    }

    /**
     * Runs a command.
     *
     * @param args the command line
     * @return the exit status: 0 good, 1 the work failed, 2 usage or configuration
     */
    int execute(String... args) {
        return commands.execute(args);
    }

    /** Returns the commands and their options. */
    CommandLine commands() {
        return commands;
    }

    /** Runs what was parsed, but not with options before the command's name: they would be taken and then ignored. */
    private static int execute(ParseResult parsed) {
        if (parsed.hasSubcommand() && !parsed.matchedOptions().isEmpty()) {
            String option = parsed.matchedOptions().get(0).longestName();
            String command = parsed.subcommand().commandSpec().name();
            throw new ParameterException(
                    parsed.commandSpec().commandLine(),
                    "options follow the command: site-agent " + command + " " + option + " …");
        }
        return new CommandLine.RunLast().execute(parsed);
    }

    /** Says that a thread ended by a failure: in the log, where its message loses its secrets as any other text does. */
    static void logUncaught(Thread thread, Throwable failure) {
        LoggerFactory.getLogger(SiteAgent.class)
                .error(
                        "Thread {}{} ended by a failure that nothing in it expects.",
                        thread.getName(),
                        owner(thread.getContextClassLoader()),
                        failure);
    }

    /** The class loader of a plugin is named after it, and a thread has that of the code that started it. */
    private static String owner(ClassLoader loader) {
        String name = loader == null ? null : loader.getName();
        return name == null || !name.startsWith("plugin ") ? "" : " of " + name;
    }

    private int explain(ParameterException problem) {
        PrintWriter err = surroundings.err();
        CommandLine command = problem.getCommandLine();
        err.println("site-agent: " + message(problem));
        if (problem instanceof UnmatchedArgumentException unmatched) {
            nearest(unmatched).ifPresent(nearest -> err.println("Did you mean " + nearest + "?"));
        }
        err.println("Try: " + command.getCommandSpec().qualifiedName() + " --help");
        return CommandLine.ExitCode.USAGE;
    }

    private static Optional<String> nearest(UnmatchedArgumentException unmatched) {
        String option = "--" + unmatched.getUnmatched().get(0);
        return unmatched.getCommandLine().getCommandSpec().optionsMap().containsKey(option)
                ? Optional.of(option)
                : unmatched.getSuggestions().stream().findFirst();
    }

    private int report(Exception failure) {
        if (failure instanceof InterruptedException) {
            surroundings.err().println("site-agent: broken off");
            return CommandLine.ExitCode.SOFTWARE;
        }
        // Failures of files have the file as their message, and in their class what is the matter with it.
        boolean told = failure.getMessage() != null && !(failure instanceof FileSystemException);
        String what = told ? failure.getMessage() : failure.toString();
        surroundings
                .err()
                .println("site-agent: " + surroundings.log().redaction().clean(what));
        LoggerFactory.getLogger(SiteAgent.class).debug("the command failed", failure);
        return CommandLine.ExitCode.SOFTWARE;
    }

    private static String message(ParameterException problem) {
        if (problem instanceof UnmatchedArgumentException unmatched && !unmatched.isUnknownOption()) {
            boolean family = !unmatched.getCommandLine().getSubcommands().isEmpty();
            return (family ? "unknown command: '" : "unexpected argument: '")
                    + unmatched.getUnmatched().get(0) + "'";
        }
        if (problem instanceof UnmatchedArgumentException unmatched) {
            // What follows it may be its value.
            return "unknown option: '" + unmatched.getUnmatched().get(0) + "'";
        }
        return firstLetterSmall(problem.getMessage());
    }

    private static String firstLetterSmall(String text) {
        boolean acronym = text.length() > 1 && Character.isUpperCase(text.charAt(1));
        return text.isEmpty() || acronym ? text : Character.toLowerCase(text.charAt(0)) + text.substring(1);
    }
}
