package dev.siteagent.core.cli;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The manual page of a program with its commands, in the man macros of roff. It says what {@code --help} says, from the same
 * declarations.
 */
final class ManPage {
    private final StringBuilder text = new StringBuilder();

    private ManPage() {}

    /**
     * Returns the page.
     *
     * @param program the program; its commands that are not hidden come into the page
     * @param version the program's version
     */
    static String of(CommandLine program, String version) {
        ManPage page = new ManPage();
        page.head(program.getCommandSpec(), version);
        page.section("OPTIONS");
        page.options(program.getCommandSpec());
        page.section("COMMANDS");
        page.commands(program);
        page.footer(program.getCommandSpec());
        return page.text.toString();
    }

    private void head(CommandSpec program, String version) {
        List<String> description = lines(program.usageMessage().description());
        String name = program.name();
        line(".TH " + escape(name.toUpperCase(Locale.ROOT)) + " 1 \"\" \"" + escape(name + " " + version)
                + "\" \"User Commands\"");
        // Command lines are copied from here: no hyphenation, no spread-out words.
        line(".nh");
        line(".ad l");
        section("NAME");
        text(name + " - " + withoutStop(description.get(0)));
        section("SYNOPSIS");
        synopsis(program);
        section("DESCRIPTION");
        text(String.join(" ", description));
    }

    private void commands(CommandLine parent) {
        for (CommandLine command : parent.getSubcommands().values()) {
            CommandSpec spec = command.getCommandSpec();
            if (spec.usageMessage().hidden()) {
                continue;
            }
            line(".SS \"" + escape(spec.qualifiedName()) + "\"");
            synopsis(spec);
            paragraph(spec.usageMessage().description());
            options(spec);
            footer(spec);
            commands(command);
        }
    }

    private void paragraph(String... sentences) {
        if (sentences.length > 0) {
            line(".PP");
            text(String.join(" ", lines(sentences)));
        }
    }

    private void synopsis(CommandSpec spec) {
        text(Ansi.OFF
                .string(spec.commandLine().getHelp().synopsis(0))
                .replaceAll("\\s+", " ")
                .strip());
    }

    private void options(CommandSpec spec) {
        for (OptionSpec option : spec.options()) {
            if (!option.hidden()) {
                String names = String.join(", ", option.names());
                entry(option.arity().max() == 0 ? names : names + "=" + option.paramLabel(), option.description());
            }
        }
        for (PositionalParamSpec parameter : spec.positionalParameters()) {
            if (!parameter.hidden()) {
                entry(parameter.paramLabel(), parameter.description());
            }
        }
    }

    private void entry(String name, String[] description) {
        line(".TP");
        line("\\fB" + escape(name) + "\\fR");
        text(String.join(" ", lines(description)));
    }

    /** Writes the lines of a footer: those set in are to be seen as they are. */
    private void footer(CommandSpec spec) {
        boolean asIs = false;
        for (String line : lines(spec.usageMessage().footer())) {
            boolean setIn = line.startsWith("  ");
            if (setIn != asIs) {
                line(setIn ? ".RS 2\n.nf" : ".fi\n.RE");
                asIs = setIn;
            }
            if (line.isBlank()) {
                line(".PP");
            } else {
                text(line.strip());
            }
        }
        if (asIs) {
            line(".fi\n.RE");
        }
    }

    private void section(String title) {
        line(".SH " + title);
    }

    private void text(String plain) {
        String escaped = escape(plain);
        // A line that begins with one of these would be a request.
        line(escaped.startsWith(".") || escaped.startsWith("'") ? "\\&" + escaped : escaped);
    }

    private void line(String roff) {
        text.append(roff).append('\n');
    }

    /** Returns the lines as help shows them, without its markup. */
    private static List<String> lines(String[] declared) {
        return Stream.of(declared)
                .flatMap(line -> Stream.of(Ansi.OFF.string(String.format(line)).split("\\R")))
                .map(String::stripTrailing)
                .toList();
    }

    private static String withoutStop(String sentence) {
        return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
    }

    private static String escape(String plain) {
        StringBuilder escaped = new StringBuilder();
        plain.codePoints().forEach(point -> {
            switch (point) {
                case '\\' -> escaped.append("\\e");
                case '-' -> escaped.append("\\-");
                case '"' -> escaped.append("\\(dq");
                case '\'' -> escaped.append("\\(aq");
                case '~' -> escaped.append("\\(ti");
                case '^' -> escaped.append("\\(ha");
                default -> {
                    if (point < 128) {
                        escaped.appendCodePoint(point);
                    } else {
                        escaped.append(String.format("\\[u%04X]", point));
                    }
                }
            }
        });
        return escaped.toString();
    }
}
