package dev.siteagent.core.waldur;

import java.net.http.HttpHeaders;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The number of the next page, out of {@code Link: <url>; rel="next"}.
 *
 * <p>Only the number: the rest of the URL is what the server believes its own name to be, often wrong behind a proxy,
 * and following it would carry the token to another host.
 */
final class NextPage {
    private static final Pattern LINK = Pattern.compile("<([^>]*)>([^<]*)");
    private static final Pattern NEXT = Pattern.compile(";\\s*rel=\"?next\"?\\s*(?:[;,]|$)");
    private static final Pattern PAGE = Pattern.compile("[?&]page=(\\d{1,9})(?:&|#|$)");

    private NextPage() {}

    static OptionalInt of(HttpHeaders headers) {
        for (String header : headers.allValues("Link")) {
            Matcher link = LINK.matcher(header);
            while (link.find()) {
                Matcher page = PAGE.matcher(link.group(1));
                if (NEXT.matcher(link.group(2).strip()).find() && page.find()) {
                    return OptionalInt.of(Integer.parseInt(page.group(1)));
                }
            }
        }
        return OptionalInt.empty();
    }
}
