package dev.siteagent.core.observe;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.siteagent.spi.Secret;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
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
    private static final int SHORTEST_LINE = 16;
    private static final int SHORTEST_BEGINNING = 8;
    private static final char CUT = '…';

    /** So that a secret that contains another one goes whole. */
    private static final Comparator<String> LONGEST_FIRST =
            Comparator.comparingInt(String::length).reversed().thenComparing(Comparator.naturalOrder());

    /** The ends of the names that secrets have as fields, parameters and settings. */
    private static final String NAMED =
            "(?:token|password|passwd|passcode|secret|api[_-]?key|private[_-]?key|user[_-]?data)";

    /**
     * None of them looks at a text more than a few times, whatever it is like: where a rule cannot begin in the middle of what
     * it takes, or takes no more than up to a sign that ends it, a long line costs no more than its length.
     */
    private static final List<Rule> RULES = List.of(
            rule(
                    "-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----.*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----|\\z)",
                    HIDDEN),
            rule("\\bdo([a-z])_v1_[a-z0-9]+", "do$1_v1_" + HIDDEN),
            rule("(authorization\\\\?[\"']?\\s*[:=]\\s*\\\\?[\"']?)[^\"'\\r\\n}\\]]+", "$1" + HIDDEN),
            rule("\\b(token|bearer|basic) +(?=\\S*[0-9])[a-z0-9._~+/=-]{12,}", "$1 " + HIDDEN),
            rule("(?<![a-z0-9_-])eyj[a-z0-9_-]{8,}+\\.[a-z0-9_-]+(?:\\.[a-z0-9_-]*)?", HIDDEN),
            rule("(://)(?=[^/?#\\s\"'@]*[:0-9])[^/?#\\s\"']+@", "$1" + HIDDEN + "@"),
            rule("(" + NAMED + "\"\\s*:\\s*\").*?(?:(?<!\\\\)\"|\\z)", "$1" + HIDDEN + "\""),
            rule("(" + NAMED + "'\\s*:\\s*').*?(?:(?<!\\\\)'|\\z)", "$1" + HIDDEN + "'"),
            rule("(" + NAMED + "\\\\\"\\s*:\\s*\\\\\").*?(?:\\\\\"|\\z)", "$1" + HIDDEN + "\\\\\""),
            rule("(" + NAMED + ":\\s*)(?=[^\\s\"',;]*[0-9])[^\\s\"',;]{8,}", "$1" + HIDDEN),
            rule("(" + NAMED + "=)(?:\"[^\"]*\"|'[^']*'|[^\\s\"',;&}\\])]+)", "$1" + HIDDEN));

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
     * Hides this very text from now on, wherever it appears, also as it stands in JSON, in a URL or a form, or in Base64; white
     * space around it does not count. Of a text of several lines each line that is long enough to be told from others is
     * hidden, too.
     *
     * @param secret the secret; a blank or very short one is ignored
     */
    public void hide(Secret secret) {
        String text = secret.reveal().strip();
        if (text.isEmpty() || text.length() < shortest) {
            return;
        }
        known.add(text);
        if (text.length() >= SHORTEST) {
            known.addAll(encoded(text));
        }
        if (text.contains("\n")) {
            text.lines()
                    .map(String::strip)
                    .filter(line -> line.length() >= SHORTEST_LINE && !line.startsWith("-----"))
                    .forEach(known::add);
        }
    }

    private static List<String> encoded(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        String form = URLEncoder.encode(text, StandardCharsets.UTF_8);
        return List.of(
                String.valueOf(JsonStringEncoder.getInstance().quoteAsString(text)),
                form,
                form.replace("+", "%20"),
                Base64.getEncoder().withoutPadding().encodeToString(bytes),
                Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }

    /**
     * Returns the text with every secret replaced by {@value #HIDDEN}.
     *
     * @param text any text, not null
     */
    public String clean(String text) {
        String result = text;
        for (String secret : known) {
            result = withoutItsBeginning(result.replace(secret, HIDDEN), secret);
        }
        for (Rule rule : RULES) {
            result = rule.pattern.matcher(result).replaceAll(rule.replacement);
        }
        return result;
    }

    /** Hides the beginning of a secret where a text was cut: at its end, and before an ellipsis. */
    private static String withoutItsBeginning(String text, String secret) {
        String result = text;
        for (int cut = text.length(); cut >= SHORTEST_BEGINNING; cut = text.lastIndexOf(CUT, cut - 1)) {
            int length = Math.min(secret.length() - 1, cut);
            while (length >= SHORTEST_BEGINNING && !text.regionMatches(cut - length, secret, 0, length)) {
                length--;
            }
            if (length >= SHORTEST_BEGINNING) {
                result = result.substring(0, cut - length) + HIDDEN + result.substring(cut);
            }
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
