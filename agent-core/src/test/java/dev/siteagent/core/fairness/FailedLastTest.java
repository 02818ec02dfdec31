package dev.siteagent.core.fairness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class FailedLastTest {
    private final FailedLast<Integer> turns = new FailedLast<>();

    @Test
    void whatFailedComesBehindTheOthersAndTheLastFailureLast() {
        turns.failed(2);
        turns.failed(1);
        turns.failed(4);
        turns.failed(2);
        turns.succeeded(4);

        assertThat(turns.order(List.of(1, 2, 3, 4, 5), Function.identity())).containsExactly(3, 4, 5, 1, 2);
    }

    @Test
    void whatIsNoMoreIsForgotten() {
        turns.failed(1);
        turns.failed(2);

        turns.keep(key -> key == 2);

        assertThat(turns.lastFailure(1)).isZero();
        assertThat(turns.lastFailure(2)).isPositive();
    }

    /** All have failed once, most do so ever, and a pass ends after three failures in a row. */
    @Test
    void healthyOneIsReachedHoweverManyNeighboursFailForEver() {
        List<Integer> all = List.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
        Set<Integer> healthy = Set.of(7, 11);
        Set<Integer> reached = new HashSet<>();
        all.forEach(turns::failed);

        for (int pass = 0; pass < all.size(); pass++) {
            int inARow = 0;
            for (int one : turns.order(all, Function.identity())) {
                if (healthy.contains(one)) {
                    turns.succeeded(one);
                    reached.add(one);
                    inARow = 0;
                } else {
                    turns.failed(one);
                    inARow++;
                }
                if (inARow == 3) {
                    break;
                }
            }
        }

        assertThat(reached).isEqualTo(healthy);
    }
}
