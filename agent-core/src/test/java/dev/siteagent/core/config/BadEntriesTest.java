package dev.siteagent.core.config;

import static dev.siteagent.core.config.ConfigurationFixture.about;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is said of bad services, and how far a bad entry reaches. */
class BadEntriesTest {
    private static final String GOOD = ConfigurationFixture.GOOD;

    @TempDir
    private Path folder;

    @ParameterizedTest(name = "{0}")
    @MethodSource("badServices")
    void saysWhatIsWrongAndWhere(String behaviour, String yaml, List<String> expected) throws IOException {
        assertThat(new ConfigurationFixture(folder).problems(yaml)).isEqualTo(expected);
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
