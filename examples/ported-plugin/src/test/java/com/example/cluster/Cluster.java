package com.example.cluster;

import dev.siteagent.spi.BackendContext;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.CommonSettings;
import dev.siteagent.spi.Offering;
import dev.siteagent.spi.RateBudgets;
import dev.siteagent.spi.ResourceBackend;
import dev.siteagent.testkit.BackendFixture;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** An empty cluster that takes an hour to set an account up, and a clock that goes forward when a test lets time pass. */
final class Cluster implements BackendFixture {
    private static final int SETUP_SECONDS = 3600;

    private final Path directory;
    private final Instant start = Clock.systemUTC().instant();
    private Duration passed = Duration.ZERO;

    Cluster(Path directory) {
        this.directory = directory;
    }

    private final Clock clock = new Clock() {
        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return start.plus(passed);
        }
    };

    @Override
    public ResourceBackend open() throws BackendException {
        RateBudgets noBudgets = (api, account, limits) -> {
            throw new UnsupportedOperationException("a folder has no rate limit");
        };
        return new ClusterProvider()
                .open(new BackendContext<>(
                        Offering.of(UUID.randomUUID(), "Cluster"),
                        new ClusterSettings(directory.toString(), null, SETUP_SECONDS, List.of()),
                        CommonSettings.defaults(),
                        Map.of(),
                        ZoneOffset.UTC,
                        Optional.empty(),
                        "test",
                        noBudgets,
                        clock));
    }

    @Override
    public Map<String, Object> attributes() {
        return Map.of();
    }

    @Override
    public Map<String, Long> limits() {
        return Map.of("cpu", 100L);
    }

    @Override
    public void letTimePass() {
        passed = passed.plusSeconds(SETUP_SECONDS / 2);
    }

    @Override
    public Set<String> existing(UUID resource) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".account") && ownerOf(file).equals(resource.toString()))
                    .map(file -> file.getFileName().toString().replace(".account", ""))
                    .collect(Collectors.toSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String ownerOf(Path file) {
        Properties values = new Properties();
        try (Reader in = Files.newBufferedReader(file)) {
            values.load(in);
            return values.getProperty("owner", "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Lets a user of an account use something this month, on the cluster itself. */
    void use(String account, String username, String component, String amount) throws BackendException {
        ClusterAccounts accounts = new ClusterAccounts(directory);
        ClusterAccount found = accounts.find(account).orElseThrow();
        String key = "usage." + java.time.YearMonth.from(clock.instant().atZone(ZoneOffset.UTC)) + "." + username + "."
                + component;
        String before = found.values().getProperty(key, "0");
        found.values()
                .setProperty(
                        key,
                        new java.math.BigDecimal(before)
                                .add(new java.math.BigDecimal(amount))
                                .toString());
        accounts.write(found);
    }

    @Override
    public Set<String> secrets() {
        return Set.of();
    }

    @Override
    public void close() {
        // The test's temporary folder goes with the test.
    }
}
