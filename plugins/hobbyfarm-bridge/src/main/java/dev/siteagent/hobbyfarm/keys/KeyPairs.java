package dev.siteagent.hobbyfarm.keys;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** Makes key pairs outside of the threads that ask for them. Thread-safe. */
public final class KeyPairs {
    private final Supplier<SshKeyPair> generator;
    private final Executor executor;
    private final Set<String> making = ConcurrentHashMap.newKeySet();
    private final Map<String, SshKeyPair> made = new ConcurrentHashMap<>();

    /**
     * Makes nothing yet.
     *
     * @param generator makes a pair, may take seconds
     * @param executor runs it
     */
    public KeyPairs(Supplier<SshKeyPair> generator, Executor executor) {
        this.generator = generator;
        this.executor = executor;
    }

    /**
     * Returns a pair that is finished, once, or starts to make one.
     *
     * @param owner whose it is
     * @param finished called when a pair is there; ask again then
     */
    public Optional<SshKeyPair> take(String owner, Runnable finished) {
        Optional<SshKeyPair> pair = Optional.ofNullable(made.remove(owner));
        if (pair.isEmpty() && making.add(owner)) {
            executor.execute(() -> make(owner, finished));
        }
        return pair;
    }

    private void make(String owner, Runnable finished) {
        SshKeyPair pair = generator.get();
        if (making.remove(owner)) {
            made.put(owner, pair);
            finished.run();
        }
    }

    /** Forgets a pair that nobody will take. */
    public void forget(String owner) {
        making.remove(owner);
        made.remove(owner);
    }
}
