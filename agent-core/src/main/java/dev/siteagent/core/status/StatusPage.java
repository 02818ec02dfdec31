package dev.siteagent.core.status;

import dev.siteagent.core.plugins.PluginReport;
import dev.siteagent.core.runtime.Mode;
import dev.siteagent.core.runtime.OrderInHand;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The status as a page for people: plain HTML without a script, that a phone shows as it is. Whatever comes from outside is
 * escaped.
 */
public final class StatusPage {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'").withZone(ZoneOffset.UTC);

    private static final String STYLE = """
            body{font:16px/1.4 system-ui,sans-serif;margin:1rem auto;max-width:60rem;padding:0 1rem;color:#222;background:#fff}
            h1{font-size:1.3rem}h2{font-size:1.1rem;border-bottom:1px solid #bbb;margin-top:1.5rem}
            ul{list-style:none;padding:0}li{padding:.3rem 0;overflow-wrap:anywhere}
            .good{color:#166a2c}.bad{color:#a4161a;font-weight:600}.dim{color:#555;font-size:.9rem}
            @media (prefers-color-scheme:dark){body{color:#ddd;background:#161616}.good{color:#7fd18f}.bad{color:#ff8a80}.dim{color:#aaa}}
            """;

    /** What a browser may do with the page: show it with its own style, and nothing else. */
    public static final String CONTENT_SECURITY_POLICY = "default-src 'none'; style-src 'sha256-" + digest(STYLE)
            + "'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private final StringBuilder html = new StringBuilder(4_096);
    private final AgentStatus status;
    private final UnaryOperator<String> redaction;

    private StatusPage(AgentStatus status, UnaryOperator<String> redaction) {
        this.status = status;
        this.redaction = redaction;
    }

    /**
     * Returns the page.
     *
     * @param redaction takes secrets out of a text; used before the text is made HTML, in which a secret looks different
     */
    public static String of(AgentStatus status, UnaryOperator<String> redaction) {
        return new StatusPage(status, redaction).write();
    }

