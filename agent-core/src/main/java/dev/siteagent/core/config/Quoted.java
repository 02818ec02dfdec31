package dev.siteagent.core.config;

/** Text out of the file made fit for a message: one line, short, no control characters. */
final class Quoted {
    private static final int LONGEST = 80;

    private Quoted() {}

    /** Returns the text in single quotes. */
    static String of(String text) {
        return "'" + plain(text) + "'";
    }

    static String plain(String text) {
        StringBuilder clean = new StringBuilder();
        text.codePoints().limit(LONGEST).forEach(character -> {
            boolean shown = !Character.isISOControl(character)
                    && Character.getType(character) != Character.FORMAT
                    && Character.getType(character) != Character.SURROGATE;
            clean.appendCodePoint(shown ? character : '\uFFFD');
        });
        if (text.codePointCount(0, text.length()) > LONGEST) {
            clean.append('…');
        }
        return clean.toString();
    }
}
