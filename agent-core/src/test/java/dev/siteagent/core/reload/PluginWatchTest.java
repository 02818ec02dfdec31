package dev.siteagent.core.reload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.core.plugins.PluginHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When a change of the plugins folder counts. */
class PluginWatchTest {
    @TempDir
    private Path root;

    private final AtomicInteger told = new AtomicInteger();
    private final List<Duration> pauses = new CopyOnWriteArrayList<>();
    private Path folder;
    private PluginWatch watch;

    @BeforeEach
    void watch() throws IOException {
        folder = Files.createDirectory(root.resolve("plugins"));
        PluginHost host = new PluginHost(folder);
        host.start();
        watch = new PluginWatch(host, told::incrementAndGet, this::pause);
    }

    private void pause(Duration duration) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("the watch is closed");
        }
        pauses.add(duration);
    }

    @Test
    void jarThatGrowsCountsOnceItGrowsNoMore() throws IOException {
        Path jar = folder.resolve("a.jar");
        for (int i = 1; i <= 3; i++) {
            Files.writeString(jar, "x".repeat(i));
            watch.lookOnce();
            assertThat(told).hasValue(0);
        }
        watch.lookOnce();
        assertThat(told).hasValue(1);
        watch.lookOnce();
        assertThat(told).hasValue(1);
    }

    @Test
    void jarInTheMiddleOfAnUpgradeDoesNotCountAsRemoved() throws IOException {
        Files.writeString(folder.resolve("a.jar"), "old");
        watch.lookOnce();
        watch.lookOnce();
        assertThat(told).hasValue(1);

        Files.delete(folder.resolve("a.jar"));
        watch.lookOnce();
        Files.writeString(folder.resolve("a.jar"), "newer");
        watch.lookOnce();
        assertThat(told).hasValue(1);
        watch.lookOnce();
        assertThat(told).hasValue(2);
    }

    @Test
    void jarThatIsFetchedSecondsAfterTheOldOneWasRemovedReplacesIt() throws IOException {
        Files.writeString(folder.resolve("a-1.jar"), "old");
        Files.writeString(folder.resolve("b.jar"), "other");
        look(2);
        assertThat(told).hasValue(1);

        Files.delete(folder.resolve("a-1.jar"));
        look(9);
        assertThat(told).hasValue(1);
        Files.writeString(folder.resolve("a-2.jar"), "newer");
        look(2);
        assertThat(told).hasValue(2);
    }

    @Test
    void jarThatIsRemovedAndNotReplacedCountsAfterTenLooks() throws IOException {
        Files.writeString(folder.resolve("a.jar"), "old");
        look(2);
        Files.delete(folder.resolve("a.jar"));
        look(9);
        assertThat(told).hasValue(1);
        look(1);
        assertThat(told).hasValue(2);
        look(20);
        assertThat(told).hasValue(2);
    }

    private void look(int times) {
        for (int i = 0; i < times; i++) {
            watch.lookOnce();
        }
    }

    @Test
    void libraryOfAPluginInAFolderCounts() throws IOException {
        Files.createDirectories(folder.resolve("a/lib"));
        Files.writeString(folder.resolve("a/a.jar"), "a");
        watch.lookOnce();
        watch.lookOnce();
        Files.writeString(folder.resolve("a/lib/b.jar"), "b");
        watch.lookOnce();
        watch.lookOnce();
        assertThat(told).hasValue(2);
    }

    @Test
    void whatIsNoPluginDoesNotCount() throws IOException {
        Files.writeString(folder.resolve(".a.jar.part"), "hidden");
        Files.writeString(folder.resolve("notes.txt"), "text");
        watch.lookOnce();
        watch.lookOnce();
        assertThat(told).hasValue(0);
    }

    @Test
    void looksOnceASecond() {
        watch.want(true);
        watch.start();

        Awaitility.await().until(() -> pauses.size() > 3);
        watch.close();

        assertThat(pauses).containsOnly(Duration.ofSeconds(1));
    }

    @Test
    void folderThatCannotBeReadIsNoChange() throws IOException {
        Files.delete(folder);
        watch.lookOnce();
        watch.lookOnce();
        assertThat(told).hasValue(0);
    }
}
