package dev.siteagent.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A local repository of Maven as it is after {@code mvn install} of this project: what the build made, beside all that the
 * machine's own repository has, which is left as it is.
 */
record LocalRepository(Path folder, String version) {
    private static final String GROUP = "dev";
    private static final List<String> JARS =
            List.of("agent-spi", "agent-sandbox", "agent-core", "agent-testkit", "agent-plugin-archetype");

    /**
     * Makes one.
     *
     * @param folder where, a new folder
     * @param other the machine's own
     * @param version of what the build made
     */
    static LocalRepository make(Path folder, Path other, String version) throws IOException {
        LocalRepository repository = new LocalRepository(folder, version);
        Files.createDirectories(folder);
        linkAll(other, folder, GROUP);
        Files.createDirectories(folder.resolve(GROUP));
        if (Files.isDirectory(other.resolve(GROUP))) {
            linkAll(other.resolve(GROUP), folder.resolve(GROUP), "siteagent");
        }
        repository.install(Page.PROJECT, "site-agent");
        for (String artifact : JARS) {
            Path module = Page.PROJECT.resolve(artifact);
            Path installed = repository.install(module, artifact);
            String jar = artifact + "-" + version + ".jar";
            Files.copy(module.resolve("target").resolve(jar), installed.resolve(jar));
        }
        return repository;
    }

    private static void linkAll(Path from, Path to, String butNot) throws IOException {
        try (Stream<Path> entries = Files.list(from)) {
            for (Path entry : entries.toList()) {
                if (!entry.getFileName().toString().equals(butNot)) {
                    Files.createSymbolicLink(to.resolve(entry.getFileName()), entry);
                }
            }
        }
    }

    private Path install(Path module, String artifact) throws IOException {
        Path installed = Files.createDirectories(
                folder.resolve(GROUP).resolve("siteagent").resolve(artifact).resolve(version));
        Files.copy(module.resolve("pom.xml"), installed.resolve(artifact + "-" + version + ".pom"));
        return installed;
    }
}
