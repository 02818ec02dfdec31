package dev.siteagent.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The complete configuration files that the pages show are good ones. */
class DocumentedConfigurationIT {
    private static final Path PAGES = Path.of("").toAbsolutePath().resolveSibling("docs");
    private static final Pattern COMPLETE_FILE = Pattern.compile("```yaml\n(offerings:.*?)```", Pattern.DOTALL);

    @TempDir
    private Path outputs;

    static List<String> examples() throws IOException {
        try (Stream<Path> pages = Files.list(PAGES)) {
            return pages.filter(page -> page.toString().endsWith(".md"))
                    .sorted()
                    .flatMap(DocumentedConfigurationIT::examples)
                    .toList();
        }
    }

    private static Stream<String> examples(Path page) {
        try {
            return COMPLETE_FILE.matcher(Files.readString(page)).results().map((MatchResult found) -> found.group(1));
        } catch (IOException e) {
            throw new AssertionError(page + " cannot be read", e);
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void anExampleOfThePagesIsGood(String example) throws Exception {
        Path file = Files.writeString(outputs.resolve("site-agent.yaml"), example);
        AgentProcess.Ended ended = PackagedAgent.in(outputs)
                .with("WALDUR_API_TOKEN", "0123456789abcdef")
                .with("OIDC_CLIENT_SECRET", "0123456789abcdef")
                .with("DIGITALOCEAN_TOKEN", "0123456789abcdef")
                .run("validate", "-c", file.toString());

        assertThat(ended.out() + ended.err()).doesNotContain("error:", "warning:");
        assertThat(ended.status()).isZero();
    }
}
