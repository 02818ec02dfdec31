package dev.siteagent.core.observe;

import dev.siteagent.spi.Secret;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.regex.Pattern;

/**
 * Takes secrets out of text before it leaves the process.
 *
 * <p>The last line of defence only: no code of the agent puts a secret into a message. Foreign code can, though, in the
 * message of an exception or the echo of a request, so every log line passes here. It knows the secrets it was told of
 * ({@link #hide}) and the shapes that tokens, authorization headers, private keys and URLs with a password have.
 *
 * <p>Thread-safe.
 */
public final class Redaction {
    /** What stands in the text where a secret stood. */
    public static final String HIDDEN = "***";

    private static final int SHORTEST = 6;

    /** So that a secret that contains another one goes whole. */
    private static final Comparator<String> LONGEST_FIRST =
            Comparator.comparingInt(String::length).reversed().thenComparing(Comparator.naturalOrder());

    private static final List<Rule> RULES = List.of(
            rule("-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----.*?(?:-----END [A-Z0-9 ]*PRIVATE KEY-----|\\z)", HIDDEN),
            rule("\\bdo([a-z])_v1_[a-z0-9]+", "do$1_v1_" + HIDDEN),
            rule("(authorization[\"']?\\s*[:=]\\s*[\"']?)[^\"'\\r\\n}\\]]+", "$1" + HIDDEN),
            rule("\\b(token|bearer|basic) +(?=\\S*[0-9])[a-z0-9._~+/=-]{12,}", "$1 " + HIDDEN),
            rule("\\beyj[a-z0-9_-]{8,}\\.[a-z0-9_-]+(?:\\.[a-z0-9_-]*)?", HIDDEN),
            rule("(://)[^/\\s:@\"']*:[^/\\s@\"']+@", "$1" + HIDDEN + "@"),
            rule(
                    "([\"'][a-z_-]*(?:token|password|passcode|secret|api_key|private_key)[\"']\\s*:\\s*[\"'])"
                            + "[^\"']+",
                    "$1" + HIDDEN),
            rule(
                    "\\b([a-z_-]*(?:token|password|passcode|secret|api_key|private_key)=)[^\\s\"',;&}\\])]+",
                    "$1" + HIDDEN));

    private final int shortest;
    private final Set<String> known = new ConcurrentSkipListSet<>(LONGEST_FIRST);

    /** For texts of any kind: secrets of fewer than 6 characters are not looked for, they would blot out ordinary words. */
    public Redaction() {
        this(SHORTEST);
    }

    /**
     * For texts in which a blotted word does less harm than elsewhere, or more.
     *
     * @param shortest the least number of characters of a secret that is looked for
     */
    public Redaction(int shortest) {
        this.shortest = shortest;
    }

    /**
     * Hides this very text from now on, wherever it appears; white space around it does not count.
     *
     * @param secret the secret; a blank or very short one is ignored
     */
    public void hide(Secret secret) {
        String text = secret.reveal().strip();
        if (!text.isEmpty() && text.length() >= shortest) {
            known.add(text);
        }
    }

    /**
     * Returns the text with every secret replaced by {@value #HIDDEN}.
     *
     * @param text any text, not null
     */
    public String clean(String text) {
        String result = text;
        for (String secret : known) {
            result = result.replace(secret, HIDDEN);
        }
        for (Rule rule : RULES) {
            result = rule.pattern.matcher(result).replaceAll(rule.replacement);
        }
        return result;
    }

    /**
     * Returns the text without its secrets, as {@link #clean} does, and on one line.
     *
     * @param text any text, not null
     */
    public String cleanLine(String text) {
        return clean(text).replaceAll("\\s+", " ").strip();
    }

    private static Rule rule(String regex, String replacement) {
        return new Rule(Pattern.compile(regex, Pattern.CASE_INSENSITIVE | Pattern.DOTALL), replacement);
    }

    private record Rule(Pattern pattern, String replacement) {}
}
