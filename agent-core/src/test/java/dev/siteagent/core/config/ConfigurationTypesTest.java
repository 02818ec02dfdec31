package dev.siteagent.core.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.core.config.SamplePlugins.BatchSettings;
import dev.siteagent.core.config.SamplePlugins.CloudSettings;
import dev.siteagent.core.config.SamplePlugins.Flavor;
import dev.siteagent.core.config.SamplePlugins.Network;
import dev.siteagent.core.config.SamplePlugins.Tier;
import dev.siteagent.spi.Secret;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a scalar becomes, by the type that a settings class asks for. */
class ConfigurationTypesTest {
    private static final String GOOD = ConfigurationFixture.GOOD;

    @TempDir
    private Path folder;

    private ConfigurationFixture fixture;

    @BeforeEach
    void fixture() {
        fixture = new ConfigurationFixture(folder);
    }

    private CloudSettings cloud(String settings) throws IOException {
        return (CloudSettings)
                fixture.offering(GOOD + settings).backends().get("cloud").settings();
    }

    @Test
    void aBeanKeepsItsDefaultsForMissingSettings() throws IOException {
        OfferingConfiguration offering = fixture.offering(
                GOOD.replace("backend_type: cloud", "backend_type: batch").replace("token: cloud", "password: batch"));

        BatchSettings batch = (BatchSettings) offering.backends().get("batch").settings();
        assertThat(batch.getQueue()).isEqualTo("default");
        assertThat(batch.getPriority()).isEqualTo(5);
        assertThat(batch.getPassword()).isEqualTo(Secret.of("batch-token-value"));
    }

    @Test
    void everySupportedTypeIsBound() throws IOException {
        CloudSettings settings = cloud("""
                      default_region: ams3
                      default_tags: [a, 'b']
                      size_mapping: {s-1: {cpu: 1, ram: 1024}}
                      flavors: {small: {cpu: 1, ram: 2}}
                      network: {name: lan, is_private: true}
                      ssh_key_id: 4294967296
                      api_url: https://api.example.com/v2
                      boot_wait: PT5M
                      tier: Pay-As-You-Go
                      image: ubuntu
                      zones: [b, a, b]
                      monitoring: yes
                      retries: 3
                      price: 0.25
                      IPv6: true
                """);

        assertThat(settings)
                .isEqualTo(new CloudSettings(
                        Secret.of("cloud-token-value"),
                        "ams3",
                        List.of("a", "b"),
                        Map.of("s-1", Map.of("cpu", 1, "ram", 1024)),
                        Map.of("small", new Flavor(1, 2)),
                        new Network("lan", true),
                        4294967296L,
                        URI.create("https://api.example.com/v2"),
                        Duration.ofMinutes(5),
                        Tier.PAID,
                        Optional.of("ubuntu"),
                        java.util.Set.of("a", "b"),
                        true,
                        3,
                        new BigDecimal("0.25"),
                        true,
                        null,
                        null));
    }

    @Test
    void missingSettingsAreNullOrTheDefaultsOfTheClass() throws IOException {
        CloudSettings settings = cloud("");

        assertThat(settings.defaultRegion()).isEqualTo("ams3");
        assertThat(settings.defaultTags()).isEmpty();
        assertThat(settings.network()).isNull();
        assertThat(settings.retries()).isNull();
        assertThat(settings.image()).isEmpty();
        assertThat(settings.monitoring()).isFalse();
    }

    @Test
    void untypedValuesAreReadByTheRulesOfYaml11() throws IOException {
        Map<String, Object> extra = cloud("""
                              extra:
                                octal: 010
                                hex: 0x1F
                                grouped: 60_000
                                large: 123456789012
                                decimal: 1.5
                                exponent: 1e10
                                truth: On
                                word: 'on'
                                letter: y
                                nothing: ~
                                date: 2024-01-31
                                time: 12:30
                                list: [1, a]
                        """).extra();

        Map<String, Object> expected = new HashMap<>(Map.of(
                "octal",
                8,
                "hex",
                31,
                "grouped",
                60000,
                "large",
                123456789012L,
                "decimal",
                1.5,
                "exponent",
                "1e10",
                "truth",
                true,
                "word",
                "on",
                "letter",
                "y",
                "date",
                "2024-01-31"));
        expected.put("nothing", null);
        expected.put("time", "12:30");
        expected.put("list", List.of(1, "a"));
        assertThat(extra).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"1e10", "007", "yes", "0x1f", "1_000", "2024-01-31", "12:30:45", "1.50", "null-ish", "on"})
    void aTextKeepsItsWrittenFormHoweverItLooks(String written) throws IOException {
        assertThat(cloud("      default_region: " + written + "\n").defaultRegion())
                .isEqualTo(written);
    }

    @Test
    void aUuidThatLooksLikeANumberKeepsItsDigits() throws IOException {
        String uuid = "12345678901234567890123456789012";

        OfferingConfiguration offering = fixture.offering(GOOD.replace(ConfigurationFixture.UUID, uuid));

        assertThat(offering.uuidAsWritten()).isEqualTo(uuid);
        assertThat(offering.uuid()).isEqualTo(UUID.fromString("12345678-9012-3456-7890-123456789012"));
    }

    @ParameterizedTest
    @CsvSource({"yes,true", "No,false", "ON,true", "off,false", "'\"true\"',true", "1,true", "0,false", "False,false"})
    void truthIsWrittenInManyWays(String written, boolean expected) throws IOException {
        assertThat(cloud("      monitoring: " + written + "\n").monitoring()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"7,7", "'\"7\"',7", "010,8", "'\"010\"',10", "0b11,3", "3.0,3", "1e1,10", "+4,4"})
    void wholeNumbersAreWrittenInManyWays(String written, int expected) throws IOException {
        assertThat(cloud("      ssh_key_id: " + written + "\n").sshKeyId()).isEqualTo(expected);
    }

    @Test
    void anAliasAndAMergeRepeatWhatTheyName() throws IOException {
        ConfigurationResult result = fixture.read("""
                offerings:
                  - &first
                    name: A
                    waldur_api_url: https://waldur.example.com/api/
                    waldur_api_token: waldur-token-value
                    waldur_offering_uuid: 2c0bb6a3b4a94f3e9d3f6c1a5f4b7e10
                    backend_type: cloud
                    backend_settings: &settings
                      token: cloud-token-value
                      default_region: fra1
                  - <<: *first
                    name: B
                    waldur_offering_uuid: ffffffffb4a94f3e9d3f6c1a5f4b7e10
                    backend_settings:
                      <<: [*settings]
                      default_region: nyc1
                """);

        assertThat(result.problems()).isEmpty();
        List<OfferingConfiguration> offerings =
                result.configuration().orElseThrow().offerings();
        assertThat(offerings).extracting(OfferingConfiguration::name).containsExactly("A", "B");
        CloudSettings second =
                (CloudSettings) offerings.get(1).backends().get("cloud").settings();
        assertThat(second.token()).isEqualTo(Secret.of("cloud-token-value"));
        assertThat(second.defaultRegion()).isEqualTo("nyc1");
    }
}
