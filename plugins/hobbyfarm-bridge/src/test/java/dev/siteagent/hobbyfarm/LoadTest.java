package dev.siteagent.hobbyfarm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.sandbox.http.Requests;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A class of 300 at once, on an account that allows 250 requests a minute. */
class LoadTest extends FarmTest {
    private static final int MACHINES = 300;

    @Test
    void threeHundredVirtualMachinesRunWithinTheBudgetsOfCloudAndCluster() {
        farm.workers(8).usualEnvironment();
        farm.cloud.habits().bootDuration(Duration.ofSeconds(40)).listingLag(Duration.ofSeconds(3));
        farm.cloud.rateLimits().perMinute(250);
        farm.startBridge();
        int before = farm.writes.count();
        Instant start = farm.time.instant();
        IntStream.rangeClosed(1, MACHINES).forEach(number -> farm.virtualMachine("dyn-" + number));
        farm.until("all run", Duration.ofMinutes(20), () -> farm.runningCount() == MACHINES);

        Duration took = Duration.between(start, farm.time.instant());
        double requests = farm.cloud.log().count(Requests.any()) / (double) MACHINES;
        double writes = (farm.writes.count() - before) / (double) MACHINES;
        System.out.printf(
                "%d virtual machines ran after %d s: %.2f cloud requests and %.2f cluster writes each%n",
                MACHINES, took.toSeconds(), requests, writes);
        assertThat(farm.cloud.createCount()).isEqualTo(MACHINES);
        assertThat(requests).isLessThanOrEqualTo(2.3);
        assertThat(writes).isLessThanOrEqualTo(12);

        farm.pass(Duration.ofSeconds(60));
        farm.cloud.log().clear();
        before = farm.writes.count();
        farm.pass(Duration.ofMinutes(5));
        double round = farm.cloud.log().count(Requests.any()) / 10.0;
        System.out.printf("a re-sync of %d running ones costs %.1f cloud requests%n", MACHINES, round);
        // One sweep may fall into these ten rounds.
        assertThat(farm.cloud.log().count(Requests.any())).isLessThanOrEqualTo(10 * 3);
        assertThat(farm.writes.count()).isEqualTo(before);
    }
}
