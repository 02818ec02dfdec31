package dev.siteagent.core.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.siteagent.spi.BackendTraits.LimitUnits;
import dev.siteagent.spi.Component;
import dev.siteagent.spi.NoSettings;
import java.math.BigDecimal;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Units on the way in and out. */
class LimitConversionTest {
    private final Map<String, Component> components =
            Map.of("ram", component("ram", "1024"), "node", component("node", "0.5"));

    @Test
    void limitsAreMultipliedOnTheWayInAndDividedOnTheWayOut() {
        LimitConversion conversion = new LimitConversion(components, LimitUnits.BACKEND);

        assertThat(conversion.toBackend(Map.of("ram", new BigDecimal("4")))).containsEntry("ram", 4096L);
        assertThat(conversion.toWaldur(Map.of("ram", 4096L))).containsEntry("ram", 4L);
    }

    @Test
    void fractionsAreRoundedHalfUp() {
        LimitConversion conversion = new LimitConversion(components, LimitUnits.BACKEND);

        assertThat(conversion.toBackend(Map.of("node", new BigDecimal("3")))).containsEntry("node", 2L);
        assertThat(conversion.toWaldur(Map.of("ram", 1535L))).containsEntry("ram", 1L);
        assertThat(conversion.toWaldur(Map.of("ram", 1536L))).containsEntry("ram", 2L);
    }

    @Test
    void backendThatWantsWaldursUnitsGetsThem() {
        LimitConversion conversion = new LimitConversion(components, LimitUnits.WALDUR);

        assertThat(conversion.toBackend(Map.of("ram", new BigDecimal("4")))).containsEntry("ram", 4L);
        assertThat(conversion.toWaldur(Map.of("ram", 4L))).containsEntry("ram", 4L);
    }

    @Test
    void componentThatNobodyConfiguredIsLeftAsItIs() {
        LimitConversion conversion = new LimitConversion(Map.of(), LimitUnits.BACKEND);

        assertThat(conversion.toBackend(Map.of("gpu", new BigDecimal("2.0")))).containsEntry("gpu", 2L);
    }

    @Test
    void limitThatDoesNotFitIsRefused() {
        LimitConversion conversion = new LimitConversion(components, LimitUnits.BACKEND);

        assertThatThrownBy(() -> conversion.toBackend(Map.of("ram", new BigDecimal("9e18"))))
                .isInstanceOf(ArithmeticException.class);
    }

    private static Component component(String type, String factor) {
        return new Component(
                type,
                type,
                "",
                Component.Accounting.LIMIT,
                new BigDecimal(factor),
                new BigDecimal(factor),
                false,
                new NoSettings());
    }
}
