package dev.siteagent.core.waldur;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;

/** Reads addresses whose text must not appear in an error, since it may hold a password. */
final class Uris {
    private Uris() {}

    /** Returns the address, or nothing when the text is none: the JDK's own exception would repeat the text. */
    static Optional<URI> parse(String text) {
        try {
            return Optional.of(new URI(text.strip()));
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }
}
