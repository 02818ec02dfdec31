package dev.siteagent.sandbox.digitalocean;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.regex.Pattern;

/** The account's tags. Names differ only by more than case: the first spelling stays. Thread-safe. */
final class Tags {
    private static final Pattern VALID = Pattern.compile("^[a-zA-Z0-9_\\-:]{1,255}$");

    private final Map<String, String> spellings = new ConcurrentSkipListMap<>();

    /** Makes a tag unless there is one, and returns its first spelling. */
    String declare(String name) {
        check(name);
        String before = spellings.putIfAbsent(key(name), name);
        return before == null ? name : before;
    }

    /** Makes all tags or none. */
    Set<String> declareAll(List<String> names) {
        names.forEach(Tags::check);
        Set<String> declared = new LinkedHashSet<>();
        names.forEach(name -> declared.add(declare(name)));
        return declared;
    }

    static void check(String name) {
        if (!VALID.matcher(name).matches()) {
            throw new Unprocessable("Tag name " + name
                    + " is invalid: only letters, numbers, colons, dashes and underscores, 255 at most");
        }
    }

    Optional<String> find(String name) {
        return Optional.ofNullable(spellings.get(key(name)));
    }

    boolean remove(String name) {
        return spellings.remove(key(name)) != null;
    }

    List<String> all() {
        return new ArrayList<>(spellings.values());
    }

    static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
