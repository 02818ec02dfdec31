package dev.siteagent.core.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RunningCallsTest {
    private final AtomicLong nanos = new AtomicLong();
    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final RunningCalls calls = new RunningCalls(registry, nanos::get);

    @Test
    void callsThatDoNotComeBackAreCountedWithTheAgeOfTheOldest() throws IOException {
        calls.begins("folders", "create");
        nanos.addAndGet(Duration.ofMinutes(31).toNanos());
        calls.begins("folders", "create");
        calls.begins("clouds", "read");

        assertThat(text())
                .contains(
                        "siteagent_backend_calls_running{operation=\"create\",plugin=\"folders\"} 2.0",
                        "siteagent_backend_call_oldest_seconds{operation=\"create\",plugin=\"folders\"} 1860.0",
                        "siteagent_backend_calls_running{operation=\"read\",plugin=\"clouds\"} 1.0");
    }

    @Test
    void callThatCameBackIsNotCountedAnyMore() throws IOException {
        calls.begins("folders", "create").run();

        assertThat(text()).doesNotContain("folders");
    }

    private String text() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrometheusTextFormatWriter.create().write(out, registry.scrape(), EscapingScheme.UNDERSCORE_ESCAPING);
        return out.toString(StandardCharsets.UTF_8);
    }
}
