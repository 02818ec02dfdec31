package dev.siteagent.digitalocean.order;

import java.util.Arrays;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Collectors;

/** Makes names that DigitalOcean accepts: {@code ^[a-zA-Z0-9]?[a-z0-9A-Z.\-]*[a-z0-9A-Z]$}, at most 255 characters. */
public final class DropletName {
    private static final int LONGEST = 255;
    private static final int LONGEST_LABEL = 63;
    private static final String WITHOUT_ANY_LETTER = "waldur-droplet";

    private DropletName() {}

    /**
     * Returns the name of a resource's droplet.
     *
     * @param name the resource's name; used unless blank
     * @param slug the resource's slug; used when the name is blank
     * @param uuid the resource's UUID, for {@code waldur-<8 hex>} when both are blank
     */
    public static String of(String name, String slug, UUID uuid) {
        if (!name.isBlank()) {
            return of(name);
        }
        return of(slug.isBlank() ? "waldur-" + uuid.toString().substring(0, 8) : slug);
    }

    /**
     * Returns the nearest name that DigitalOcean accepts.
     *
     * @param text any text
     */
    static String of(String text) {
        String ascii = Transliteration.toAscii(text).toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.-]", "-");
        String name = trimmed(shortLabels(trimmed(ascii)));
        if (name.length() > LONGEST) {
            name = trimmed(name.substring(0, LONGEST));
        }
        return name.isEmpty() ? WITHOUT_ANY_LETTER : name;
    }

    private static String shortLabels(String name) {
        return Arrays.stream(name.split("\\.", -1))
                .map(label -> label.length() > LONGEST_LABEL ? label.substring(0, LONGEST_LABEL) : label)
                .collect(Collectors.joining("."));
    }

    private static String trimmed(String name) {
        int start = 0;
        int end = name.length();
        while (start < end && isEdge(name.charAt(start))) {
            start++;
        }
        while (end > start && isEdge(name.charAt(end - 1))) {
            end--;
        }
        return name.substring(start, end);
    }

    private static boolean isEdge(char c) {
        return c == '-' || c == '.';
    }
}
