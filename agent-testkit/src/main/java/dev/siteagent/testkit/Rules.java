package dev.siteagent.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.spi.BackendException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The rules that hold for every hook: thread-safe, interruptible, nothing secret in a text. */
final class Rules {
    private static final int AT_ONCE = 8;
    private static final long SOON_SECONDS = 10;

    private Rules() {}

    /** Makes the same call in many threads at once, and returns what each got. */
    static <T> List<T> atOnce(Callable<T> call) throws InterruptedException {
        ExecutorService executor = Executors.newFixedThreadPool(AT_ONCE);
        try {
            List<T> results = new ArrayList<>();
            for (Future<T> result : executor.invokeAll(Collections.nCopies(AT_ONCE, call))) {
                results.add(result.get());
            }
            return results;
        } catch (ExecutionException e) {
            throw new AssertionError("every hook: thread-safe, but a call beside others failed", e.getCause());
        } finally {
            executor.shutdownNow();
        }
    }

    /** Makes a call on an interrupted thread: it ends soon, and when it gives up, by InterruptedException. */
    static void endsWhenInterrupted(Callable<?> call) throws InterruptedException {
        ExecutorService executor = Executors.newSingleThreadExecutor();
        try {
            Future<?> ending = executor.submit(() -> {
                Thread.currentThread().interrupt();
                return call.call();
            });
            ending.get(SOON_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError(
                    "every hook: interruptible, but a call on an interrupted thread runs for " + SOON_SECONDS + " s",
                    e);
        } catch (ExecutionException e) {
            assertThat(e.getCause())
                    .as("every hook: interruptible, an interrupt is answered by InterruptedException")
                    .isInstanceOf(InterruptedException.class);
        } finally {
            executor.shutdownNow();
        }
    }

    /** Says that a call answers, or fails in one of the ways the SPI has: never by an unchecked exception. */
    static void failsInAWayOfTheSpi(Callable<?> call) throws Exception {
        try {
            call.call();
        } catch (BackendException expected) {
            assertThat(expected.getMessage())
                    .as("a failure says what happened, for an operator")
                    .isNotBlank();
        }
    }

    static void showNoSecret(Collection<String> secrets, Object... shown) {
        for (Object one : shown) {
            String text = String.valueOf(one);
            assertThat(secrets)
                    .as("every hook: nothing secret in toString of %s", one == null ? "null" : one.getClass())
                    .noneMatch(text::contains);
        }
    }
}
