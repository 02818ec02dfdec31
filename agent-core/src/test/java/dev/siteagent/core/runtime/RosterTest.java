package dev.siteagent.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who works while wishes change. */
@Timeout(30)
class RosterTest {
    private static final Duration GRACE = Duration.ofSeconds(30);

    private volatile Instant now = Instant.parse("2026-03-01T12:00:00Z");
    private final InstantSource clock = () -> now;
    private final Roster roster = new Roster(clock.withZone(ZoneOffset.UTC), GRACE);
    private final List<String> happened = new CopyOnWriteArrayList<>();

    /** Work that ends when the test says so, once it was told to. */
    private final class Task implements Work {
        private final String name;
        private final CountDownLatch end = new CountDownLatch(1);
        private volatile boolean over;

        Task(String name) {
            this.name = name;
        }

        @Override
        public void start() {
            happened.add(name + " starts");
        }

        @Override
        public void stop() {
            happened.add(name + " stops");
            over = true;
        }

        @Override
        public void drain(Duration patience) {
            happened.add(name + " drains for " + patience.toMinutes() + " minutes");
        }

        @Override
        public void interrupt() {}

        @Override
        public boolean over() {
            return over;
        }

        @Override
        public boolean idle() {
            return false;
        }

        @Override
        public boolean endedByItself() {
            return over;
        }

        @Override
        public boolean awaitEnd(Duration atMost) throws InterruptedException {
            return end.await(10, TimeUnit.MILLISECONDS);
        }

        @Override
        public void close(Duration patience) {
            happened.add(name + " closes");
        }

        @Override
        public Stream<String> hung(Clock time) {
            return Stream.empty();
        }

        @Override
        public List<DeskReport> reports() {
            return List.of();
        }

        @Override
        public boolean graceRanOut() {
            return false;
        }
    }

    @Test
    void whatIsUnchangedDoesNotNotice() {
        Task first = new Task("first");
        change(post("a", "x", first));
        roster.begin();

        Changes changes = change(post("a", "x", new Task("again")));

        assertThat(changes.kept()).containsExactly("Offering a");
        assertThat(happened).containsExactly("first starts");
    }

    @Test
    void nextBeginsOnlyWhenTheOneBeforeHasEndedAndIsClosed() {
        Task first = new Task("first");
        change(post("a", "x", first));
        roster.begin();

        Changes changes = change(post("a", "y", new Task("second")));

        assertThat(changes.renewed()).containsExactly("Offering a");
        assertThat(happened).containsExactly("first starts", "first drains for 2 minutes");
        first.end.countDown();
        await().until(() -> happened.contains("second starts"));
        assertThat(happened)
                .containsExactly("first starts", "first drains for 2 minutes", "first closes", "second starts");
    }

    @Test
    void lastWishCountsWhileTheOneBeforeIsOnItsWayOut() {
        Task first = new Task("first");
        change(post("a", "x", first));
        roster.begin();
        change(post("a", "y", new Task("second")));
        change(post("a", "z", new Task("third")));

        first.end.countDown();

        await().until(() -> happened.contains("third starts"));
        assertThat(happened).doesNotContain("second starts");
    }

    @Test
    void whatIsRemovedMayTakeItsTimeAndLessWhenItIsWantedAgain() {
        Task first = new Task("first");
        change(post("a", "x", first));
        roster.begin();

        assertThat(change().ended()).containsExactly("Offering a");
        change(post("a", "x", new Task("second")));
        first.end.countDown();

        await().until(() -> happened.contains("second starts"));
        assertThat(happened)
                .containsExactly(
                        "first starts",
                        "first drains for 30 minutes",
                        "first drains for 2 minutes",
                        "first closes",
                        "second starts");
    }

    @Test
    void whatIsRemovedForGoodLeavesNothing() {
        Task first = new Task("first");
        change(post("a", "x", first));
        roster.begin();
        change();

        first.end.countDown();

        await().until(() -> roster.posts().isEmpty());
    }

    @Test
    void workThatDoesNotEndIsToldAndNothingBeginsAtItsPlace() {
        Task first = new Task("first");
        change(post("a", "x", first));
        roster.begin();
        change(post("a", "y", new Task("second")));
        assertThat(roster.hung()).isEmpty();

        now = now.plus(Duration.ofMinutes(4));

        assertThat(roster.hung())
                .singleElement()
                .asString()
                .contains("Offering a was told to end and does not", "restart the agent");
        assertThat(happened).doesNotContain("second starts");
        first.end.countDown();
    }

    @Test
    void whatHasEndedByItselfBeginsAgainThoughItIsUnchanged() {
        Task first = new Task("first");
        change(post("a", "x", first));
        roster.begin();
        first.over = true;
        first.end.countDown();

        assertThat(change(post("a", "x", new Task("second"))).renewed()).containsExactly("Offering a");

        await().until(() -> happened.contains("second starts"));
    }

