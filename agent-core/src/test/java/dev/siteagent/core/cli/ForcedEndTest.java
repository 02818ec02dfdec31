package dev.siteagent.core.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ForcedEndTest {
    @Test
    void processThatHasNotEndedInTimeIsEndedWithItsStatus() throws Exception {
        CompletableFuture<Integer> halted = new CompletableFuture<>();

        new ForcedEnd(Duration.ofMillis(1), halted::complete).begin(3);

        assertThat(halted.get(10, TimeUnit.SECONDS)).isEqualTo(3);
    }
}
