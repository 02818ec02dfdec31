package dev.siteagent.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.siteagent.docs.Page.Block;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Follows the tutorial to the letter: runs its shell commands one after the other in a home folder of their own, and looks
 * for the output that it shows. The commands marked {@code not run} get and build this project, which the build has done:
 * the test puts the result where they would.
 */
class TutorialIT {
    private static final String NEXT = "@@@@ next block";

    /** Not a temporary folder: what a failure leaves can be looked at. */
    private final Path folder = Path.of("target/tutorial").toAbsolutePath();

    @Test
    void tutorialEndsWithOrdersServedByTheNewPlugin() throws Exception {
        assumeTrue(
                System.getProperty("other-java", "").isEmpty(),
                "the tutorial is followed once, on the Java of the build");
        List<Block> blocks = Page.named("tutorial.md").blocks().stream()
                .filter(block -> block.remark()
                        .filter(text -> text.startsWith("not run"))
                        .isEmpty())
                .toList();
        List<Block> commands = of("sh", blocks);

        List<String> outputs = run(commands);

        int block = -1;
        for (Block shown : blocks) {
            if (shown.language().equals("sh")) {
                block++;
            } else if (shown.language().equals("text")) {
                assertThat(outputs.get(block))
                        .as("%s shows an output that %s does not have", shown, commands.get(block))
                        .containsSubsequence(pieces(shown.code()));
            }
        }
        assertThat(outputs.get(outputs.size() - 1)).as("the end").contains("orders were carried out");
    }

    private static List<Block> of(String language, List<Block> blocks) {
        return blocks.stream()
                .filter(block -> block.language().equals(language))
                .toList();
    }

    /** What stands between the dots: numbers and paths differ each time, and so do spaces. */
    private static List<String> pieces(List<String> lines) {
        return lines.stream()
                .flatMap(line -> Stream.of(line.split("…", -1)))
                .map(TutorialIT::squeezed)
                .filter(piece -> !piece.isEmpty())
                .toList();
    }

    private static String squeezed(String text) {
        return text.strip().replaceAll("\\s+", " ");
    }

    private List<String> run(List<Block> commands) throws IOException, InterruptedException {
        prepare();
        StringBuilder script = new StringBuilder("set -euo pipefail\ncd ~\n");
        for (Block block : commands) {
            script.append("echo '")
                    .append(NEXT)
                    .append("'\n")
                    .append(block.text())
                    .append('\n');
        }
        Path output = folder.resolve("output");
        ProcessBuilder shell = new ProcessBuilder("bash", "-c", script.toString())
                .directory(folder.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        shell.environment().keySet().removeIf(name -> name.startsWith("SITE_AGENT") || name.startsWith("MAVEN"));
        shell.environment().put("HOME", home().toString());
        shell.environment().put("PATH", folder.resolve("bin") + ":" + System.getenv("PATH"));
        Process process = shell.start();
        boolean ended = process.waitFor(5, TimeUnit.MINUTES);
        if (!ended) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        String all = Files.readString(output);
        assertThat(ended)
                .as("the tutorial came to an end in 5 minutes:%n%s", all)
                .isTrue();
        assertThat(process.exitValue()).as(all).isZero();
        List<String> outputs = new ArrayList<>();
        for (String part : List.of(all.split(NEXT, -1)).subList(1, commands.size() + 1)) {
            outputs.add(squeezed(part));
        }
        return outputs;
    }

    private Path home() {
        return folder.resolve("home");
    }

    /** What is there after the commands that are not run: the agent in its folder, and a local repository with its jars. */
    private void prepare() throws IOException {
        removeOld();
        Path agent = Page.PROJECT.resolve("distribution/target/site-agent");
        Path copy = home().resolve("site-agent/distribution/target/site-agent");
        try (Stream<Path> files = Files.walk(agent)) {
            for (Path file : files.toList()) {
                Path to = copy.resolve(agent.relativize(file));
                Files.createDirectories(to.getParent());
                Files.copy(file, to, StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
        LocalRepository repository = LocalRepository.make(
                folder.resolve("repository"),
                Path.of(System.getProperty("maven.local-repository")),
                System.getProperty("site-agent.version"));
        Path maven =
                Files.writeString(Files.createDirectories(folder.resolve("bin")).resolve("mvn"), """
                #!/bin/sh
                exec '%s' '-Dmaven.repo.local=%s' "$@"
                """.formatted(
                                System.getProperty("maven.command"), repository.folder()));
        Files.setPosixFilePermissions(maven, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Links are removed and not followed. */
    private void removeOld() throws IOException {
        if (Files.notExists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
