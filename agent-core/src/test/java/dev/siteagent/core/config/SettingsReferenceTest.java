package dev.siteagent.core.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import org.junit.jupiter.api.Test;

class SettingsReferenceTest {
    private final List<SettingDescription> cloud = SettingsReference.of(SamplePlugins.CloudSettings.class);

    @Test
    void aRecordHasItsKeysInItsOrderEachWithItsTypeInWords() {
        assertThat(cloud)
                .extracting(SettingDescription::key, SettingDescription::value)
                .contains(
                        tuple("token", "secret"),
                        tuple("size_mapping", "mapping from name to mapping from name to whole number"),
                        tuple("api_url", "URL"),
                        tuple("tier", "`free` or `pay-as-you-go`"),
                        tuple("monitoring", "true or false"),
                        tuple("IPv6", "true or false"));
    }

    @Test
    void constraintsAreToldWhereTheClassDeclaresThem() {
        assertThat(key(cloud, "retries").value()).isEqualTo("whole number, 1 to 10");
        assertThat(key(cloud, "token").required()).isTrue();
        assertThat(key(cloud, "retries").required()).isFalse();
    }

    @Test
    void aNestedSectionHasItsKeysAfterADot() {
        assertThat(key(cloud, "network.name").required()).isTrue();
    }

    @Test
    void defaultsAreWhatAnEmptySectionBecomes() {
        List<SettingDescription> batch = SettingsReference.of(SamplePlugins.BatchSettings.class);
        assertThat(key(batch, "priority").usual()).isEqualTo("5");
        assertThat(key(batch, "queue").usual()).isEqualTo("default");
        assertThat(key(batch, "queue").meaning()).isEqualTo("where jobs wait");
        assertThat(key(batch, "password").usual()).isEmpty();
    }

    @Test
    void aClassThatRefusesAnEmptySectionHasNoDefaultsOfItsOwn() {
        List<SettingDescription> component = SettingsReference.of(ComponentConfiguration.class);
        assertThat(key(component, "unit_factor").usual()).isEqualTo("1");
        assertThat(key(component, "label").required()).isTrue();
    }

    @Test
    void theTableIsMarkdownAndAPipeInACellDoesNotEndIt() {
        assertThat(SettingsTable.markdown(List.of(new SettingDescription("mode", "on|off", false, "on", "whether"))))
                .isEqualTo("""
                        | key | value | default | meaning |
                        |---|---|---|---|
                        | `mode` | on\\|off | `on` | whether |
                        """);
    }

    private static SettingDescription key(List<SettingDescription> keys, String name) {
        return keys.stream().filter(key -> key.key().equals(name)).findFirst().orElseThrow();
    }
}
