package dev.siteagent.core.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Whatever a file holds, reading it ends soon, throws nothing, and gives either a configuration or the reason why not. */
class ConfigurationReaderPropertyTest {
    private static final Duration LONGEST = Duration.ofSeconds(20);

    private static final String WHOLE = ConfigurationFixture.GOOD + """
                  default_tags: [a, "b", 'c']
                  flavors: &flavors {small: {cpu: 1, ram: 2}}
                  extra:
                    <<: *flavors
                    script: |
                      echo ${HOME} ${env:CITY}
                backend_components:
                  cpu: {measured_unit: Cores, accounting_type: limit, label: CPU, unit_factor: 60_000}
              - name: Second
                waldur_api_url: https://waldur.example.com/api/
                waldur_api_token: ${env:TOKEN}
                waldur_offering_uuid: ffffffffb4a94f3e9d3f6c1a5f4b7e10
                backend_type: batch
            timezone: UTC
            services: [{type: bridge, namespace: x}]
            """;

    private static Path folder;

    @BeforeContainer
    static void makeFolder() throws IOException {
        folder = Files.createTempDirectory("configuration");
    }

    @AfterContainer
    static void removeFolder() throws IOException {
        Files.deleteIfExists(folder.resolve("site-agent.yaml"));
        Files.delete(folder);
    }

    @Property(tries = 300)
    void anyBytes(@ForAll byte[] bytes) {
        check(bytes);
    }

    @Property(tries = 500)
    void anySequenceOfYamlSigns(@ForAll("yamlSigns") String yaml) {
        check(yaml.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }

    @Property(tries = 150)
    void anyDamageToAGoodFile(@ForAll("damage") String yaml) {
        check(yaml.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }

    @Property(tries = 150)
    void anyValueAtAnyKey(@ForAll("swaps") String yaml) {
        check(yaml.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }

    private static void check(byte[] bytes) {
        ConfigurationFixture fixture = new ConfigurationFixture(folder);
        fixture.environment.put("CITY", "ams");
        fixture.environment.put("TOKEN", "token-of-second");
        ConfigurationResult result = assertTimeoutPreemptively(LONGEST, () -> fixture.read(bytes));

        assertThat(result.configuration().isPresent() || result.hasErrors()).isTrue();
        assertThat(result.problems()).allSatisfy(problem -> {
            assertThat(problem.message()).isNotBlank();
            assertThat(problem.line() > 0).isEqualTo(problem.column() > 0);
            assertThat(problem.toString())
                    .doesNotContain("\n", "token-of-second", "waldur-token-value", "cloud-token-value");
        });
        assertThat(new ConfigurationReport(folder, result).text()).doesNotContain("token-of-second");
    }

    @Provide
    Arbitrary<String> yamlSigns() {
        return Arbitraries.of(
                        "a",
                        ":",
                        " ",
                        "\n",
                        "- ",
                        "? ",
                        "&a ",
                        "*a",
                        "<<",
                        "{",
                        "}",
                        "[",
                        "]",
                        ",",
                        "'",
                        "\"",
                        "|",
                        ">",
                        "#",
                        "!",
                        "!!int ",
                        "%",
                        "@",
                        "`",
                        "~",
                        "0",
                        "0_",
                        "0x",
                        "1e9999999999",
                        ".",
                        "\t",
                        "\\",
                        "---\n",
                        "...\n",
                        "${env:",
                        "${file:",
                        "}",
                        "$${",
                        "offerings",
                        "name",
                        "\u0085",
                        "😀",
                        "\0",
                        "null",
                        "yes")
                .list()
                .ofMaxSize(40)
                .map(parts -> String.join("", parts));
    }

    @Provide
    Arbitrary<String> damage() {
        Arbitrary<Integer> places = Arbitraries.integers().between(0, WHOLE.length());
        return Combinators.combine(
                        places,
                        Arbitraries.integers().between(0, 12),
                        Arbitraries.of(
                                "", " ", "\n", ":", "- ", "\t", "'", "\"", "{", "]", "&x ", "*x", "!x ", "#", "\u0000"))
                .as((start, length, inserted) -> WHOLE.substring(0, start)
                        + inserted
                        + WHOLE.substring(Math.min(WHOLE.length(), start + length)));
    }

    @Provide
    Arbitrary<String> swaps() {
        List<String> lines = WHOLE.lines().filter(line -> line.contains(": ")).toList();
        return Combinators.combine(
                        Arbitraries.of(lines),
                        Arbitraries.of(
                                "",
                                "~",
                                "[]",
                                "{}",
                                "[[]]",
                                "[~]",
                                "{a: ~}",
                                "{a: {b: [c]}}",
                                "x",
                                "-1",
                                "1e999",
                                "0x7f",
                                "99999999999999999999999999",
                                "1.0e-99999",
                                "''",
                                "' '",
                                "yes",
                                "2024-01-01",
                                "|\n  x",
                                "http://",
                                "${env:NOT_SET}",
                                "${file:/}",
                                "\"\\0\"",
                                ".nan",
                                "!!str 5",
                                "&y [*y]"))
                .as((line, value) -> WHOLE.replace(line, line.substring(0, line.indexOf(": ") + 2) + value));
    }
}
