package dev.siteagent.core.plugins;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.siteagent.spi.SpiVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** How {@code site-agent plugins list} shows the plugins. */
public final class PluginListing {
    private static final List<String> HEADER =
            List.of("ID", "VERSION", "PROVIDER", "STATE", "NAMES", "CAPABILITIES", "FILE");

    private PluginListing() {}

    /**
     * Returns the plugins as an aligned table for people, and below it one line for each that is not loaded.
     *
     * @param reports the plugins
     * @return lines, each with a line feed at its end
     */
    public static String text(List<PluginReport> reports) {
        if (reports.isEmpty()) {
            return "No plugins.\n";
        }
        List<List<String>> rows = new ArrayList<>(List.of(HEADER));
        reports.forEach(report -> rows.add(row(report)));
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            String line = IntStream.range(0, row.size())
                    .mapToObj(column -> padded(row.get(column), width(rows, column)))
                    .collect(Collectors.joining("  "));
            text.append(line.stripTrailing()).append('\n');
        }
        String failures = reports.stream()
                .flatMap(report -> report.failure().stream())
                .map(line -> line + "\n")
                .collect(Collectors.joining());
        return failures.isEmpty() ? text.toString() : text + "\n" + failures;
    }

    /**
     * Returns the plugins as a JSON document. Its fields are stable: {@code spi_version} and {@code plugins}; of each
     * plugin {@code id}, {@code version}, {@code provider}, {@code description} (all may be empty), {@code backends},
     * {@code username_backends}, {@code services}, {@code capabilities} (arrays of text), {@code state} ({@code started}
     * or {@code failed}), {@code file}, and {@code problem} (null for a good one).
     *
     * @param reports the plugins
     * @return one document, with a line feed at its end
     */
    public static String json(List<PluginReport> reports) {
        ObjectNode document = new ObjectMapper().createObjectNode();
        document.put("spi_version", SpiVersion.current());
        ArrayNode plugins = document.putArray("plugins");
        for (PluginReport report : reports) {
            ObjectNode plugin = plugins.addObject();
            plugin.put("id", report.id());
            plugin.put("version", report.version());
            plugin.put("provider", report.provider());
            plugin.put("description", report.description());
            report.backendNames().forEach(plugin.putArray("backends")::add);
            report.usernameBackendNames().forEach(plugin.putArray("username_backends")::add);
            report.serviceTypes().forEach(plugin.putArray("services")::add);
            report.capabilities().forEach(plugin.putArray("capabilities")::add);
            plugin.put("state", state(report));
            plugin.put("file", report.file());
            plugin.put("problem", report.problem().orElse(null));
        }
        return document.toPrettyString() + "\n";
    }

    private static List<String> row(PluginReport report) {
        String names = Stream.of(
                        report.backendNames().stream(),
                        report.usernameBackendNames().stream().map(name -> name + " (usernames)"),
                        report.serviceTypes().stream().map(name -> name + " (service)"))
                .flatMap(kind -> kind)
                .collect(Collectors.joining(", "));
        return Stream.of(
                        report.id(),
                        report.version(),
                        report.provider(),
                        state(report),
                        names,
                        String.join(", ", report.capabilities()),
                        report.file())
                .map(cell -> cell.isEmpty() ? "-" : cell)
                .toList();
    }

    private static String state(PluginReport report) {
        return report.state().name().toLowerCase(Locale.ROOT);
    }

    private static int width(List<List<String>> rows, int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    }

    private static String padded(String cell, int width) {
        return cell + " ".repeat(width - cell.length());
    }
}
