package dev.siteagent.testkit.site;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for what another thread or process does, by looking again and again. */
record Waiting(Duration patience, Supplier<String> warnings) {
    private static final long LOOK_MILLIS = 20;

    void until(BooleanSupplier wanted, Supplier<String> otherwise) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        CountDownLatch never = new CountDownLatch(1);
        while (!wanted.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError(otherwise.get() + ", after " + patience.toSeconds() + " s" + warnings.get());
            }
            never.await(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        }
    }
}
