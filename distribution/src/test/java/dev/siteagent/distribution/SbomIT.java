package dev.siteagent.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The lists of what the distribution is made of. */
class SbomIT {
    private static final Path FOLDER = PackagedAgent.folder();

    @Test
    void everyJarOfTheHostAndEveryPluginIsListed() throws IOException {
        Set<String> listed = new TreeSet<>();
        for (JsonNode component : components("site-agent")) {
            listed.add(component.get("name").asText() + "-"
                    + component.get("version").asText() + ".jar");
        }

        assertThat(listed).isEqualTo(jars());
    }

    @Test
    void everyLibraryInAPluginIsListed() throws IOException {
        assertThat(names("digitalocean")).contains("digitalocean-api-client", "gson", "httpclient");
        assertThat(names("hobbyfarm-bridge")).contains("kubernetes-client", "kubernetes-httpclient-jdk");
    }

    @ParameterizedTest
    @ValueSource(strings = {"site-agent", "digitalocean", "hobbyfarm-bridge"})
    void everythingListedHasALicenceAndAnAddress(String list) throws IOException {
        assertThat(components(list)).isNotEmpty().allSatisfy(component -> {
            assertThat(component.path("purl").asText()).startsWith("pkg:maven/");
            assertThat(component.path("licenses"))
                    .as("licences of " + component.path("purl"))
                    .isNotEmpty();
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"site-agent", "digitalocean", "hobbyfarm-bridge"})
    void nothingInAListComesFromTheMachineItWasMadeOn(String list) throws IOException {
        assertThat(Files.readString(file(list)))
                .doesNotContain(System.getProperty("user.home"))
                .doesNotContain(FOLDER.toString());
    }

    private static Set<String> jars() throws IOException {
        Set<String> jars = new TreeSet<>();
        for (String folder : List.of("lib", "plugins")) {
            try (Stream<Path> files = Files.list(FOLDER.resolve(folder))) {
                files.map(file -> file.getFileName().toString())
                        .filter(name -> name.endsWith(".jar"))
                        .forEach(jars::add);
            }
        }
        return jars;
    }

    private static Set<String> names(String list) throws IOException {
        return components(list).stream()
                .map(component -> component.get("name").asText())
                .collect(Collectors.toSet());
    }

    private static List<JsonNode> components(String list) throws IOException {
        JsonNode bom = new ObjectMapper().readTree(file(list).toFile());
        assertThat(bom.path("bomFormat").asText()).isEqualTo("CycloneDX");
        return StreamSupport.stream(bom.path("components").spliterator(), false).toList();
    }

    private static Path file(String list) {
        return FOLDER.resolve("sbom/" + list + ".json");
    }
}
