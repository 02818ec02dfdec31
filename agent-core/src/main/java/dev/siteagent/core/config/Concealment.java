package dev.siteagent.core.config;

import dev.siteagent.core.observe.Redaction;
import dev.siteagent.spi.Secret;

/** Takes what must not be shown of a file out of texts that are not our own: the messages of a plugin's classes. */
final class Concealment {
    /** Messages about the file may lose a word; shorter values are in half of all words. */
    private static final int SHORTEST = 3;

    private final Redaction redaction = new Redaction(SHORTEST);

    /** Conceals a value of the file. */
    void conceal(String value) {
        redaction.hide(Secret.of(value));
    }

    /** Returns the text with each concealed value replaced, on one line. */
    String clean(String text) {
        return redaction.cleanLine(text);
    }
}
