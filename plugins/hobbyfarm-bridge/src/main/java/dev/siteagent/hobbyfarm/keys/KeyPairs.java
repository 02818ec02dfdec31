package dev.siteagent.hobbyfarm.keys;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** Makes key pairs outside of the threads that ask for them. Thread-safe. */
public final class KeyPairs {
    private final Supplier<SshKeyPair> generator;
    private final Executor executor;
    private final Map<String, CompletableFuture<SshKeyPair>> making = new ConcurrentHashMap<>();

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
        CompletableFuture<SshKeyPair> pair =
                making.computeIfAbsent(owner, name -> CompletableFuture.supplyAsync(generator, executor));
        if (!pair.isDone()) {
            pair.whenComplete((made, failure) -> finished.run());
            return Optional.empty();
        }
        making.remove(owner);
        return Optional.of(pair.join());
    }

    /** Forgets a pair that nobody will take. */
    public void forget(String owner) {
        making.remove(owner);
    }
}
