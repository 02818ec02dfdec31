package dev.siteagent.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;

class ArchivesIT {
    private static final String VERSION = System.getProperty("site-agent.version");
    private static final String TOP = "site-agent-" + VERSION + "/";

    @Test
    void theFolderHoldsWhatAnOperatorExpects() {
        Path folder = PackagedAgent.folder();

        assertThat(folder.resolve("bin/site-agent")).isExecutable();
        assertThat(folder.resolve("conf/site-agent.yaml")).isRegularFile();
        assertThat(folder.resolve("deploy/systemd/site-agent.service")).isRegularFile();
        assertThat(folder.resolve("deploy/docker/Dockerfile")).isRegularFile();
        assertThat(folder.resolve("deploy/helm/site-agent/Chart.yaml")).isRegularFile();
        assertThat(folder.resolve("lib/agent-core-" + VERSION + ".jar")).isRegularFile();
        assertThat(folder.resolve("deploy/hobbyfarm/chart/Chart.yaml")).isRegularFile();
        assertThat(folder.resolve("deploy/hobbyfarm/manifests/hobbyfarm-bridge.yaml"))
                .isRegularFile();
        assertThat(folder.resolve("plugins/digitalocean-" + VERSION + ".jar")).isRegularFile();
        assertThat(folder.resolve("plugins/hobbyfarm-bridge-" + VERSION + ".jar"))
                .isRegularFile();
    }

    @Test
    void noLibraryOfAPluginIsAmongTheHosts() throws IOException {
        try (Stream<Path> lib = Files.list(PackagedAgent.folder().resolve("lib"))) {
            assertThat(lib.map(jar -> jar.getFileName().toString()))
                    .noneMatch(name -> name.startsWith("digitalocean")
                            || name.startsWith("hobbyfarm")
                            || name.startsWith("kubernetes")
                            || name.startsWith("gson")
                            || name.startsWith("httpclient"));
        }
    }

    @Test
    void everyPluginsJarSaysWhoseWorkIsInItAndBringsTheLicences() throws IOException {
        for (String plugin : List.of("digitalocean", "hobbyfarm-bridge")) {
            Path jar = PackagedAgent.folder().resolve("plugins/" + plugin + "-" + VERSION + ".jar");
            try (ZipFile zip = new ZipFile(jar.toFile())) {
                assertThat(text(zip, "META-INF/THIRD-PARTY.txt")).contains("Apache License 2.0 (META-INF/LICENSE)");
                assertThat(text(zip, "META-INF/LICENSE")).contains("TERMS AND CONDITIONS FOR USE, REPRODUCTION");
                assertThat(text(zip, "META-INF/NOTICE")).contains("site-agent plugin");
            }
        }
    }

    private static String text(ZipFile zip, String name) throws IOException {
        ZipEntry entry = zip.getEntry(name);
        assertThat(entry).as(name + " of " + zip.getName()).isNotNull();
        return new String(zip.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void theZipHoldsTheSameUnderOneTopFolder() throws IOException {
        try (ZipFile zip = new ZipFile(archive(".zip").toFile())) {
            Set<String> names = zip.stream()
                    .filter(entry -> !entry.isDirectory())
                    .map(ZipEntry::getName)
                    .collect(Collectors.toCollection(TreeSet::new));
            assertThat(names).isEqualTo(filesOfTheFolder());
        }
    }

    @Test
    void theTarHoldsTheSameUnderOneTopFolderAndKeepsTheLauncherExecutable() throws Exception {
        Process tar = new ProcessBuilder("tar", "-tvzf", archive(".tar.gz").toString())
                .redirectErrorStream(true)
                .start();
        List<String> lines;
        try (Stream<String> output = new String(tar.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines()) {
            lines = output.toList();
        }
        assertThat(tar.waitFor()).isZero();
        Set<String> names = lines.stream()
                .filter(line -> !line.startsWith("d"))
                .map(line -> line.substring(line.indexOf(TOP)))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(names).isEqualTo(filesOfTheFolder());
        assertThat(lines).anyMatch(line -> line.startsWith("-rwxr-xr-x") && line.endsWith("bin/site-agent"));
    }

    private static Path archive(String suffix) {
        return PackagedAgent.folder().resolveSibling("site-agent-" + VERSION + suffix);
    }

    private static Set<String> filesOfTheFolder() throws IOException {
        Path folder = PackagedAgent.folder();
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    // Made for this folder and this Java alone.
                    .filter(file -> !file.toString().endsWith(".jsa"))
                    .map(file -> TOP + folder.relativize(file))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }
}
