package dev.siteagent.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a cycle over many droplets takes: the packaged agent, a first cycle that writes the metadata of each, and one in
 * which nothing changed. Not part of the build, since it takes minutes and a quiet machine; run it with {@code mvn -B verify
 * -Dit.test=MembershipLoadBenchmark -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false}.
 */
class MembershipLoadBenchmark {
    private static final List<Integer> SIZES = List.of(1_000, 3_000, 10_000);
    private static final Pattern PEAK = Pattern.compile("VmHWM:\\s+(\\d+) kB");
    private static final long MOST_MIB = 300;

    @TempDir
    private Path outputs;

    private record Run(Duration first, Duration second, long peakMib) {}

    @Test
    void timeGrowsLinearlyAndMemoryStaysSmall() throws Exception {
        List<Run> runs = new ArrayList<>();
        for (int size : SIZES) {
            Run run = run(size);
            System.out.printf(
                    "%d resources: first cycle %.1f s, unchanged cycle %.1f s, at most %d MiB%n",
                    size, run.first().toMillis() / 1000.0, run.second().toMillis() / 1000.0, run.peakMib());
            runs.add(run);
        }
        assertThat(runs).allSatisfy(run -> assertThat(run.peakMib()).isLessThan(MOST_MIB));
        // Twice the proportion leaves room for a machine that is not quiet; a square would be ten times it.
        double few = runs.get(0).first().toMillis();
        double many = runs.get(runs.size() - 1).first().toMillis();
        assertThat(many / few).isLessThan(2.0 * SIZES.get(SIZES.size() - 1) / SIZES.get(0));
    }

    private Run run(int size) throws IOException, InterruptedException {
        Path folder = Files.createDirectory(outputs.resolve(Integer.toString(size)));
        try (Site site = new Site()) {
            Droplets droplets = new Droplets(site, size);
            assertThat(droplets.any()).isNotNull();
            PackagedAgent agent = site.givesTokensTo(PackagedAgent.in(folder));
            Path configuration = Droplets.configuration(site, folder);
            Measured first = measured(agent, configuration);
            Measured second = measured(agent, configuration);
            return new Run(first.took(), second.took(), Math.max(first.peakMib(), second.peakMib()));
        }
    }

    private record Measured(Duration took, long peakMib) {}

    private static Measured measured(PackagedAgent agent, Path configuration) throws IOException, InterruptedException {
        Instant start = Instant.now();
        long peak = 0;
        try (AgentProcess process =
                agent.start("run", "-m", "membership_sync", "-c", configuration.toString(), "--once")) {
            do {
                peak = Math.max(peak, peakMib(process.pid()));
            } while (!process.endsWithin(20, TimeUnit.MILLISECONDS));
            AgentProcess.Ended ended = process.ended(1, TimeUnit.SECONDS);
            assertThat(ended.status()).as(ended.out()).isZero();
        }
        return new Measured(Duration.between(start, Instant.now()), peak);
    }

    private static long peakMib(long pid) {
        try {
            Matcher peak = PEAK.matcher(Files.readString(Path.of("/proc", Long.toString(pid), "status")));
            return peak.find() ? Long.parseLong(peak.group(1)) / 1024 : 0;
        } catch (IOException e) {
            // It has just ended.
            return 0;
        }
    }
}
