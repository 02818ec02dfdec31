package dev.siteagent.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.core.config.AccountingType;
import dev.siteagent.core.config.BackendBinding;
import dev.siteagent.core.config.ComponentConfiguration;
import dev.siteagent.core.waldur.BillingType;
import dev.siteagent.core.waldur.OfferingComponent;
import dev.siteagent.spi.Component;
import dev.siteagent.spi.NoSettings;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Components of the file and those that only Waldur has. */
class OfferingComponentsTest {
    /** A plugin's own keys, all of which may be missing. */
    record Lenient(String partition, Optional<Integer> weight, int cores) {}

    /** A plugin's own keys, one of which must be there. */
    record Strict(String partition) {
        Strict {
            Objects.requireNonNull(partition, "partition");
        }
    }

    @Test
    void fileComesBeforeWaldur() {
        Map<String, Component> components = OfferingComponents.of(
                Map.of("cpu", configured("cpu", 1000)),
                new BackendBinding(new NoSettings(), Map.of("cpu", new NoSettings()), Map.of()),
                NoSettings.class,
                List.of(published("cpu", BillingType.LIMIT, 60), published("gpu", BillingType.FIXED, 60)));

        assertThat(components.get("cpu").unitFactor()).isEqualByComparingTo("1000");
        assertThat(components.get("gpu").unitFactor()).isEqualByComparingTo("60");
        assertThat(components.get("gpu").unitFactorReporting()).isEqualByComparingTo("60");
        assertThat(components.get("gpu").accounting()).isEqualTo(Component.Accounting.FIXED);
    }

    @Test
    void everyBillingTypeOfWaldurIsKnown() {
        for (BillingType type : BillingType.values()) {
            Map<String, Component> components =
                    OfferingComponents.of(Map.of(), binding(), NoSettings.class, List.of(published("x", type, 1)));
            assertThat(components.get("x").prepaid()).isEqualTo(type == BillingType.ONE);
        }
    }

    @Test
    void componentWithoutOwnKeysInTheFileGetsEmptyOnes() {
        Map<String, Component> components = OfferingComponents.of(
                Map.of(), binding(), Lenient.class, List.of(published("x", BillingType.LIMIT, 1)));

        assertThat(components.get("x").settings(Lenient.class)).isEqualTo(new Lenient(null, Optional.empty(), 0));
    }

    @Test
    void componentWhoseOwnKeysCannotBeMissingIsLeftOut() {
        Map<String, Component> components =
                OfferingComponents.of(Map.of(), binding(), Strict.class, List.of(published("x", BillingType.LIMIT, 1)));

        assertThat(components).isEmpty();
    }

    @Test
    void factorThatIsNoneCountsAsOne() {
        Map<String, Component> components = OfferingComponents.of(
                Map.of(), binding(), NoSettings.class, List.of(published("x", BillingType.LIMIT, 0)));

        assertThat(components.get("x").unitFactor()).isEqualByComparingTo("1");
    }

    private static BackendBinding binding() {
        return new BackendBinding(new NoSettings(), Map.of(), Map.of());
    }

    private static OfferingComponent published(String type, BillingType billing, long factor) {
        return new OfferingComponent(
                null,
                type,
                type,
                "",
                billing,
                "",
                BigDecimal.valueOf(factor),
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
    }

    private static ComponentConfiguration configured(String type, long factor) {
        return new ComponentConfiguration(
                "",
                AccountingType.LIMIT,
                type,
                BigDecimal.valueOf(factor),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }
}
