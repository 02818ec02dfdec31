package dev.siteagent.hobbyfarm.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GoBoolTest {
    @ParameterizedTest
    @ValueSource(strings = {"1", "t", "T", "TRUE", "true", "True"})
    void readsWhatGoTakesForTrue(String text) {
        assertThat(GoBool.parse(text)).contains(true);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "f", "F", "FALSE", "false", "False", ""})
    void readsWhatGoTakesForFalse(String text) {
        assertThat(GoBool.parse(text)).contains(false);
    }

    @ParameterizedTest
    @ValueSource(strings = {"yes", "no", "tRUE", "on", "2", " true"})
    void readsNothingElse(String text) {
        assertThat(GoBool.parse(text)).isEmpty();
    }
}
