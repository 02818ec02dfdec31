package dev.siteagent.core.config;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The way from the root of the file to a value: keys and list indexes.
 *
 * @param parent the way to the mapping or list that holds the value, null for the root
 * @param step the key in it, or the index as text
 * @param isIndex whether the step is an index
 */
record KeyPath(KeyPath parent, String step, boolean isIndex) {
    static final KeyPath ROOT = new KeyPath(null, "", false);

    private static final Pattern SIMPLE_KEY = Pattern.compile("[\\p{Alnum}_-]{1,80}");

    KeyPath key(String key) {
        return new KeyPath(this, key, false);
    }

    KeyPath index(int index) {
        return new KeyPath(this, Integer.toString(index), true);
    }

    /**
     * Returns the part of the file that can fail alone and that this path is in, such as {@code offerings[0]}; {@link
     * #ROOT} when it is in none, so that a fault refuses the whole file.
     */
    KeyPath scope() {
        List<KeyPath> way = new ArrayList<>();
        for (KeyPath path = this; path.parent != null; path = path.parent) {
            way.add(path);
        }
        Collections.reverse(way);
        if (way.size() < 2 || !way.get(1).isIndex) {
            return ROOT;
        }
        String list = way.get(0).step;
        return list.equals("offerings") || list.equals("services") ? way.get(1) : ROOT;
    }

    /** Returns the last key on the way that is no index; empty for the root. */
    Optional<String> lastKey() {
        KeyPath path = this;
        while (path.isIndex) {
            path = path.parent;
        }
        return path.parent == null ? Optional.empty() : Optional.of(path.step);
    }

    /** Returns the path as operators read it: {@code offerings[0].backend_settings.token}. */
    @Override
    public String toString() {
        if (parent == null) {
            return "";
        }
        String before = parent.toString();
        if (isIndex) {
            return before + "[" + step + "]";
        }
        if (!SIMPLE_KEY.matcher(step).matches()) {
            return before + "[\"" + Quoted.plain(step) + "\"]";
        }
        return before.isEmpty() ? step : before + "." + step;
    }
}
