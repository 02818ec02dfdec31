package com.example.siteagent;

import dev.siteagent.spi.BackendContext;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.CommonSettings;
import dev.siteagent.spi.Offering;
import dev.siteagent.spi.RateBudgets;
import dev.siteagent.spi.ResourceBackend;
import dev.siteagent.testkit.BackendFixture;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** An empty folder, and backends on it: what the contract tests need. */
final class ExampleCloud implements BackendFixture {
    private final Path directory;

    ExampleCloud(Path directory) {
        this.directory = directory;
    }

    @Override
    public ResourceBackend open() throws BackendException {
        RateBudgets noBudgets = (api, account, limits) -> {
            throw new UnsupportedOperationException("a folder has no rate limit");
        };
        return new ExampleProvider()
                .open(new BackendContext<>(
                        Offering.of(UUID.randomUUID(), "Example"),
                        new ExampleSettings(directory.toString()),
                        CommonSettings.defaults(),
                        Map.of(),
                        ZoneOffset.UTC,
                        Optional.empty(),
                        "test",
                        noBudgets,
                        Clock.systemUTC()));
    }

    @Override
    public Map<String, Object> attributes() {
        return Map.of();
    }

    @Override
    public Map<String, Long> limits() {
        return Map.of("slots", 1L);
    }

    @Override
    public Set<String> existing(UUID resource) {
        String name = "example-" + resource;
        return Files.exists(directory.resolve(name)) ? Set.of(name) : Set.of();
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
