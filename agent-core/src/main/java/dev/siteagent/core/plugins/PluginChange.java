package dev.siteagent.core.plugins;

import dev.siteagent.core.config.BackendCatalog;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A change of the plugins that is prepared: what comes is loaded, beside what goes. {@link #commit()} puts it in force for
 * everybody at once, when nobody uses what goes any more; {@link #close()} unloads what goes after that, and before it
 * what would have come. Thread-safe.
 */
public final class PluginChange implements AutoCloseable {
    private final PluginHost host;
    private final PluginRegistry after;
    private final List<LoadedPlugin> going;
    private final List<LoadedPlugin> coming;
    private final List<LoadedPlugin> failures;
    private Set<String> inUse = Set.of();
    private State state = State.PREPARED;

    private enum State {
        PREPARED,
        COMMITTED,
        CLOSED
    }

    /**
     * Prepared.
     *
     * @param host whose plugins change
     * @param after what there will be
     * @param going what will be gone of what is loaded
     * @param coming what will be new of what is loaded
     * @param failures what could not be loaded
     */
    PluginChange(
            PluginHost host,
            PluginRegistry after,
            List<LoadedPlugin> going,
            List<LoadedPlugin> coming,
            List<LoadedPlugin> failures) {
        this.host = host;
        this.after = after;
        this.going = List.copyOf(going);
        this.coming = List.copyOf(coming);
        this.failures = List.copyOf(failures);
    }

    /** Returns the plugins as they will be, to read a configuration for them. */
    public BackendCatalog catalog() {
        return after;
    }

    /** Returns whether it makes no difference to anybody: no plugin that is loaded goes, and none comes. */
    public boolean isEmpty() {
        return going.isEmpty() && coming.isEmpty();
    }

    /** Returns whether something in the folder could not be loaded. */
    public boolean hasFailures() {
        return !failures.isEmpty();
    }

    /** Returns the ids of the plugins whose users have to end before: those that go, also those that come back otherwise. */
    public Set<String> going() {
        return ids(going.stream());
    }

    /** Returns the ids of those that go because another build takes their place: they could stay instead. */
    public Set<String> replaced() {
        return ids(going.stream().filter(old -> coming.stream().anyMatch(plugin -> takesThePlaceOf(old, plugin))));
    }

    private static boolean takesThePlaceOf(LoadedPlugin old, LoadedPlugin plugin) {
        return plugin.isFromWhere(old)
                || plugin.report().id().equals(old.report().id());
    }

    /**
     * Puts it in force when nobody uses what goes, a second time does nothing. Does not block.
     *
     * @throws IllegalStateException when it was closed before
     */
    public void commit() {
        commit(Set.of());
    }

    /**
     * Puts it in force, a second time does nothing. Does not block.
     *
     * @param used the ids of those among {@link #going} that calls still use which do not come back: they stay in memory
     * @throws IllegalStateException when it was closed before
     */
    public synchronized void commit(Set<String> used) {
        if (state == State.CLOSED) {
            throw new IllegalStateException("this change of plugins was given up before");
        }
        if (state == State.PREPARED) {
            state = State.COMMITTED;
            inUse = Set.copyOf(used);
            host.become(after, coming, failures);
        }
    }

    /** Unloads what goes when it is in force, else what would have come; a second time does nothing. */
    @Override
    public synchronized void close() {
        if (state == State.COMMITTED) {
            going.forEach(plugin -> {
                if (inUse.contains(plugin.report().id())) {
                    host.leave(plugin);
                } else {
                    host.unload(plugin);
                }
            });
        } else if (state == State.PREPARED) {
            coming.forEach(host::undo);
        }
        state = State.CLOSED;
    }

    /** Returns a line for people: what comes and goes. */
    @Override
    public String toString() {
        String gone = going.isEmpty() ? "" : "goes: " + names(going);
        String come = coming.isEmpty() ? "" : "comes: " + names(coming);
        return Stream.of(gone, come).filter(part -> !part.isEmpty()).collect(Collectors.joining("; "));
    }

    private static String names(List<LoadedPlugin> plugins) {
        return plugins.stream()
                .map(plugin -> plugin.report().id() + " " + plugin.report().version())
                .collect(Collectors.joining(", "));
    }

    private static Set<String> ids(Stream<LoadedPlugin> plugins) {
        return plugins.map(plugin -> plugin.report().id()).collect(Collectors.toUnmodifiableSet());
    }
}
