package dev.siteagent.core.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.PositiveOrZero;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.Optional;
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

    record Checked(
            @Size(min = 3, max = 8) String name,
            @Pattern(regexp = "[a-z]+") String slug,
            @PositiveOrZero @Max(9) int level,
            @Email(message = "must be an address") Optional<String> contact,
            @NotEmpty List<@Min(2) Integer> sizes) {}

    @Test
    void aConstraintWithoutWordsOfItsOwnHasThoseOfItsStandardMessage() {
        List<SettingDescription> checked = SettingsReference.of(Checked.class);
        assertThat(checked)
                .extracting(SettingDescription::value)
                .containsExactly(
                        "text, size must be between 3 and 8",
                        "text, must match \"[a-z]+\"",
                        "whole number, at most 9, 0 or more",
                        "text, an address",
                        "list of whole number, at least 2");
        assertThat(key(checked, "sizes").required()).isTrue();
    }

    @Test
    void whatIsNoSettingsClassHasNoKeys() {
        assertThat(SettingsReference.of(Comparable.class)).isEmpty();
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
