package dev.siteagent.core.runtime;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A place for work, which one work has at most: the next begins when the one before has ended for good. Guarded by the
 * lock of its {@link Roster}.
 */
final class Seat {
    private Post post;
    private Work work;
    private Set<String> plugins = Set.of();
    private Optional<Instant> endsBy = Optional.empty();
    private Optional<Post> next;

    /** Nothing is at work yet. */
    Seat(Post first) {
        this.post = first;
        this.next = Optional.of(first);
    }

    /** Returns the post of what is at work, or of what will be. */
    Post post() {
        return post;
    }

    /** Returns what is at work; empty before the start, and between two. */
    Optional<Work> work() {
        return Optional.ofNullable(work);
    }

    Optional<Post> next() {
        return next;
    }

    void next(Optional<Post> value) {
        next = value;
    }

    /** Returns what is wanted here: what is next, or what is at work and was not told to end. */
    Optional<Post> wanted() {
        return next.isPresent() || leaving() ? next : Optional.of(post);
    }

    /** Returns whether what is at work was told to end. */
    boolean leaving() {
        return endsBy.isPresent();
    }

    /** Returns whether it was told to end and does not. */
    boolean overdue(Instant now) {
        return endsBy.filter(now::isAfter).isPresent();
    }

    boolean uses(Set<String> pluginIds) {
        return plugins.stream().anyMatch(pluginIds::contains);
    }

    /** What is at work goes on with builds of plugins that others have taken the place of. */
    void outlives(Set<String> pluginIds) {
        plugins = plugins.stream().filter(id -> !pluginIds.contains(id)).collect(Collectors.toUnmodifiableSet());
    }

    /** Returns whether what is at work does what a post wants, and goes on doing it. */
    boolean serves(Post wanted, Set<String> pluginsThatGo) {
        return work != null
                && !leaving()
                && !work.endedByItself()
                && post.wanted().equals(wanted.wanted())
                && !uses(pluginsThatGo);
    }

    /** Begins with what is next. */
    Work begin() {
        post = next.orElseThrow();
        next = Optional.empty();
        plugins = Set.copyOf(post.plugins().get());
        work = post.work().get();
        return work;
    }

    /**
     * Has what is at work end.
     *
     * @param patience for how long what it has begun may take
     * @param until when it should be gone
     */
    void leave(Duration patience, Instant until) {
        work.drain(patience);
        endsBy = Optional.of(endsBy.filter(until::isAfter).orElse(until));
    }

    /** What was at work has ended for good. */
    void vacate() {
        work = null;
        plugins = Set.of();
        endsBy = Optional.empty();
    }
}
