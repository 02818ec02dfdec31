package dev.siteagent.core.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;

/** What the host makes of URLs in the file. */
final class Urls {
    private Urls() {}

    /** Returns the URL, or null for one that is missing or empty, which both mean that none is given. */
    static URI orNull(URI url) {
        return url == null || url.toString().isBlank() ? null : url;
    }

    /** Returns the URL that a text is; empty when it is none. */
    static Optional<URI> parse(String text) {
        try {
            return Optional.of(new URI(text.strip()));
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    /** Returns whether a URL is absolute, names a host and has one of the schemes. */
    static boolean isAbsolute(URI url, String... schemes) {
        if (url.getScheme() == null || url.getHost() == null) {
            return false;
        }
        String scheme = url.getScheme().toLowerCase(Locale.ROOT);
        for (String allowed : schemes) {
            if (scheme.equals(allowed)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the URL of an API with a slash at its end, so that paths can be resolved against it. */
    static URI withSlash(URI url) {
        return url.toString().endsWith("/") ? url : URI.create(url + "/");
    }
}
