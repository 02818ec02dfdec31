package dev.siteagent.core.config;

import java.util.List;
import java.util.stream.Collectors;

/** The keys of a settings class as a table, for pages and for terminals. */
public final class SettingsTable {
    private SettingsTable() {}

    /**
     * Returns a table in Markdown.
     *
     * @param keys the keys, in the order of the rows
     * @return lines, each with a line feed at its end
     */
    public static String markdown(List<SettingDescription> keys) {
        String rows = keys.stream().map(SettingsTable::row).collect(Collectors.joining());
        return "| key | value | default | meaning |\n|---|---|---|---|\n" + rows;
    }

    private static String row(SettingDescription key) {
        String usual = key.required() && key.usual().isEmpty() ? "required" : code(key.usual());
        return "| `" + key.key() + "` | " + cell(key.value()) + " | " + cell(usual) + " | " + cell(key.meaning())
                + " |\n";
    }

    /** Words stay words; what can be written into the file as it stands is code. */
    private static String code(String usual) {
        return usual.isEmpty() || usual.contains(" ") ? usual : "`" + usual + "`";
    }

    private static String cell(String text) {
        return text.replace("|", "\\|");
    }

    /**
     * Returns a paragraph for each key.
     *
     * @param keys the keys, in the order of the paragraphs
     * @return lines, each with a line feed at its end
     */
    public static String text(List<SettingDescription> keys) {
        return keys.stream().map(SettingsTable::paragraph).collect(Collectors.joining());
    }

    private static String paragraph(SettingDescription key) {
        String usual = key.usual().isEmpty() ? "" : "; default " + key.usual();
        String required = key.required() ? "; required" : "";
        String meaning = key.meaning().isEmpty() ? "" : "    " + key.meaning() + "\n";
        return key.key() + ": " + key.value().replace("`", "") + required + usual + "\n" + meaning;
    }
}
