package dev.siteagent.core.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.core.docs.GeneratedPart;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The tables of {@code docs/configuration.md} are what the classes of the configuration say. */
class ConfigurationPageTest {
    static Stream<Arguments> sections() {
        return Stream.of(
                Arguments.of("top", RootSection.class),
                Arguments.of("offering", OfferingSection.class),
                Arguments.of("common", OfferingSection.CommonSection.class),
                Arguments.of("component", ComponentConfiguration.class));
    }

    @ParameterizedTest
    @MethodSource("sections")
    void theTableOfThePageIsThatOfTheClass(String name, Class<?> type) throws IOException {
        GeneratedPart part = GeneratedPart.of("configuration.md", name);
        String table = SettingsTable.markdown(SettingsReference.of(type));
        part.writeIfWanted(table);
        assertThat(part.text()).as(part.howToWrite()).isEqualTo(table);
    }

    @Test
    void everyKeyOfTheFileHasAMeaning() {
        assertThat(sections().flatMap(section -> SettingsReference.of((Class<?>) section.get()[1]).stream()))
                .allSatisfy(setting ->
                        assertThat(setting.meaning()).as(setting.key()).isNotEmpty());
    }
}
