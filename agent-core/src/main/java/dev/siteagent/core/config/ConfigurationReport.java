package dev.siteagent.core.config;

import dev.siteagent.spi.Secret;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What {@code site-agent validate} prints: what each offering will run with, and, where somebody looks first, at the end, the
 * problems in the order of the file and a summary.
 */
public final class ConfigurationReport {
    private static final int LABEL_WIDTH = 12;

    private final Path file;
    private final ConfigurationResult result;

    /**
     * Makes the report of one reading.
     *
     * @param file the file that was read, as the operator named it
     * @param result what came of it
     */
    public ConfigurationReport(Path file, ConfigurationResult result) {
        this.file = Objects.requireNonNull(file, "file");
        this.result = Objects.requireNonNull(result, "result");
    }

    /** Returns the exit status: 0 when there is no error (warnings do not count), else 2. */
    public int exitStatus() {
        return result.hasErrors() || result.configuration().isEmpty() ? 2 : 0;
    }

    /** Returns the whole report, problems and summary last, lines that end in a line feed. No value that is secret or comes from outside the file is in it. */
    public String text() {
        List<String> lines = new ArrayList<>();
        result.configuration().ifPresent(configuration -> describe(configuration, lines));
        if (!result.problems().isEmpty()) {
            separate(lines);
            result.problems().forEach(problem -> lines.add(problem.toString()));
        }
        separate(lines);
        lines.add(file + ": " + summary());
        return String.join("\n", lines) + "\n";
    }

    private static void separate(List<String> lines) {
        if (!lines.isEmpty()) {
            lines.add("");
        }
    }

    private String summary() {
        String counts = count(Severity.ERROR) + ", " + count(Severity.WARNING);
        return result.configuration()
                .map(configuration -> {
                    int good = configuration.offerings().size();
                    int all = good + configuration.disabled().size();
                    return counts + "; " + good + " of " + all + (all == 1 ? " offering" : " offerings") + " can run";
                })
                .orElse(counts + "; nothing can run");
    }

    private String count(Severity severity) {
        long number = result.problems().stream()
                .filter(problem -> problem.severity() == severity)
                .count();
        return number + " " + severity + (number == 1 ? "" : "s");
    }

    private static void describe(AgentConfiguration configuration, List<String> lines) {
        lines.add("agent");
        lines.add(line("time zone", configuration.timezone().toString()));
        lines.add(line("log level", configuration.logLevel()));
        lines.add(line(
                "usage of",
                configuration.reportingPeriods() == 1
                        ? "the current month"
                        : "the current month and " + (configuration.reportingPeriods() - 1) + " before"));
        configuration.globalProxy().ifPresent(proxy -> lines.add(line("proxy", shown(proxy.toString()))));
        HttpConfiguration http = configuration.http();
        lines.add(line("health on", http.port() == 0 ? "off" : http.bind() + ":" + http.port()));
        configuration.services().forEach(service -> lines.add(line("service", service.type())));
        configuration.offerings().forEach(offering -> describe(offering, lines));
        for (DisabledOffering offering : configuration.disabled()) {
            lines.add("");
            lines.add("offering " + Quoted.of(offering.name()) + ": disabled");
            lines.add(line("because", offering.reason()));
        }
    }

    private static void describe(OfferingConfiguration offering, List<String> lines) {
        lines.add("");
        lines.add("offering " + Quoted.of(offering.name()));
        lines.add(line("uuid", offering.uuid().toString()));
        lines.add(line("Waldur", waldur(offering)));
        lines.add(line(
                "orders",
                mode(offering.orderProcessingBackend())
                        + (offering.orderProcessingBackend().isPresent() ? pace(offering) : "")));
        lines.add(line("members", mode(offering.membershipSyncBackend())));
        lines.add(line("usage", mode(offering.reportingBackend())));
        lines.add(line("usernames", offering.usernameBackend()));
        lines.add(line("events", offering.stompEnabled() ? "on" : "off"));
        lines.add(line("components", components(offering)));
        BackendBinding binding = offering.backends().get(offering.backendType());
        String label = "settings";
        for (Map.Entry<String, Object> setting : binding.raw().entrySet()) {
            lines.add(line(label, Quoted.plain(setting.getKey()) + ": " + value(setting.getValue())));
            label = "";
        }
    }

    private static String waldur(OfferingConfiguration offering) {
        String how = offering.credentials() instanceof WaldurCredentials.Oidc oidc
                ? "OIDC client of " + shown(oidc.tokenUrl().toString())
                : "token";
        return offering.waldurApiUrl() + " (" + how + (offering.verifySsl() ? ")" : ", certificate not checked)");
    }

    private static String mode(Optional<String> backend) {
        return backend.orElse("off");
    }

    private static String pace(OfferingConfiguration offering) {
        return ", " + offering.orderConcurrency() + " at once, " + offering.orderWaitMinutes() + " minutes for each";
    }

    private static String components(OfferingConfiguration offering) {
        return offering.components().isEmpty()
                ? "those of the offering in Waldur"
                : offering.components().entrySet().stream()
                        .map(component -> Quoted.plain(component.getKey()) + " ("
                                + ScalarTypes.wireName(component.getValue().accountingType()) + ")")
                        .collect(Collectors.joining(", "));
    }

    private static String line(String label, String text) {
        return "  " + label + " ".repeat(Math.max(1, LABEL_WIDTH - label.length())) + text;
    }

    private static String value(Object value) {
        if (value instanceof Secret) {
            return "hidden";
        }
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(entry -> Quoted.plain(entry.getKey().toString()) + ": " + value(entry.getValue()))
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        if (value instanceof List<?> list) {
            return list.stream().map(ConfigurationReport::value).collect(Collectors.joining(", ", "[", "]"));
        }
        return value == null ? "" : shown(value.toString());
    }

    /** Returns a text fit to be shown; of a URL with user and password these are left out. */
    private static String shown(String text) {
        return Quoted.plain(text.replaceAll("//[^/@\\s]*@", "//hidden@"));
    }
}
