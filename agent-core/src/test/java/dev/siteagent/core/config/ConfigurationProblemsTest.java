package dev.siteagent.core.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is said of bad input, and where. */
class ConfigurationProblemsTest {
    private static final String GOOD = ConfigurationFixture.GOOD;

    @TempDir
    private Path folder;

    @ParameterizedTest(name = "{0}")
    @MethodSource({"badYaml", "badTop", "badOffering", "badSettings", "badComponents", "badServices"})
    void saysWhatIsWrongAndWhere(String behaviour, String yaml, List<String> expected) throws IOException {
        assertThat(new ConfigurationFixture(folder).problems(yaml)).isEqualTo(expected);
    }

    private static Arguments about(String behaviour, String yaml, String... expected) {
        return Arguments.of(behaviour, yaml, Arrays.asList(expected));
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

    private static Stream<Arguments> badOffering() {
        return Stream.of(
                about(
                        "an offering with nothing in it",
                        "offerings:\n  - backend_settings: {}\n",
                        "2:5: error: offerings[0].backend_type: is required (the name of the backend that reads"
                                + " backend_settings)",
                        "2:5: error: offerings[0].name: is required (what people call the offering)",
                        "2:5: error: offerings[0].waldur_api_token: is required: either a token here, or all of"
                                + " oidc_token_url, oidc_client_id, oidc_client_secret",
                        "2:5: error: offerings[0].waldur_api_url: is required"
                                + " (such as https://waldur.example.com/api/)",
                        "2:5: error: offerings[0].waldur_offering_uuid: is required (see the integration page of the"
                                + " offering in Waldur)"),
                about(
                        "values of the wrong kind",
                        """
                        offerings:
                          - name: [x]
                            waldur_api_url: waldur.example.com
                            waldur_api_token: {a: b}
                            waldur_offering_uuid: 2c0bb6a3
                            backend_type: plain
                            verify_ssl: maybe
                            order_concurrency: 0
                            order_wait_minutes: 1.5
                            stomp_ws_port: 70000
                            backend_settings: none
                        """,
                        "2:11: error: offerings[0].name: must be a single value, not a list",
                        "3:21: error: offerings[0].waldur_api_url: must be a URL that begins with http:// or https:// and"
                                + " names a host (such as https://waldur.example.com/api/)",
                        "4:23: error: offerings[0].waldur_api_token: must be a single value, not a mapping",
                        "5:27: error: offerings[0].waldur_offering_uuid: must be a UUID: 32 hexadecimal digits, with or"
                                + " without dashes (it is '2c0bb6a3')",
                        "7:17: error: offerings[0].verify_ssl: must be true or false (yes, no, on and off are the same)"
                                + " (it"
                                + " is 'maybe')",
                        "8:24: error: offerings[0].order_concurrency: must be greater than or equal to 1"
                                + " (how many orders are worked on at once)",
                        "9:25: error: offerings[0].order_wait_minutes: must be a whole number (it is '1.5')",
                        "10:20: error: offerings[0].stomp_ws_port: must be less than or equal to 65535"
                                + " (port that events come from)",
                        "11:23: error: offerings[0].backend_settings: must be a mapping, not a single value"),
                about(
                        "a misspelt key",
                        GOOD + "    order_concurency: 3\n",
                        "9:5: warning: offerings[0].order_concurency: unknown key, it has no effect; did you mean"
                                + " 'order_concurrency'?"),
                about(
                        "a URL that is not the API's",
                        GOOD.replace("example.com/api/", "example.com/"),
                        "3:21: warning: offerings[0].waldur_api_url: does not end in /api/, as the API of Waldur does:"
                                + " https://waldur.example.com/api/"),
                about(
                        "a URL with a password",
                        GOOD.replace("waldur.example.com", "me:hidden-password@waldur.example.com"),
                        "3:21: error: offerings[0].waldur_api_url: must be the plain URL of the API: no user, password, '?'"
                                + " or '#' in it"),
                about(
                        "a URL of tokens with a password",
                        GOOD.replace("    waldur_api_token: waldur-token-value\n", """
                                    oidc_token_url: https://me:hidden-password@id.example.com/token
                                    oidc_client_id: me
                                    oidc_client_secret: x
                                """),
                        "4:21: error: offerings[0].oidc_token_url: must have no user and password in it: they belong into"
                                + " oidc_client_id and oidc_client_secret"),
                about(
                        "OIDC without its secret",
                        GOOD.replace(
                                "    waldur_api_token: waldur-token-value\n",
                                "    oidc_client_id: me\n    oidc_token_url: https://id.example.com/token\n"),
                        "2:5: error: offerings[0].oidc_client_secret: is required: without a waldur_api_token all of"
                                + " oidc_token_url, oidc_client_id, oidc_client_secret are"),
                about(
                        "OIDC beside a token",
                        GOOD + "    oidc_client_id: me\n",
                        "9:21: warning: offerings[0].oidc_client_id: has no effect, since waldur_api_token is given"),
                about(
                        "members synced by events that are off",
                        GOOD + "    stomp_membership_sync_enabled: true\n",
                        "9:36: warning: offerings[0].stomp_membership_sync_enabled: is true while stomp_enabled is false:"
                                + " members are polled for; set stomp_enabled to true or remove this key"),
                about(
                        "a backend that no plugin brings",
                        GOOD.replace("backend_type: cloud", "backend_type: cluod"),
                        "6:19: error: offerings[0].backend_type: no plugin brings the backend 'cluod'; known: batch, broken,"
                                + " cloud, isolated, keyed, plain, silent, unusable; did you mean 'cloud'?"),
                about(
                        "a backend whose plugin is bad",
                        GOOD + "    order_processing_backend: rotten\n",
                        "9:31: error: offerings[0].order_processing_backend: no plugin brings the backend 'rotten'"
                                + " (rotten.jar is not a jar file); known: batch, broken, cloud, isolated, keyed, plain, silent, unusable"),
                about(
                        "an unknown username backend",
                        GOOD + "    username_management_backend: name\n",
                        "9:34: warning: offerings[0].username_management_backend: no plugin brings the username backend"
                                + " 'name'; 'base' is used, which gives no usernames; known: base, names; did you mean"
                                + " 'names'?"),
                about(
                        "two offerings of one name",
                        GOOD + GOOD.replace("offerings:\n", "").replace("2c0bb6a3", "ffffffff"),
                        "9:11: warning: offerings[1].name: is the name of offerings[0] too; give each its own, so that they"
                                + " can be told apart"),
                about(
                        "one offering twice in the same mode",
                        GOOD + GOOD.replace("offerings:\n", "").replace("VM", "VM2") + "    reporting_backend: cloud\n",
                        "12:27: error: offerings[1].waldur_offering_uuid: the same offering twice, with reporting_backend as"
                                + " in offerings[0]; keep one of them"),
                about(
                        "an offering that shares a mode with a refused one alone",
                        offeringWith("A", "order_processing_backend")
                                + offeringWith("B", "order_processing_backend", "membership_sync_backend")
                                + offeringWith("C", "membership_sync_backend"),
                        "13:27: error: offerings[1].waldur_offering_uuid: the same offering twice, with"
                                + " order_processing_backend as in offerings[0]; keep one of them"));
    }

    private static String offeringWith(String name, String... backendKeys) {
        String entry = GOOD.replace("VM", name);
        String keys = Arrays.stream(backendKeys)
                .map(key -> "    " + key + ": cloud\n")
                .collect(Collectors.joining());
        return (name.equals("A") ? entry : entry.replace("offerings:\n", "")) + keys;
    }

    private static Stream<Arguments> badSettings() {
        return Stream.of(
                about(
                        "a missing setting whose constraint only warns",
                        GOOD.replace("token: cloud-token-value", "default_region: fra1"),
                        "8:7: warning: offerings[0].backend_settings.token: is required"
                                + " (the API token of the account)"),
                about(
                        "no settings at all",
                        GOOD.replace("    backend_settings:\n      token: cloud-token-value\n", ""),
                        "2:5: warning: offerings[0].backend_settings.token: is required"
                                + " (the API token of the account)"),
                about(
                        "a check that is about one setting, as its name tells",
                        GOOD.replace("token: cloud-token-value", "token: ''"),
                        "8:14: warning: offerings[0].backend_settings.token: is blank (the API token of the account)"),
                about(
                        "a check that is about the section",
                        GOOD + "      default_region: fra1\n      zones: [a]\n",
                        "8:7: error: offerings[0].backend_settings: one region is enough"),
                about(
                        "every kind of bad setting in one go",
                        GOOD + """
                                      tokne: x
                                      retries: 11
                                      ssh_key_id: abc
                                      tier: fre
                                      boot_wait: 5
                                      network: {is_private: true}
                                      flavors:
                                        small: {cpu: 0, ram: 1, gpu: 1}
                                      default_tags: [a, '', ]
                                      zones: x
                                      size_mapping: {s-1: {cpu: many}, s-2: }
                                      api_url: 'http://bad host'
                                """,
                        "9:7: warning: offerings[0].backend_settings.tokne: unknown key, it has no effect; did you mean"
                                + " 'token'?",
                        "10:16: error: offerings[0].backend_settings.retries: must be less than or equal to 10",
                        "11:19: error: offerings[0].backend_settings.ssh_key_id: must be a whole number (it is 'abc')",
                        "12:13: error: offerings[0].backend_settings.tier: must be one of free, pay-as-you-go; did you mean"
                                + " 'free'? (it is 'fre')",
                        "13:18: error: offerings[0].backend_settings.boot_wait: must be a duration such as PT30S, PT5M or"
                                + " P1D (ISO 8601) (it is '5')",
                        "14:16: error: offerings[0].backend_settings.network.name: is required",
                        "16:22: error: offerings[0].backend_settings.flavors.small.cpu: must be greater than 0",
                        "16:33: warning: offerings[0].backend_settings.flavors.small.gpu: unknown key, it has no effect; did"
                                + " you mean 'cpu'?",
                        "17:25: error: offerings[0].backend_settings.default_tags[1]: must not be blank",
                        "18:14: error: offerings[0].backend_settings.zones: must be a list, not a single value",
                        "19:33: error: offerings[0].backend_settings.size_mapping.s-1.cpu: must be a whole number"
                                + " (it is"
                                + " 'many')",
                        "19:44: error: offerings[0].backend_settings.size_mapping.s-2: needs a value, not nothing",
                        "20:16: error: offerings[0].backend_settings.api_url: must be a URL"),
                about(
                        "settings that the class itself refuses, told without the secret in its message",
                        GOOD + "      default_region: nowhere\n",
                        "8:7: error: offerings[0].backend_settings: these settings are refused by CloudSettings: no such"
                                + " region, with the token ***"),
                about(
                        "an empty setting of a bean",
                        GOOD.replace("backend_type: cloud", "backend_type: batch")
                                .replace("token: cloud-token-value", "queue: ''"),
                        "8:14: error: offerings[0].backend_settings.queue: must not be blank (where jobs wait)"),
                about(
                        "a setting that has no place in any of the classes that read the section",
                        GOOD + "      queue: fast\n      quue: slow\n    reporting_backend: batch\n",
                        "10:7: warning: offerings[0].backend_settings.quue: unknown key, it has no effect; did you mean"
                                + " 'queue'?"),
                about(
                        "a common setting out of range",
                        GOOD + "      backend_id_max_retries: -1\n",
                        "9:31: error: offerings[0].backend_settings.backend_id_max_retries: must be greater than or equal"
                                + " to 0 (how many suffixes are tried for a chosen backend id)"),
                about(
                        "a settings class with a type no value can become",
                        GOOD.replace("backend_type: cloud", "backend_type: unusable")
                                .replace("      token:", "      thread:"),
                        "8:15: error: offerings[0].backend_settings.thread: the settings class wants a java.lang.Thread,"
                                + " which no value of the file can become; this is a fault of the plugin"),
                about(
                        "a settings class that does not load",
                        GOOD.replace("backend_type: cloud", "backend_type: broken")
                                .replace("      token: ", "      x: "),
                        "8:7: error: offerings[0].backend_settings: the settings class"
                                + " dev.siteagent.core.config.SamplePlugins$BrokenSettings does not load:"
                                + " java.lang.NumberFormatException: For input string: \"not a number\"",
                        "8:7: warning: offerings[0].backend_settings.x: unknown key, it has no effect; known here:"
                                + " allocation_prefix, backend_id_max_retries, check_all_offerings,"
                                + " check_backend_id_uniqueness, customer_prefix, project_prefix, soft_delete"),
                about(
                        "a plugin that names no settings class",
                        GOOD.replace("backend_type: cloud", "backend_type: silent"),
                        "6:19: error: offerings[0].backend_type: the plugin of this name, asked for its settings class, gives"
                                + " none"));
    }

    private static Stream<Arguments> badComponents() {
        return Stream.of(about(
                "components",
                GOOD + """
                            backend_components:
                              cpu: {measured_unit: Cores, accounting_type: hourly, label: CPU}
                              ram:
                              disk: {measured_unit: GB, accounting_type: limit, label: Disk, unit_factor: 0, limit_period: daily}
                              tape: {measured_unit: GB, accounting_type: usage, label: Tape, unit_factor_reporting: -1}
                              gpu: {measured_unit: '', accounting_type: usage, label: GPU, overcommit: -1, lable: x}
                              net: 5
                        """,
                "10:52: error: offerings[0].backend_components.cpu.accounting_type: must be one of usage, limit, one"
                        + " (it is"
                        + " 'hourly')",
                "11:7: error: offerings[0].backend_components.ram.accounting_type: is required (usage, limit or one)",
                "11:7: error: offerings[0].backend_components.ram.label: is required (what people see)",
                "11:7: error: offerings[0].backend_components.ram.measured_unit: is required"
                        + " (the unit in Waldur, such as"
                        + " Cores)",
                "12:83: error: offerings[0].backend_components.disk.unit_factor: must be greater than 0"
                        + " (how many backend units one Waldur unit is)",
                "12:100: error: offerings[0].backend_components.disk.limit_period: must be one of annual, month, quarterly,"
                        + " total (it is 'daily')",
                "13:93: error: offerings[0].backend_components.tape.unit_factor_reporting: must be greater than 0"
                        + " (the same for usage)",
                "14:80: error: offerings[0].backend_components.gpu.overcommit: must be greater than or equal to 0",
                "14:84: warning: offerings[0].backend_components.gpu.lable: unknown key, it has no effect; did you mean"
                        + " 'label'?",
                "15:12: error: offerings[0].backend_components.net: must be a mapping, not a single value"));
    }

    private static Stream<Arguments> badServices() {
        return Stream.of(about(
                "services",
                GOOD + """
                        services:
                          - {type: bridge, workers: 0, namespace: hobby, wokers: 2}
                          - {type: brigde}
                          - {namespace: x}
                          - bridge
                        """,
                "10:29: error: services[0].workers: must be greater than or equal to 1",
                "10:50: warning: services[0].wokers: unknown key, it has no effect; did you mean 'workers'?",
                "11:12: error: services[1].type: no plugin brings the service 'brigde'; known: bridge; did you mean"
                        + " 'bridge'?",
                "12:5: error: services[2].type: is required",
                "13:5: error: services[3]: must be a mapping, not a single value"));
    }

    @Test
    void oneBadOfferingIsDisabledAndTheOthersRun() throws IOException {
        ConfigurationResult result = new ConfigurationFixture(folder)
                .read(GOOD + "  - name: Second\n    backend_type: cloud\n    verify_ssl: maybe\n  - backend_type: x\n");

        AgentConfiguration configuration = result.configuration().orElseThrow();
        assertThat(configuration.offerings())
                .extracting(OfferingConfiguration::name)
                .containsExactly("VM");
        assertThat(configuration.disabled())
                .extracting(DisabledOffering::name)
                .containsExactly("Second", "offerings[2]");
        assertThat(configuration.disabled().get(0).reason())
                .startsWith("line 9: offerings[1].waldur_api_token: is required")
                .endsWith("(and 3 more)");
    }

    @Test
    void noGoodOfferingMeansNoConfiguration() throws IOException {
        ConfigurationResult result = new ConfigurationFixture(folder).read(GOOD.replace("cloud\n", "nothing\n"));

        assertThat(result.configuration()).isEmpty();
        assertThat(result.hasErrors()).isTrue();
    }

    @Test
    void anErrorOutsideOfOfferingsRefusesTheFile() throws IOException {
        assertThat(new ConfigurationFixture(folder)
                        .read(GOOD + "timezone: Mars\n")
                        .configuration())
                .isEmpty();
    }

    @Test
    void aBadServiceDisablesItselfAlone() throws IOException {
        AgentConfiguration configuration = new ConfigurationFixture(folder)
                .read(GOOD + "services:\n  - {type: brigde}\n  - {type: bridge, namespace: hobby}\n")
                .configuration()
                .orElseThrow();

        assertThat(configuration.services())
                .extracting(ServiceConfiguration::settings)
                .containsExactly(new SamplePlugins.BridgeSettings("hobby", null));
    }

    @Test
    void theSameOfferingMayStandTwiceWithDifferentModes() throws IOException {
        String yaml = GOOD
                + "    order_processing_backend: cloud\n"
                + GOOD.replace("offerings:\n", "").replace("VM", "VM usage")
                + "    reporting_backend: cloud\n";

        ConfigurationResult result = new ConfigurationFixture(folder).read(yaml);

        assertThat(result.problems()).isEmpty();
        assertThat(result.configuration().orElseThrow().offerings()).hasSize(2);
    }
}
