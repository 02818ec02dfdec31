package com.example.siteagent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.Resource;
import dev.siteagent.spi.Usage;
import dev.siteagent.testkit.BackendFixture;
import dev.siteagent.testkit.UsageBackendContract;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same for usage, and what is the meter's own. */
class ExampleUsageTest extends UsageBackendContract {
    @TempDir
    private Path directory;

    @Override
    protected BackendFixture fixture() {
        return new ExampleCloud(directory);
    }

    @Override
    protected Map<String, BigDecimal> use(Resource resource) throws Exception {
        Files.writeString(
                directory.resolve(resource.backendId().orElseThrow() + ".usage"),
                YearMonth.now(ZoneOffset.UTC) + " ada slots 1.5\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
        return Map.of("slots", new BigDecimal("1.5"));
    }

    @Test
    void linesOfAMonthAddUpInTotalAndByUser() throws Exception {
        List<String> lines = List.of("2026-02 ada slots 9", "2026-03 ada slots 1.5", "2026-03 bob slots 2");

        Usage march = ExampleUsage.of(lines, YearMonth.of(2026, 3));

        assertThat(march.total()).isEqualTo(Map.of("slots", new BigDecimal("3.5")));
        assertThat(march.perUser())
                .isEqualTo(Map.of(
                        "ada", Map.of("slots", new BigDecimal("1.5")), "bob", Map.of("slots", new BigDecimal("2"))));
    }

    @Test
    void lineThatIsNoneOfAMeterIsNamed() {
        assertThatThrownBy(() -> ExampleUsage.of(List.of("2026-03 ada"), YearMonth.of(2026, 3)))
                .isInstanceOf(PermanentBackendException.class)
                .hasMessageContaining("2026-03 ada");
    }
}
