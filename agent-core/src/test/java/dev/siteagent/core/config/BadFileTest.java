package dev.siteagent.core.config;

import static dev.siteagent.core.config.ConfigurationFixture.about;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is said of a file that is no configuration, and where. */
class BadFileTest {
    private static final String GOOD = ConfigurationFixture.GOOD;

    @TempDir
    private Path folder;

    @ParameterizedTest(name = "{0}")
    @MethodSource({"badYaml", "badTop"})
    void saysWhatIsWrongAndWhere(String behaviour, String yaml, List<String> expected) throws IOException {
        assertThat(new ConfigurationFixture(folder).problems(yaml)).isEqualTo(expected);
    }

    private static Stream<Arguments> badYaml() {
        return Stream.of(
                about("an empty file", "", "error: the file is empty: it needs at least one entry under 'offerings'"),
                about(
                        "a file of comments",
                        "# nothing\n",
                        "error: the file is empty: it needs at least one entry under 'offerings'"),
                about(
                        "a list at the top",
                        "- a\n",
                        "1:1: error: the file must be a mapping with the key 'offerings' at its top, not a list"),
                about(
                        "a text at the top",
                        "hello\n",
                        "1:1: error: the file must be a mapping with the key 'offerings' at its top, not a single value"),
                about(
                        "a tab as indentation",
                        "offerings:\n\t- name: x\n",
                        "2:1: error: a tab in the indentation; YAML allows only spaces there"),
                about(
                        "a tab behind spaces",
                        "offerings:\n  - name: x\n  \tuuid: y\n",
                        "3:3: error: a tab in the indentation; YAML allows only spaces there"),
                about(
                        "a bracket that is never closed",
                        "offerings: [1, 2\nlog_level: INFO\n",
                        "2:10: error: a list in '[' … ']' lacks a comma or its end"),
                about(
                        "a quote that is never closed",
                        "offerings: 'x\n",
                        "2:1: error: a quote or bracket that is opened is never closed"),
                about(
                        "two colons on a line",
                        "offerings: a: b\n",
                        "1:13: error: a ':' cannot stand here; check the indentation, or quote the value when it holds ':"
                                + " '"),
                about(
                        "a line between the levels",
                        "offerings:\n    - name: x\n  - name: y\n",
                        "3:3: error: this line fits none of the levels above it; check the indentation"),
                about(
                        "a key that is no single value",
                        "? [a]\n: b\n",
                        "1:4: error: not valid YAML; a key must be a single value"),
                about(
                        "an alias without its anchor",
                        "offerings: *nope\n",
                        "1:12: error: no anchor of this name before the alias; quote a text that begins with '*'"),
                about(
                        "an alias inside of what it repeats",
                        "offerings: &x [*x]\n",
                        "1:16: error: this alias stands inside of what it repeats; such a value has no end"),
                about(
                        "a tag of another language",
                        "offerings: !!python/object x\n",
                        "1:12: error: a YAML tag that the agent does not know; quote a text that begins with '!'"),
                about(
                        "a sign that begins no value",
                        "offerings: @foo\n",
                        "1:12: error: a value cannot begin with this character; quote it"),
                about(
                        "a control character",
                        "timezone: UTC\nlog_level: a\u0007b\n",
                        "2:13: error: the control character U+0007 is not allowed in YAML; write it as an escape in double"
                                + " quotes"),
                about(
                        "a second document",
                        "timezone: UTC\n---\ntimezone: UTC\n",
                        "3:1: error: a second document begins here; the configuration is one document, remove the '---'"),
                about(
                        "more levels than anyone needs",
                        "offerings: " + "[".repeat(70) + "]".repeat(70) + "\n",
                        "1:76: error: more than 64 levels of lists and mappings in each other"),
                about(
                        "a merge of something else",
                        "<<: [1]\n",
                        "1:1: error: '<<' takes a mapping or a list of mappings"));
    }

