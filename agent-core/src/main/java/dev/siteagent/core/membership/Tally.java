package dev.siteagent.core.membership;

import dev.siteagent.core.fairness.FailedLast;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Counts what becomes of the resources in one cycle, and tells when one of the sides is so much out of order that going on
 * would only take time. Touched by the cycle's thread only.
 */
final class Tally {
    private static final int MOST_OUTAGES_IN_A_ROW = 10;

    private final List<String> problems = new ArrayList<>();
    private final FailedLast<UUID> turns;
    private int synced;
    private int changed;
    private int absent;
    private int failed;
    private int left;
    private int outages;
    private boolean passing;

    /**
     * Counts from nothing.
     *
     * @param turns the resources that met an outage when they were last tried; kept up to date
     */
    Tally(FailedLast<UUID> turns) {
        this.turns = turns;
    }

    void synced(UUID resource, Notes notes) {
        synced++;
        turns.succeeded(resource);
        changed += notes.isChanged() ? 1 : 0;
        outages = 0;
        problems.addAll(notes.problems());
    }

    void absent() {
        absent++;
    }

    void left() {
        left++;
    }

    /** A resource did not get into step. */
    void failure(UUID resource, Failures.Meaning meaning, Notes notes) {
        problems.addAll(notes.problems());
        switch (meaning) {
            case FAILED -> {
                failed++;
                outages = 0;
                turns.succeeded(resource);
            }
            case OUTAGE -> {
                failed++;
                outages++;
                passing = true;
                turns.failed(resource);
            }
            case LEFT -> left++;
        }
    }

    /**
     * A resource could not be read, so that it does not come up in the pass over the others: all were read at once, and so
     * many that could not be say nothing of those that could.
     */
    void unread(UUID resource, Failures.Meaning meaning, Notes notes) {
        int before = outages;
        failure(resource, meaning, notes);
        outages = before;
    }

    /** Something went wrong that concerns no single resource. */
    void problem(String what) {
        problems.add(what);
    }

    /** Something could not be read that concerns no single resource. */
    void problem(String what, Throwable why) {
        problem(what + ": " + why.getMessage());
        passing |= Failures.isOutage(why);
    }

    /** Returns whether so many resources in a row met an outage that the next will, too. */
    boolean hopeless() {
        return outages >= MOST_OUTAGES_IN_A_ROW;
    }

    MembershipReport report() {
        return new MembershipReport(synced, changed, absent, failed, left, problems, passing, Optional.empty());
    }
}
