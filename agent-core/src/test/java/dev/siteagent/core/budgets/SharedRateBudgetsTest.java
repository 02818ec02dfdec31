package dev.siteagent.core.budgets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.siteagent.spi.RateBudget;
import dev.siteagent.spi.RateBudgets;
import dev.siteagent.spi.RateBudgets.Limit;
import dev.siteagent.spi.Secret;
import dev.siteagent.spi.TransientBackendException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class SharedRateBudgetsTest {
    private static final Secret TOKEN = Secret.of("dop_v1_shared");
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration LONG = Duration.ofSeconds(20);

    private final SteppedClock clock = new SteppedClock();
    private final SharedRateBudgets budgets = new SharedRateBudgets(clock);

    @Test
    void offeringsWithTheSameTokenShareOneBudget() throws Exception {
        RateBudget one = budget("one", 2);
        RateBudget other = budget("other", 2);
        one.acquire(Duration.ZERO.plusMillis(1));
        other.acquire(Duration.ofMillis(1));
        assertThatThrownBy(() -> one.acquire(Duration.ofMillis(1))).isInstanceOf(TransientBackendException.class);
        assertThat(budgets.levels()).singleElement().satisfies(level -> {
            assertThat(level.left()).isZero();
            assertThat(level.toString()).doesNotContain("dop_v1");
        });
    }

    @Test
    void anotherTokenHasABudgetOfItsOwn() throws Exception {
        budget("one", 1).acquire(Duration.ofMillis(1));
        budgets.forOffering("one")
                .budget("digitalocean", Secret.of("dop_v1_other"), List.of(new Limit(1, MINUTE)))
                .acquire(Duration.ofMillis(1));
        assertThat(budgets.levels()).hasSize(2);
    }

    @Test
    void refusalSaysWhenTheBudgetIsFreeAgain() throws Exception {
        RateBudget budget = budget("one", 1);
        budget.acquire(Duration.ofMillis(1));
        clock.advance(Duration.ofSeconds(20));
        TransientBackendException refusal =
                catchThrowableOfType(TransientBackendException.class, () -> budget.acquire(Duration.ofSeconds(5)));
        assertThat(refusal.retryAfter()).contains(Duration.ofSeconds(40));
        assertThat(refusal).hasMessageContaining("digitalocean");
    }

    @Test
    void everyLimitHolds() throws Exception {
        RateBudget budget = budgets.forOffering("one")
                .budget("digitalocean", TOKEN, List.of(new Limit(10, Duration.ofHours(1)), new Limit(1, MINUTE)));
        for (int minute = 0; minute < 10; minute++) {
            budget.acquire(Duration.ofMillis(1));
            clock.advance(MINUTE);
        }
        assertThatThrownBy(() -> budget.acquire(Duration.ofSeconds(1))).hasMessageContaining("rate limit");
        clock.advance(Duration.ofMinutes(50));
        budget.acquire(Duration.ofMillis(1));
    }

    @Test
    void whatTheRemoteSideSaysIsLeftHoldsWhenItIsLess() throws Exception {
        RateBudget budget = budget("one", 100);
        budget.remaining(1, clock.instant().plusSeconds(30));
        budget.acquire(Duration.ofMillis(1));
        TransientBackendException refusal =
                catchThrowableOfType(TransientBackendException.class, () -> budget.acquire(Duration.ofSeconds(5)));
        assertThat(refusal.retryAfter()).contains(Duration.ofSeconds(30));
        clock.advance(Duration.ofSeconds(30));
        budget.acquire(Duration.ofMillis(1));
    }

    @Test
    void answersThatOvertakeEachOtherDoNotRaiseTheCount() throws Exception {
        RateBudget budget = budget("one", 100);
        Instant reset = clock.instant().plusSeconds(30);
        budget.remaining(0, reset);
        budget.remaining(5, reset);
        assertThatThrownBy(() -> budget.acquire(Duration.ofSeconds(1))).isInstanceOf(TransientBackendException.class);
    }

    @Test
    void nobodyAsksBeforeTheTimeThatARefusalNamed() throws Exception {
        RateBudget budget = budget("one", 100);
        budget.exhaustedUntil(clock.instant().plusSeconds(7));
        TransientBackendException refusal =
                catchThrowableOfType(TransientBackendException.class, () -> budget.acquire(Duration.ofSeconds(1)));
        assertThat(refusal.retryAfter()).contains(Duration.ofSeconds(7));
        clock.advance(Duration.ofSeconds(7));
        budget.acquire(Duration.ofMillis(1));
    }

    @Test
    void waiterIsServedWhenTheWindowMovesOn() throws Exception {
        SharedRateBudgets real = new SharedRateBudgets(Clock.systemUTC());
        RateBudget budget =
                real.forOffering("one").budget("digitalocean", TOKEN, List.of(new Limit(1, Duration.ofMillis(60))));
        Instant start = Instant.now();
        budget.acquire(LONG);
        budget.acquire(LONG);
        assertThat(Duration.between(start, Instant.now())).isGreaterThanOrEqualTo(Duration.ofMillis(60));
    }

    @Test
    void offeringsAreServedInTurnHoweverManyRequestsOneOfThemHas() throws Exception {
        SharedRateBudgets real = new SharedRateBudgets(Clock.systemUTC());
        List<Limit> limits = List.of(new Limit(1, Duration.ofMillis(40)));
        List<String> served = Collections.synchronizedList(new ArrayList<>());
        RateBudgets busy = real.forOffering("busy");
        busy.budget("digitalocean", TOKEN, limits).exhaustedUntil(Instant.now().plusMillis(1500));
        List<Thread> threads = new ArrayList<>();
        for (String offering : List.of("busy", "busy", "busy", "busy", "quiet")) {
            RateBudget budget = real.forOffering(offering).budget("digitalocean", TOKEN, limits);
            Thread thread = new Thread(() -> {
                try {
                    budget.acquire(LONG);
                    served.add(offering);
                } catch (TransientBackendException | InterruptedException e) {
                    served.add("failed: " + e.getMessage());
                }
            });
            thread.start();
            Awaitility.await()
                    .pollInterval(Duration.ofMillis(2))
                    .until(() -> thread.getState() == Thread.State.TIMED_WAITING);
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(served).containsExactly("busy", "quiet", "busy", "busy", "busy");
    }

    @Test
    void interruptedWaiterTakesNothingAndHoldsNobodyUp() throws Exception {
        SharedRateBudgets real = new SharedRateBudgets(Clock.systemUTC());
        RateBudget budget =
                real.forOffering("one").budget("digitalocean", TOKEN, List.of(new Limit(1, Duration.ofHours(1))));
        budget.exhaustedUntil(Instant.now().plusSeconds(10));
        CountDownLatch interrupted = new CountDownLatch(1);
        Thread waiter = new Thread(() -> {
            try {
                budget.acquire(LONG);
            } catch (InterruptedException e) {
                interrupted.countDown();
            } catch (TransientBackendException e) {
                throw new IllegalStateException(e);
            }
        });
        waiter.start();
        Awaitility.await().until(() -> waiter.getState() == Thread.State.TIMED_WAITING);
        waiter.interrupt();
        interrupted.await();
        waiter.join();
        assertThat(real.levels())
                .singleElement()
                .extracting(SharedRateBudgets.Level::left)
                .isEqualTo(0);
        assertThatThrownBy(() -> budget.acquire(Duration.ofMillis(1))).isInstanceOf(TransientBackendException.class);
    }

    private RateBudget budget(String offering, int perMinute) {
        return budgets.forOffering(offering).budget("digitalocean", TOKEN, List.of(new Limit(perMinute, MINUTE)));
    }

    private static final class SteppedClock extends Clock {
        private Instant now = Instant.parse("2026-03-01T00:00:00Z");

        void advance(Duration step) {
            now = now.plus(step);
        }

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
