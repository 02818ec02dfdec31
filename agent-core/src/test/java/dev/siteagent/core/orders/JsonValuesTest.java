package dev.siteagent.core.orders;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Whether two pieces of metadata are the same. */
class JsonValuesTest {
    @Test
    void numbersOfDifferentClassesAreTheSame() {
        assertThat(JsonValues.same(Map.of("n", 1), Map.of("n", 1L))).isTrue();
        assertThat(JsonValues.same(1.5, new BigDecimal("1.50"))).isTrue();
        assertThat(JsonValues.same(1, 2L)).isFalse();
    }

    @Test
    void nestedValuesAreCompared() {
        assertThat(JsonValues.same(
                        Map.of("a", List.of(Map.of("b", 1), "x")), Map.of("a", List.of(Map.of("b", 1L), "x"))))
                .isTrue();
        assertThat(JsonValues.same(List.of(1, 2), List.of(2, 1))).isFalse();
        assertThat(JsonValues.same(List.of(1), List.of(1, 2))).isFalse();
    }

    @Test
    void missingKeyIsNotANull() {
        Map<String, Object> withNull = Collections.singletonMap("a", null);

        assertThat(JsonValues.same(withNull, Map.of())).isFalse();
        assertThat(JsonValues.same(withNull, Collections.singletonMap("a", null)))
                .isTrue();
        assertThat(JsonValues.same(Arrays.asList("x", null), Arrays.asList("x", null)))
                .isTrue();
    }

    @Test
    void textIsNotANumber() {
        assertThat(JsonValues.same("1", 1)).isFalse();
    }
}
