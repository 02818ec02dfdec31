package dev.siteagent.core.members;

import java.util.concurrent.locks.ReentrantLock;

/**
 * Remembers one value; whoever asks first reads it and the others wait for that. A failure is not remembered.
 * Thread-safe.
 *
 * @param <V> the value
 */
final class Memo<V> {
    private final ReentrantLock lock = new ReentrantLock();
    private V value;

    /** Reads the value. */
    @FunctionalInterface
    interface Reader<V> {
        V read() throws InterruptedException;
    }

    V get(Reader<V> reader) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            if (value == null) {
                value = reader.read();
            }
            return value;
        } finally {
            lock.unlock();
        }
    }
}
