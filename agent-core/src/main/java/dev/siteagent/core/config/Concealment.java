package dev.siteagent.core.config;

import dev.siteagent.core.observe.Redaction;
import dev.siteagent.spi.Secret;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What must not be shown of one file. In a problem of the file, that is also every value from the environment or another
 * file. A text that is written later, by whomever, loses the secrets alone: without each value that happens to come from the
 * environment, such as a region, nobody could read a log.
 *
 * <p>Not thread-safe.
 */
final class Concealment {
    /** Problems may lose a word; shorter values are in half of all words. */
    private static final int SHORTEST = 3;

    private static final Pattern URL_PASSWORD = Pattern.compile("://[^/?#\\s:@]*:([^/?#\\s]+)@");

    private final Redaction redaction = new Redaction(SHORTEST);
    private final Set<Secret> secrets = new LinkedHashSet<>();

    /** Keeps a value out of the problems. */
    void conceal(String value) {
        redaction.hide(Secret.of(value));
    }

    /** Keeps a value out of the problems, and out of whatever is written later. */
    void keepSecret(String value) {
        conceal(value);
        if (!value.isBlank()) {
            secrets.add(Secret.of(value));
        }
    }

    /** Keeps the passwords of URLs in a value secret, as they stand there and as they are sent. */
    void keepPasswordsSecret(String value) {
        if (!value.contains("://")) {
            return;
        }
        for (Matcher url = URL_PASSWORD.matcher(value); url.find(); ) {
            keepSecret(url.group(1));
            keepSecret(decoded(url.group(1)));
        }
    }

    private static String decoded(String password) {
        try {
            return URLDecoder.decode(password.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            // A '%' that begins no escape: the password can only be sent as it stands.
            return password;
        }
    }

    /** Returns the text with each concealed value replaced, on one line. */
    String clean(String text) {
        return redaction.cleanLine(text);
    }

    /** Returns what is secret, each once; none of them is blank. */
    List<Secret> secrets() {
        return List.copyOf(secrets);
    }
}