    @Test
    void pluginsAreExchangedWhenTheirUsersHaveEndedAndBeforeAnybodyBegins() {
        Task user = new Task("user");
        Task other = new Task("other");
        change(post("a", "x", user, "cloud"), post("b", "x", other, "farm"));
        roster.begin();
        CompletableFuture<Void> done = new CompletableFuture<>();

        Changes changes = roster.change(
                List.of(
                        post("a", "x", new Task("user again"), "cloud"),
                        post("b", "x", new Task("other again"), "farm"),
                        post("c", "x", new Task("new"), "cloud")),
                post -> false,
                new Exchange(Set.of("cloud"), inUse -> happened.add("exchange"), done));

        assertThat(changes.renewed()).containsExactly("Offering a");
        assertThat(changes.kept()).containsExactly("Offering b");
        assertThat(done).isNotDone();
        user.end.countDown();
        await().until(() -> happened.contains("new starts"));
        assertThat(done).isCompleted();
        assertThat(happened).containsSubsequence("user closes", "exchange", "user again starts", "new starts");
        assertThat(happened).doesNotContain("other drains for 2 minutes");
    }

    @Test
    void whatIsKeptWithoutBeingWantedEndsAllTheSameWhenItsPluginGoes() {
        Task user = new Task("user");
        change(post("a", "x", user, "cloud"), post("b", "x", new Task("other"), "farm"));
        roster.begin();

        Changes changes = roster.change(
                List.of(),
                post -> true,
                new Exchange(Set.of("cloud"), inUse -> happened.add("exchange"), new CompletableFuture<>()));

        assertThat(changes.ended()).containsExactly("Offering a");
        assertThat(changes.kept()).containsExactly("Offering b");
        assertThat(happened).contains("user drains for 2 minutes");
        user.end.countDown();
        await().until(() -> happened.contains("exchange"));
    }

    @Test
    void workThatDoesNotEndKeepsNobodyElseFromTheNextBuildOfItsPlugin() {
        Task deaf = new Task("deaf");
        Task user = new Task("user");
        change(post("a", "x", deaf, "cloud"), post("b", "x", user, "cloud", "farm"));
        roster.begin();
        CompletableFuture<Void> done = new CompletableFuture<>();
        roster.change(
                List.of(
                        post("a", "x", new Task("deaf again"), "cloud"),
                        post("b", "x", new Task("user again"), "farm")),
                post -> false,
                new Exchange(Set.of("cloud", "farm"), inUse -> happened.add("exchange, in use " + inUse), done));
        user.end.countDown();
        await().until(() -> happened.contains("user closes"));
        assertThat(done).isNotDone();

        now = now.plus(Duration.ofMinutes(4));

        await().until(() -> happened.contains("user again starts"));
        assertThat(done).isCompleted();
        assertThat(happened).containsSubsequence("user closes", "exchange, in use [cloud]", "user again starts");
        assertThat(happened).doesNotContain("deaf again starts");

        CompletableFuture<Void> later = new CompletableFuture<>();
        roster.change(
                List.of(post("a", "x", new Task("deaf at last"), "cloud"), post("b", "x", user, "farm")),
                post -> false,
                new Exchange(Set.of("cloud"), inUse -> happened.add("later, in use " + inUse), later));
        assertThat(later).isCompleted();
        assertThat(happened).contains("later, in use []");
        deaf.end.countDown();
        await().until(() -> happened.contains("deaf at last starts"));
    }

    @Test
    void stopEndsTheOneOnItsWayOutAndNobodyFollowsIt() {
        Task first = new Task("first");
        change(post("a", "x", first));
        roster.begin();
        CompletableFuture<Void> done = new CompletableFuture<>();
        roster.change(
                List.of(post("a", "y", new Task("second"))),
                post -> false,
                new Exchange(Set.of("p"), inUse -> happened.add("exchange"), done));

        roster.stop();
        first.end.countDown();

        await().until(() -> happened.contains("first closes"));
        assertThat(done).isCancelled();
        assertThat(roster.over()).isTrue();
        assertThat(change(post("a", "z", new Task("third"))).begun()).isEmpty();
        assertThat(happened).contains("first stops").doesNotContain("second starts", "third starts", "exchange");
    }

    @Test
    void changeBeforeTheBeginDecidesWhatBegins() {
        change(post("a", "x", new Task("first")), post("b", "x", new Task("other")));
        change(post("a", "y", new Task("second")));

        roster.begin();

        assertThat(happened).containsExactly("second starts");
    }

    private Changes change(Post... posts) {
        return roster.change(List.of(posts), post -> false, Exchange.NONE);
    }

    private static Post post(String place, String wanted, Task task, String... plugins) {
        Set<String> used = plugins.length == 0 ? Set.of("p") : Set.of(plugins);
        return new Post(place, "Offering " + place, wanted, List.of(), Duration.ofMinutes(30), () -> used, () -> task);
    }
}
