package dev.siteagent.core.config;

/** A place in the file: line and column, both from 1; both 0 when the problem has no place. */
record Location(int line, int column) {
    /** The file as a whole. */
    static final Location NONE = new Location(0, 0);

    /** Returns the place of the character at {@code index} of a text. */
    static Location at(CharSequence text, int index) {
        int line = 1;
        int column = 1;
        for (int i = 0; i < index && i < text.length(); i++) {
            if (text.charAt(i) == '\n') {
                line++;
                column = 1;
            } else if (!Character.isLowSurrogate(text.charAt(i))) {
                column++;
            }
        }
        return new Location(line, column);
    }
}
