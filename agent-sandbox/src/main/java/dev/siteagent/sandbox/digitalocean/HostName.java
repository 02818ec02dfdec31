package dev.siteagent.sandbox.digitalocean;

import java.util.regex.Pattern;

/** The rule for droplet names. */
final class HostName {
    private static final Pattern VALID = Pattern.compile("^[a-zA-Z0-9]?[a-z0-9A-Z.\\-]*[a-z0-9A-Z]$");
    private static final int MAX_LENGTH = 255;
    private static final int MAX_LABEL = 63;

    private HostName() {}

    static void check(String name) {
        if (name == null || name.isBlank()) {
            throw new Unprocessable("Name can't be blank");
        }
        if (!VALID.matcher(name).matches()) {
            throw new Unprocessable("Name Only valid hostname characters are allowed. (a-z, A-Z, 0-9, . and -)");
        }
        if (name.length() > MAX_LENGTH) {
            throw new Unprocessable("Name is too long (maximum is " + MAX_LENGTH + " characters)");
        }
        for (String label : name.split("\\.", -1)) {
            if (label.length() > MAX_LABEL) {
                throw new Unprocessable("Name has a label that is too long (maximum is " + MAX_LABEL + " characters)");
            }
        }
    }
}
