package dev.siteagent.core.runtime;

import java.util.ArrayList;
import java.util.List;

/**
 * What a change of the configuration or of the plugins does to the offerings and services at work, by their names.
 *
 * @param begun those that are new
 * @param renewed those that are ended and begun again
 * @param ended those that are ended
 * @param kept those that do not notice
 */
public record Changes(List<String> begun, List<String> renewed, List<String> ended, List<String> kept) {
    /** Copies the lists. */
    public Changes {
        begun = List.copyOf(begun);
        renewed = List.copyOf(renewed);
        ended = List.copyOf(ended);
        kept = List.copyOf(kept);
    }

    /** Collects names, in their order. */
    static final class Plan {
        private final List<String> begun = new ArrayList<>();
        private final List<String> renewed = new ArrayList<>();
        private final List<String> ended = new ArrayList<>();
        private final List<String> kept = new ArrayList<>();

        void begins(String name) {
            begun.add(name);
        }

        void beginsAgain(String name) {
            renewed.add(name);
        }

        void ends(String name) {
            ended.add(name);
        }

        void goesOn(String name) {
            kept.add(name);
        }

        Changes changes() {
            return new Changes(begun, renewed, ended, kept);
        }
    }

    /** Returns a line for people: what happens to whom. */
    @Override
    public String toString() {
        List<String> parts = new ArrayList<>();
        add("begins", begun, parts);
        add("begins again with what is new", renewed, parts);
        add("ends", ended, parts);
        parts.add(kept.size() + (kept.size() == 1 ? " goes" : " go") + " on unchanged");
        return String.join("; ", parts);
    }

    private static void add(String what, List<String> names, List<String> parts) {
        if (!names.isEmpty()) {
            parts.add(what + ": " + String.join(", ", names));
        }
    }
}