    private String write() {
        html.append("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">")
                .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")
                .append("<meta http-equiv=\"refresh\" content=\"10\"><title>site-agent</title>")
                .append("<style>")
                .append(STYLE)
                .append("</style></head><body>\n");
        head();
        offerings();
        inHand();
        failures();
        plugins();
        budgets();
        return html.append("</body></html>\n").toString();
    }

    private void head() {
        String modes = status.modes().stream().sorted().map(Mode::wireName).collect(Collectors.joining(", "));
        html.append("<h1>site-agent ").append(shown(status.version())).append("</h1>\n<p class=\"dim\">");
        html.append(shown(modes))
                .append("; up for ")
                .append(length(Duration.between(status.since(), status.now())))
                .append("; as of ")
                .append(TIME.format(status.now()))
                .append("</p>\n");
        if (status.hung().isEmpty()) {
            html.append("<p class=\"good\">All is at work.</p>\n");
        } else {
            list(status.hung().stream().map(this::bad).toList(), "");
        }
    }

    private void offerings() {
        html.append("<h2>Offerings</h2>\n");
        list(status.offerings().stream().map(this::offering).toList(), "No offering is at work.");
        list(
                status.disabled().stream()
                        .map(off -> "<b>" + shown(off.name()) + "</b> " + bad("disabled: " + off.reason()))
                        .toList(),
                "");
        if (!status.services().isEmpty()) {
            html.append("<h2>Services</h2>\n");
            list(status.services().stream().map(this::shown).toList(), "");
        }
    }

    private String offering(AgentStatus.Served offering) {
        Map<Mode, StatusBoard.CycleSeen> cycles = status.board().cyclesOf(offering.name());
        String seen = cycles.entrySet().stream()
                .map(cycle -> cycle(cycle.getKey(), cycle.getValue()))
                .collect(Collectors.joining());
        int number = status.board().handOf(offering.name()).number();
        return "<b>" + shown(offering.name()) + "</b> <span class=\"dim\">" + shown(offering.backend()) + "; "
                + number + (number == 1 ? " order" : " orders") + " in hand</span>"
                + (seen.isEmpty() ? "<br><span class=\"dim\">no cycle has ended yet</span>" : seen);
    }

    private String cycle(Mode mode, StatusBoard.CycleSeen cycle) {
        Instant next = cycle.began().plus(status.period().apply(mode));
        String when =
                next.isAfter(status.now()) ? "next in " + length(Duration.between(status.now(), next)) : "next is due";
        return "<br>" + (cycle.good() ? "<span class=\"good\">good</span> " : bad("failed") + " ")
                + shown(mode.wireName()) + " <span class=\"dim\">"
                + length(Duration.between(cycle.began(), status.now())) + " ago, took " + length(cycle.took()) + "; "
                + when
                + "</span>";
    }

    private void inHand() {
        html.append("<h2>Orders in hand</h2>\n");
        List<String> lines = status.offerings().stream()
                .flatMap(offering -> status.board().handOf(offering.name()).orders().stream()
                        .map(order -> order(offering.name(), order)))
                .toList();
        list(lines, "None.");
    }

    private String order(String offering, OrderInHand order) {
        return "<b>" + shown(order.type() + " " + order.resource()) + "</b> "
                + length(Duration.between(order.since(), status.now())) + ": " + shown(order.step())
                + "<br><span class=\"dim\">" + shown(offering + ", order " + order.order()) + "</span>";
    }

    private void failures() {
        html.append("<h2>Recent failures</h2>\n");
        list(
                status.board().failures().stream()
                        .map(failure -> "<b>" + shown(failure.what()) + "</b> " + bad(failure.why())
                                + "<br><span class=\"dim\">" + shown(failure.offering()) + ", "
                                + TIME.format(failure.at()) + "</span>")
                        .toList(),
                "None since the start.");
    }

    private void plugins() {
        html.append("<h2>Plugins</h2>\n");
        list(status.plugins().stream().map(this::plugin).toList(), "None.");
    }

    private String plugin(PluginReport plugin) {
        if (plugin.failure().isPresent()) {
            return bad(plugin.failure().get());
        }
        return "<b>" + shown(plugin.id()) + "</b> " + shown(plugin.version()) + " <span class=\"good\">started</span>";
    }

    private void budgets() {
        html.append("<h2>Rate limits</h2>\n");
        list(
                status.budgets().stream()
                        .map(level -> "<b>" + shown(level.api()) + "</b> account " + shown(level.account()) + ": "
                                + level.left() + " requests left")
                        .toList(),
                "None is in use.");
    }

    private void list(List<String> lines, String otherwise) {
        if (lines.isEmpty()) {
            html.append(otherwise.isEmpty() ? "" : "<p class=\"dim\">" + shown(otherwise) + "</p>\n");
            return;
        }
        html.append("<ul>\n");
        lines.forEach(line -> html.append("<li>").append(line).append("</li>\n"));
        html.append("</ul>\n");
    }

    private String bad(String text) {
        return "<span class=\"bad\">" + shown(text) + "</span>";
    }

    private static String length(Duration duration) {
        long seconds = Math.max(0, duration.toSeconds());
        if (seconds < 60) {
            return seconds + " s";
        }
        if (seconds < 3_600) {
            return seconds / 60 + " min";
        }
        return seconds < 86_400
                ? seconds / 3_600 + " h " + seconds % 3_600 / 60 + " min"
                : seconds / 86_400 + " d " + seconds % 86_400 / 3_600 + " h";
    }

    private String shown(String text) {
        return escaped(redaction.apply(text));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    private static String digest(String style) {
        try {
            return Base64.getEncoder()
                    .encodeToString(
                            MessageDigest.getInstance("SHA-256").digest(style.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
