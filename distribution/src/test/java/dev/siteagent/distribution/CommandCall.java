package dev.siteagent.distribution;

import java.util.List;

/**
 * A command line and what shall come of it.
 *
 * @param words the words behind {@code site-agent}
 * @param status the exit status
 * @param says what is in standard output, in this order
 * @param complains what is in standard error, in this order
 */
record CommandCall(List<String> words, int status, List<String> says, List<String> complains) {
    /** Copies the lists. */
    CommandCall {
        words = List.copyOf(words);
        says = List.copyOf(says);
        complains = List.copyOf(complains);
    }

    /** Describes a command line, written with blanks between its words, that does its work. */
    static CommandCall good(String line, String... says) {
        return new CommandCall(List.of(line.split(" ", -1)), 0, List.of(says), List.of());
    }

    /** Describes one whose work fails, of which its output tells. */
    static CommandCall failing(String line, String... says) {
        return new CommandCall(List.of(line.split(" ", -1)), 1, List.of(says), List.of());
    }

    /** Describes one that is wrong, of which standard error tells and nothing else. */
    static CommandCall wrong(String line, String... complains) {
        return new CommandCall(List.of(line.split(" ", -1)), 2, List.of(), List.of(complains));
    }

    /** Sets what standard error says. */
    CommandCall complaining(String... texts) {
        return new CommandCall(words, status, says, List.of(texts));
    }

    /** Sets the exit status. */
    CommandCall ending(int other) {
        return new CommandCall(words, other, says, complains);
    }

    /** Tells whether it is one of a command, such as {@code plugins list}. */
    boolean isOf(String command) {
        List<String> path = List.of(command.split(" ", -1));
        return words.size() >= path.size() && words.subList(0, path.size()).equals(path);
    }

    @Override
    public String toString() {
        return "site-agent " + String.join(" ", words);
    }
}
