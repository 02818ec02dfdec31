package dev.siteagent.core.reload;

import dev.siteagent.core.plugins.FolderState;
import dev.siteagent.core.plugins.PluginHost;
import dev.siteagent.core.waldur.Sleeper;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the plugins folder every second while the configuration wants it, and tells when it has changed and then stayed
 * as it is from one look to the next: copying takes time. Where something is gone and nothing has come, it has ten looks:
 * an upgrade that removes one jar and then fetches another must not end anybody's work. Looking is what works everywhere, on network file systems and mounted volumes, too, where the operating system
 * tells of no change; it reads one folder and no file. Watched or not, it keeps the copies of the jars from being cleared
 * away as old.
 */
final class PluginWatch implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(PluginWatch.class);
    private static final Duration PERIOD = Duration.ofSeconds(1);
    private static final int LOOKS_AT_A_CHANGE = 2;
    private static final int LOOKS_AT_LESS = 10;
    private static final int LOOKS_PER_KEEPING = 6 * 60 * 60;

    private final PluginHost plugins;
    private final Runnable changed;
    private final Sleeper pauses;
    private final Thread thread = new Thread(this::look, "plugins-watch");
    private volatile boolean wanted;
    private FolderState told;
    private Optional<FolderState> last;
    private int looksAtIt = 1;
    private boolean readable = true;

    /**
     * Looks at nothing yet.
     *
     * @param plugins the plugins, started
     * @param changed called when the folder has changed, on a thread of the watch; may not block
     * @param pauses the time between two looks
     */
    PluginWatch(PluginHost plugins, Runnable changed, Sleeper pauses) {
        this.plugins = plugins;
        this.changed = changed;
        this.pauses = pauses;
        this.told = plugins.atStart();
        this.last = Optional.of(told);
        thread.setDaemon(true);
    }

    /** Looks from now on, where that is wanted. */
    void start() {
        thread.start();
    }

    /** Sets whether the folder is watched. */
    void want(boolean watch) {
        if (watch != wanted) {
            log.info(watch ? "The plugins folder is watched." : "The plugins folder is not watched any more.");
            wanted = watch;
        }
    }

    boolean isWanted() {
        return wanted;
    }

    private void look() {
        try {
            for (int looks = 1; ; looks = looks % LOOKS_PER_KEEPING + 1) {
                pauses.sleep(PERIOD);
                if (looks == LOOKS_PER_KEEPING) {
                    plugins.keepCopies();
                }
                if (wanted) {
                    lookOnce();
                }
            }
        } catch (InterruptedException e) {
            log.debug("The plugins folder is not watched any more.", e);
        }
    }

    /** Looks once. */
    void lookOnce() {
        Optional<FolderState> now = now();
        looksAtIt = now.equals(last) ? looksAtIt + 1 : 1;
        last = now;
        if (now.isPresent() && !now.get().equals(told) && looksAtIt >= looksNeeded(now.get())) {
            told = now.get();
            changed.run();
        }
    }

    private int looksNeeded(FolderState now) {
        return now.onlyLacksSomeOf(told) ? LOOKS_AT_LESS : LOOKS_AT_A_CHANGE;
    }

    private Optional<FolderState> now() {
        try {
            FolderState now = plugins.look();
            readable = true;
            return Optional.of(now);
        } catch (IOException e) {
            if (readable) {
                log.error(
                        "The plugins folder cannot be read ({}); the plugins stay as they are until it can.",
                        e.toString());
                readable = false;
            }
            return Optional.empty();
        }
    }

    /** Looks no more. */
    @Override
    public void close() {
        thread.interrupt();
    }
}
