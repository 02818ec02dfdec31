package dev.siteagent.core.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.core.config.SamplePlugins.CloudSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values from the environment and from files. */
class InterpolationTest {
    private static final String GOOD = ConfigurationFixture.GOOD;

    @TempDir
    private Path folder;

    private ConfigurationFixture fixture;

    @BeforeEach
    void fixture() {
        fixture = new ConfigurationFixture(folder);
    }

    private String region(String written) throws IOException {
        OfferingConfiguration offering = fixture.offering(GOOD + "      default_region: " + written + "\n");
        return ((CloudSettings) offering.backends().get("cloud").settings()).defaultRegion();
    }

    @Test
    void aVariableStandsInAnyText() throws IOException {
        fixture.environment.put("CITY", "ams");
        fixture.environment.put("NUMBER", "3");

        assertThat(region("${env:CITY}${env:NUMBER}")).isEqualTo("ams3");
        assertThat(region("'x-${env:CITY}-y'")).isEqualTo("x-ams-y");
    }

    @Test
    void aVariableMayBeANumberOrATruthValue() throws IOException {
        fixture.environment.put("PERIODS", "12");
        fixture.environment.put("VERIFY", "no");

        AgentConfiguration configuration = fixture.read(
                        GOOD + "    verify_ssl: ${env:VERIFY}\nreporting_periods: ${env:PERIODS}\n")
                .configuration()
                .orElseThrow();

        assertThat(configuration.reportingPeriods()).isEqualTo(12);
        assertThat(configuration.offerings().get(0).verifySsl()).isFalse();
    }

    @Test
    void whatIsPutInIsNotLookedThroughAgain() throws IOException {
        fixture.environment.put("A", "${env:B} $${x}");

        assertThat(region("${env:A}")).isEqualTo("${env:B} $${x}");
    }

    @ParameterizedTest
    @CsvSource({"$${env:A},${env:A}", "$${x},${x}", "${HOME},${HOME}", "a$b,a$b", "$,$", "a${,a${"})
    void otherDollarSignsStayAsTheyAre(String written, String expected) throws IOException {
        assertThat(region(written)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "secret, secret",
        "'secret\n', secret",
        "'secret\r\n', secret",
        "'secret\n\n', 'secret\n'",
        "'\uFEFFé', é"
    })
    void aFileGivesItsTextWithoutOneLastLineEnd(String content, String expected) throws IOException {
        Files.writeString(folder.resolve("region.txt"), content);

        assertThat(region("${file:region.txt}")).isEqualTo(expected);
        assertThat(region("${file:" + folder.resolve("region.txt") + "}")).isEqualTo(expected);
    }

    @Test
    void anEmptyVariableIsAnEmptyText() throws IOException {
        fixture.environment.put("NOTHING", "");

        assertThat(region("${env:NOTHING}")).isEmpty();
    }

    @Test
    void whatCannotBeResolvedIsNamed() throws IOException {
        Files.write(folder.resolve("latin1.txt"), new byte[] {'a', (byte) 0xe9});
        Files.write(folder.resolve("large.txt"), new byte[1024 * 1024 + 1]);

        assertThat(fixture.problems(GOOD + """
                              default_region: ${env:NO_SUCH}
                              image: ${file:no/such}
                              tier: ${file:.}
                              api_url: ${file:latin1.txt}
                              webhook_password: ${file:large.txt}
                              default_tags: ['${env:OPEN', '${env:}', '${file:}']
                              tokne: x
                              retries: 99
                        """))
                .containsExactly(
                        "9:23: error: offerings[0].backend_settings.default_region: the environment variable 'NO_SUCH' is"
                                + " not set",
                        "10:14: error: offerings[0].backend_settings.image: the file 'no/such' does not exist",
                        "11:13: error: offerings[0].backend_settings.tier: the file '.' is a directory and not a file",
                        "12:16: error: offerings[0].backend_settings.api_url: the file 'latin1.txt' is not valid UTF-8"
                                + " (byte 2); save it in UTF-8",
                        "13:25: error: offerings[0].backend_settings.webhook_password: the file 'large.txt' is larger than 1"
                                + " MiB, the most that is read",
                        "14:22: error: offerings[0].backend_settings.default_tags[0]: a '${' without its '}'; write '$${'"
                                + " for a literal '${'",
                        "14:36: error: offerings[0].backend_settings.default_tags[1]: the environment variable '' is not"
                                + " set",
                        "14:47: error: offerings[0].backend_settings.default_tags[2]: '${file:…}' names no file",
                        "15:7: warning: offerings[0].backend_settings.tokne: unknown key, it has no effect; did you mean"
                                + " 'token'?",
                        "16:16: error: offerings[0].backend_settings.retries: must be less than or equal to 10");
    }

    @Test
    void aMissingVariableDisablesItsOfferingAlone() throws IOException {
        ConfigurationResult result = fixture.read(
                GOOD + GOOD.replace("offerings:\n", "").replace("waldur-token-value", "${env:SECOND_TOKEN}"));

        AgentConfiguration configuration = result.configuration().orElseThrow();
        assertThat(configuration.offerings()).hasSize(1);
        assertThat(configuration.disabled())
                .extracting(DisabledOffering::reason)
                .singleElement()
                .asString()
                .isEqualTo(
                        "line 11: offerings[1].waldur_api_token: the environment variable 'SECOND_TOKEN' is not set");
    }

    @Test
    void aValueFromOutsideIsNeverPartOfAProblem() throws IOException {
        fixture.environment.put("OUTSIDE", "quite-outside");
        String yaml = GOOD.replace("name: VM", "name: ${env:OUTSIDE}")
                        .replace("backend_type: cloud", "backend_type: ${env:OUTSIDE}")
                        .replace(ConfigurationFixture.UUID, "${env:OUTSIDE}")
                + """
                    username_management_backend: ${env:OUTSIDE}
                    order_concurrency: ${env:OUTSIDE}
                    verify_ssl: ${env:OUTSIDE}
                timezone: ${env:OUTSIDE}
                log_level: ${env:OUTSIDE}
                global_proxy: ${env:OUTSIDE}
                services:
                  - type: ${env:OUTSIDE}
                """;

        ConfigurationResult result = fixture.read(yaml);

        assertThat(result.problems()).hasSizeGreaterThanOrEqualTo(9);
        assertThat(new ConfigurationReport(fixture.file(), result).text()).doesNotContain("outside");
    }
}
