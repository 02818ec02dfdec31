package dev.siteagent.distribution;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the packaged program says of its commands.
 *
 * @param text what {@code --help} of one command prints
 */
record CommandHelp(String text) {
    private static final Pattern COMMAND = Pattern.compile("^ {2}([a-z][a-z-]*) ", Pattern.MULTILINE);
    private static final Pattern OPTION =
            Pattern.compile("^ {2,6}(?:(-[a-zA-Z]), )?(--[a-z][a-z-]*)", Pattern.MULTILINE);

    /** Asks the program for the help of all its commands, by their names such as {@code plugins list}. */
    static Map<String, CommandHelp> ofAll(PackagedAgent agent) throws IOException, InterruptedException {
        Map<String, CommandHelp> all = new LinkedHashMap<>();
        addBelow("", agent, all);
        return all;
    }

    private static void addBelow(String command, PackagedAgent agent, Map<String, CommandHelp> all)
            throws IOException, InterruptedException {
        AgentProcess.Ended ended = agent.run((command + " --help").strip().split(" ", -1));
        if (ended.status() != 0 || !ended.err().isEmpty()) {
            throw new AssertionError("the help of '" + command + "' ends with " + ended);
        }
        CommandHelp help = new CommandHelp(ended.out());
        all.put(command, help);
        for (String name : help.commands()) {
            addBelow((command + " " + name).strip(), agent, all);
        }
    }

    /** Returns the names of the commands below it. */
    List<String> commands() {
        String list =
                text.contains("Commands:\n") ? text.split("Commands:\n", 2)[1].split("\n\n", 2)[0] + " " : "";
        return COMMAND.matcher(list).results().map(found -> found.group(1)).toList();
    }

    /** Returns its options by their long names, with their short names or the long ones again. */
    Map<String, String> options() {
        Map<String, String> options = new LinkedHashMap<>();
        Matcher found = OPTION.matcher(text.split("\nExamples?:", 2)[0]);
        while (found.find()) {
            options.put(found.group(2), found.group(1) == null ? found.group(2) : found.group(1));
        }
        return options;
    }
}
