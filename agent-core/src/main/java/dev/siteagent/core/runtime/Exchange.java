package dev.siteagent.core.runtime;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Plugins that are taken away, and maybe replaced, when nobody uses them any more but work that was told to end and does
 * not: the others do not wait for a call that never comes back.
 *
 * @param plugins their ids
 * @param step takes them away; is given the ids of those that such work still uses
 * @param done completes when that is done; is cancelled by a stop before
 */
record Exchange(Set<String> plugins, Consumer<Set<String>> step, CompletableFuture<Void> done) {
    /** Takes nothing away, and is done. */
    static final Exchange NONE = new Exchange(Set.of(), inUse -> {}, CompletableFuture.completedFuture(null));
}
