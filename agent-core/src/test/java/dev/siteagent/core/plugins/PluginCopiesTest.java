package dev.siteagent.core.plugins;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.spi.ResourceBackend;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PluginCopiesTest {
    @TempDir
    private Path plugins;

    @TempDir
    private Path temporary;

    @Test
    void pluginDoesNotNoticeThatItsJarIsOverwritten() throws Exception {
        Path jar = PluginJar.plugin("alpha", "return Set.of(Later.text());")
                .source("alpha.Later", "final class Later { static String text() { return \"well\"; } }")
                .writeTo(plugins.resolve("alpha.jar"));
        try (PluginHost host = host()) {
            host.start();
            Files.writeString(jar, "something else");

            try (ResourceBackend backend = Contexts.open(host, "alpha")) {
                assertThat(backend.componentTypes()).containsExactly("well");
            }
            assertThat(host.reports()).extracting(PluginReport::file).containsExactly(jar.toString());
        }
        assertThat(in(temporary)).isEmpty();
    }

    @Test
    void folderWithLibrariesIsCopiedAsAWhole() throws Exception {
        Path library = PluginJar.builder()
                .source(
                        "library.Words",
                        "public final class Words { public static String hello() { return \"hello\"; } }")
                .writeTo(plugins.resolve("alpha/lib/words.jar"));
        PluginJar.plugin("alpha", "return Set.of(library.Words.hello());")
                .library(library)
                .writeTo(plugins.resolve("alpha/alpha.jar"));
        try (PluginHost host = host()) {
            host.start();
            Files.delete(library);

            try (ResourceBackend backend = Contexts.open(host, "alpha")) {
                assertThat(backend.componentTypes()).containsExactly("hello");
            }
        }
    }

    @Test
    void copyOfABadPluginIsRemovedAtOnce() throws Exception {
        PluginJar.plugin("alpha").leaveOut("alpha.Backend").writeTo(plugins.resolve("alpha.jar"));
        try (PluginHost host = host()) {
            host.start();

            Path own = in(temporary).get(0);
            assertThat(in(own))
                    .extracting(path -> path.getFileName().toString())
                    .containsExactly("lock");
        }
    }

    @Test
    void copiesOfAProcessThatIsGoneAreRemovedAndThoseOfOneAtWorkAreNot() throws Exception {
        PluginJar.plugin("alpha").writeTo(plugins.resolve("alpha.jar"));
        Path gone = Files.createDirectories(temporary.resolve("site-agent-plugins-1-1-a/1"));
        Files.createFile(gone.resolveSibling("lock"));
        Files.writeString(gone.resolve("old.jar"), "old");
        Path atWork = Files.createDirectory(temporary.resolve("site-agent-plugins-2-2-b"));
        try (FileChannel lock =
                FileChannel.open(atWork.resolve("lock"), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            lock.lock();
            try (PluginHost host = host()) {
                host.start();
                assertThat(gone.getParent()).doesNotExist();
                assertThat(atWork).exists();
                assertThat(host.registry().backendNames()).containsExactly("alpha");
            }
        }
        assertThat(in(temporary)).containsExactly(atWork);
    }

    @Test
    void agentsThatStartTogetherDoNotMindEachOthersSweeping() throws Exception {
        PluginJar.plugin("alpha").writeTo(plugins.resolve("alpha.jar"));
        Path gone = Files.createDirectories(temporary.resolve("site-agent-plugins-1-1-a/1"));
        Files.createFile(gone.resolveSibling("lock"));
        for (int i = 0; i < 500; i++) {
            Files.createFile(gone.resolve(i + ".jar"));
        }
        List<PluginHost> hosts = Stream.generate(this::host).limit(6).toList();
        try {
            List<Thread> starts =
                    hosts.stream().map(host -> new Thread(host::start)).toList();
            starts.forEach(Thread::start);
            for (Thread start : starts) {
                start.join();
            }

            assertThat(hosts).flatExtracting(PluginHost::reports).allSatisfy(report -> assertThat(report.failure())
                    .isEmpty());
            assertThat(gone.getParent()).doesNotExist();
        } finally {
            hosts.forEach(PluginHost::close);
        }
    }

    @Test
    void copyThatIsCutShortTakesNoRoom() throws Exception {
        PluginJar.plugin("alpha").writeTo(plugins.resolve("alpha/alpha.jar"));
        Files.createDirectories(plugins.resolve("alpha/lib"));
        Files.createSymbolicLink(plugins.resolve("alpha/lib/gone.jar"), plugins.resolve("nowhere"));
        try (PluginHost host = host()) {
            host.start();

            assertThat(host.registry().whyMissing("alpha").orElseThrow()).contains("it cannot be copied");
            assertThat(in(in(temporary).get(0)))
                    .extracting(path -> path.getFileName().toString())
                    .containsExactly("lock");
        }
    }

    @Test
    void pluginThatCannotBeCopiedIsNotLoadedAndSaysSo() throws Exception {
        PluginJar.plugin("alpha").writeTo(plugins.resolve("alpha.jar"));
        Path missing = temporary.resolve("missing");
        try (PluginHost host = host(missing)) {
            host.start();

            assertThat(host.registry().whyMissing("alpha").orElseThrow())
                    .contains("it cannot be copied to where it is loaded from", "room in " + missing);
        }
    }

    @Test
    void copiesInUseAreKeptFromLookingOld() throws Exception {
        PluginJar.plugin("alpha").writeTo(plugins.resolve("alpha.jar"));
        try (PluginHost host = host()) {
            host.start();
            Path copy = in(temporary).get(0).resolve("1/alpha.jar");
            Files.setLastModifiedTime(copy, FileTime.from(Instant.EPOCH));

            host.keepCopies();

            assertThat(Files.getLastModifiedTime(copy).toInstant()).isAfter(Instant.EPOCH);
        }
    }

    private PluginHost host() {
        return host(temporary);
    }

    private PluginHost host(Path copies) {
        return new PluginHost(
                plugins,
                PluginHost.class.getClassLoader(),
                PluginCallListener.NONE,
                Duration.ofSeconds(60),
                Optional.of(new PluginCopies(copies, Clock.systemUTC())));
    }

    private static List<Path> in(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.toList();
        }
    }
}
