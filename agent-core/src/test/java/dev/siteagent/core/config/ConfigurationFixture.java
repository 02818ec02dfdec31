package dev.siteagent.core.config;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.provider.Arguments;

/** Writes a configuration file into a folder and reads it with the sample plugins. */
final class ConfigurationFixture {
    static final String UUID = "2c0bb6a3b4a94f3e9d3f6c1a5f4b7e10";

    /** Nine lines: the entry of one good offering of the backend {@code cloud}, at the end in its settings. */
    static final String GOOD = """
            offerings:
              - name: VM
                waldur_api_url: https://waldur.example.com/api/
                waldur_api_token: waldur-token-value
                waldur_offering_uuid: %s
                backend_type: cloud
                backend_settings:
                  token: cloud-token-value
            """.formatted(UUID);

    Duration longestMaking = Duration.ofSeconds(10);
    final Map<String, String> environment = new HashMap<>();
    private final Path folder;

    ConfigurationFixture(Path folder) {
        this.folder = folder;
    }

    /** Describes a file and what is to be said of it. */
    static Arguments about(String behaviour, String yaml, String... expected) {
        return Arguments.of(behaviour, yaml, Arrays.asList(expected));
    }

    Path file() {
        return folder.resolve("site-agent.yaml");
    }

    ConfigurationResult read(String yaml) throws IOException {
        return read(yaml.getBytes(StandardCharsets.UTF_8));
    }

    ConfigurationResult read(byte[] bytes) throws IOException {
        Files.write(file(), bytes);
        return readFile(file());
    }

    ConfigurationResult readFile(Path file) {
        return new ConfigurationReader(new SamplePlugins(), environment::get, longestMaking).read(file);
    }

    /** Returns the problems of a file, each without the name of the file: {@code line:column: severity: path: message}. */
    List<String> problems(String yaml) throws IOException {
        return problems(read(yaml));
    }

    List<String> problems(ConfigurationResult result) {
        return result.problems().stream()
                .map(problem ->
                        problem.toString().replace(problem.file() + ":", "").strip())
                .toList();
    }

    /** Returns the only offering of a file that has no problem. */
    OfferingConfiguration offering(String yaml) throws IOException {
        ConfigurationResult result = read(yaml);
        if (!result.problems().isEmpty()) {
            throw new AssertionError(result.problems().toString());
        }
        return result.configuration().orElseThrow().offerings().get(0);
    }
}
