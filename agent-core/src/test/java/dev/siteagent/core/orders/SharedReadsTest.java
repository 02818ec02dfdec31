package dev.siteagent.core.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Reads that share requests. */
class SharedReadsTest {
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Set<Integer>> asked = Collections.synchronizedList(new ArrayList<>());
    private final CountDownLatch firstMayEnd = new CountDownLatch(1);
    private final SharedReads<Integer, String> reads = new SharedReads<>(keys -> {
        asked.add(keys);
        if (asked.size() == 1) {
            firstMayEnd.await();
        }
        return keys.stream().collect(Collectors.toMap(Function.identity(), key -> "value " + key));
    });

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    @Test
    void whoeverAsksDuringARequestSharesTheNextOne() throws Exception {
        List<Future<String>> answers = new ArrayList<>();
        answers.add(threads.submit(() -> reads.read(0)));
        Awaitility.await().until(() -> asked.size() == 1);
        for (int key = 1; key <= 20; key++) {
            int wanted = key;
            answers.add(threads.submit(() -> reads.read(wanted)));
        }
        Awaitility.await().until(() -> reads.gathered() == 20);
        firstMayEnd.countDown();

        for (int key = 0; key <= 20; key++) {
            assertThat(answers.get(key).get(10, TimeUnit.SECONDS)).isEqualTo("value " + key);
        }
        assertThat(asked).hasSize(2);
        assertThat(asked.get(1)).hasSize(20);
    }

    @Test
    void interruptedLeaderLeavesItsRequestToTheNext() throws Exception {
        Future<String> leader = threads.submit(() -> reads.read(0));
        Awaitility.await().until(() -> asked.size() == 1);
        Future<String> follower = threads.submit(() -> reads.read(1));
        Awaitility.await().until(() -> reads.gathered() == 1);

        leader.cancel(true);

        assertThat(follower.get(10, TimeUnit.SECONDS)).isEqualTo("value 1");
    }

    @Test
    void failureReachesAllWhoShareIt() {
        SharedReads<Integer, String> failing = new SharedReads<>(keys -> {
            throw new IllegalStateException("down");
        });

        assertThatThrownBy(() -> failing.read(1)).hasMessage("down");
    }

    @Test
    void answerThatLacksAKeyIsAnError() {
        SharedReads<Integer, String> forgetful = new SharedReads<>(keys -> Map.of());

        assertThatThrownBy(() -> forgetful.read(1)).hasMessageContaining("left out 1");
    }
}