    private static Stream<Arguments> badTop() {
        return Stream.of(
                about(
                        "no offerings",
                        "timezone: UTC\n",
                        "1:1: error: offerings: is required (a list with an entry for each offering)"),
                about(
                        "offerings without a value",
                        "timezone: UTC\nofferings:\n",
                        "2:1: error: offerings: is required (a list with an entry for each offering)"),
                about(
                        "an empty list of offerings",
                        "offerings: []\n",
                        "1:12: error: offerings: is empty: it needs an entry for each offering to serve"),
                about(
                        "offerings that are a mapping",
                        "offerings:\n  name: x\n",
                        "2:3: error: offerings: must be a list (each entry begins with '- '), not a mapping"),
                about(
                        "an offering that is a text",
                        GOOD + "  - second\n",
                        "9:5: error: offerings[1]: must be a mapping, not a single value"),
                about(
                        "levels of loggers",
                        GOOD + "log_levels:\n  oders: DEBUG\n",
                        "10:10: error: log_levels.oders: names no part of the agent; it must be one of cli, components,"
                                + " config, events, health, imports, members, membership, observe, orders, plugins,"
                                + " reload, reports, runtime, shipping, usernames, waldur, or the full name of a logger;"
                                + " did you mean 'orders'?"),
                about(
                        "a level that there is not",
                        GOOD + "log_levels: {orders: loud, waldur: }\n",
                        "9:22: error: log_levels.orders: must be one of DEBUG, INFO, WARNING, ERROR, CRITICAL (it is"
                                + " 'loud')",
                        "9:35: error: log_levels.waldur: needs a value, not nothing"),
                about(
                        "settings of the top that are out of range or unknown",
                        GOOD + """
                                timezone: Europe/Talin
                                log_level: loud
                                reporting_periods: 13
                                global_proxy: socks5://proxy.example.com:1080
                                sentry_dsn: not-a-url
                                elastic_apm_server_url: apm.example.com
                                expose_backend_error_details: perhaps
                                log_shipping: {ship_interval_seconds: 3, buffer_size_mb: 0, enabld: yes}
                                http: {port: 99999, bind: ''}
                                plugins: {wacht: true}
                                reporting_period: 2
                                """,
                        "9:11: error: timezone: must be a time zone such as UTC or Europe/Tallinn; did you mean"
                                + " 'Europe/Tallinn'? (it is 'Europe/Talin')",
                        "10:12: error: log_level: must be one of DEBUG, INFO, WARNING, ERROR, CRITICAL (it is 'loud')",
                        "11:20: error: reporting_periods: must be less than or equal to 12"
                                + " (how many months are reported; 1 is the current month alone)",
                        "12:15: error: global_proxy: must be the URL of a proxy that begins with http:// and names a host"
                                + " (proxy for requests to Waldur and to clouds, not for events; such as http://proxy.example.com:3128)",
                        "13:13: error: sentry_dsn: must be a URL that begins with http:// or https:// and names a host"
                                + " (where errors are sent)",
                        "14:25: error: elastic_apm_server_url: must be a URL that begins with http:// or https:// and names"
                                + " a host (accepted for the file of the Python agent; without effect)",
                        "15:31: error: expose_backend_error_details: must be true or false (yes, no, on and off are the"
                                + " same) (it is 'perhaps')",
                        "16:39: error: log_shipping.ship_interval_seconds: must be greater than or equal to 10"
                                + " (seconds between two shipments)",
                        "16:58: error: log_shipping.buffer_size_mb: must be greater than or equal to 1"
                                + " (the most that is kept in memory meanwhile, in MiB)",
                        "16:61: warning: log_shipping.enabld: unknown key, it has no effect; did you mean 'enabled'?",
                        "17:14: error: http.port: must be less than or equal to 65535"
                                + " (TCP port for health and metrics; 0 is off)",
                        "17:27: error: http.bind: must not be blank (address or host name to listen on)",
                        "18:11: warning: plugins.wacht: unknown key, it has no effect; did you mean 'watch'?",
                        "19:1: warning: reporting_period: unknown key, it has no effect; did you mean"
                                + " 'reporting_periods'?"),
                about(
                        "a key given twice",
                        GOOD + "log_level: INFO\nlog_level: DEBUG\n",
                        "10:1: error: log_level: the key is given twice, first at line 9; keep one of them"));
    }
}
