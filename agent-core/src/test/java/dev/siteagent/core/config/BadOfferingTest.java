package dev.siteagent.core.config;

import static dev.siteagent.core.config.ConfigurationFixture.about;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is said of an offering's bad entry, and where. */
class BadOfferingTest {
    private static final String GOOD = ConfigurationFixture.GOOD;

    @TempDir
    private Path folder;

    @ParameterizedTest(name = "{0}")
    @MethodSource({"badOffering", "badSettings", "badComponents"})
    void saysWhatIsWrongAndWhere(String behaviour, String yaml, List<String> expected) throws IOException {
        assertThat(new ConfigurationFixture(folder).problems(yaml)).isEqualTo(expected);
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
}
