package dev.siteagent.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Modes and periods as an operator writes them. */
class ModeTest {
    @Test
    void modesAreReadFromAList() {
        assertThat(Mode.parse("order_process, REPORT")).containsExactlyInAnyOrder(Mode.ORDER_PROCESS, Mode.REPORT);
    }

    @Test
    void allStandsForEveryMode() {
        assertThat(Mode.parse("all")).containsExactlyInAnyOrder(Mode.values());
    }

    @Test
    void allStandsForEveryModeAmongOthers() {
        assertThat(Mode.parse("report, ALL")).containsExactlyInAnyOrder(Mode.values());
    }

    @Test
    void unknownModeIsNamed() {
        assertThatThrownBy(() -> Mode.parse("order_process,reprot"))
                .hasMessageContaining("'reprot'")
                .hasMessageContaining("order_process, membership_sync, report, event_process");
    }

    @Test
    void periodsComeFromTheEnvironmentInMinutesWithDecimals() {
        Periods periods =
                Periods.fromEnvironment(Map.of("WALDUR_SITE_AGENT_ORDER_PROCESS_PERIOD_MINUTES", " 0.05 ")::get);

        assertThat(periods.of(Mode.ORDER_PROCESS)).isEqualTo(Duration.ofSeconds(3));
        assertThat(periods.of(Mode.REPORT)).isEqualTo(Duration.ofMinutes(30));
        assertThat(periods.of(Mode.EVENT_PROCESS)).isEqualTo(Duration.ofMinutes(60));
    }

    @Test
    void periodThatIsNoneIsRefusedByName() {
        for (String bad : new String[] {"0", "-1", "soon", "1e9", "NaN"}) {
            assertThatThrownBy(
                            () -> Periods.fromEnvironment(Map.of("WALDUR_SITE_AGENT_REPORT_PERIOD_MINUTES", bad)::get))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("WALDUR_SITE_AGENT_REPORT_PERIOD_MINUTES")
                    .hasMessageContaining(bad);
        }
    }
}
