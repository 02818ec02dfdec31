package dev.siteagent.core.waldur;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repeats a call that failed for a passing reason, as long as repeating is safe. Thread-safe.
 *
 * <p>A call that certainly did not reach Waldur's work, since the connection failed or Waldur was too busy, is always
 * safe to repeat; one whose answer was lost only when the call says so.
 */
final class Retries {
    private static final Logger log = LoggerFactory.getLogger(Retries.class);

    private final RetryPolicy policy;
    private final Clock clock;
    private final Sleeper sleeper;
    private final RandomGenerator random;
    private final WaldurCallListener listener;

    Retries(RetryPolicy policy, Clock clock, Sleeper sleeper, RandomGenerator random, WaldurCallListener listener) {
        this.policy = policy;
        this.clock = clock;
        this.sleeper = sleeper;
        this.random = random;
        this.listener = listener;
    }

    /** One attempt of a call. */
    @FunctionalInterface
    interface Attempt {
        Answer run() throws InterruptedException;
    }

    Answer run(WaldurCall call, Attempt attempt) throws InterruptedException {
        Instant end = clock.instant().plus(policy.total());
        boolean answerLost = false;
        for (int tries = 1; ; tries++) {
            try {
                return attempt.run();
            } catch (WaldurRejectedException e) {
                throw answerLost ? e.followingLostAnswer() : e;
            } catch (WaldurUnavailableException e) {
                answerLost |= e.mayHaveTakenEffect();
                boolean lost = answerLost;
                Duration pause = pause(call, tries, e, end).orElseThrow(() -> lost ? e.followingLostAnswer() : e);
                log.debug("{} Trying again in {} ms.", e.getMessage(), pause.toMillis());
                listener.retrying(call.operation(), pause);
                sleeper.sleep(pause);
            }
        }
    }

    /** Returns the pause before the next attempt, or nothing when there shall be none. */
    private Optional<Duration> pause(WaldurCall call, int tries, WaldurUnavailableException e, Instant end) {
        boolean safe = call.repeatable() || !e.mayHaveTakenEffect();
        if (!safe || tries >= policy.attempts()) {
            return Optional.empty();
        }
        Duration pause = policy.pauseBefore(tries, random.nextDouble());
        Duration whole = e.retryAfter().map(pause::plus).orElse(pause);
        return clock.instant().plus(whole).isAfter(end) ? Optional.empty() : Optional.of(whole);
    }
}
