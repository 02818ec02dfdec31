package dev.siteagent.core.membership;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What became of the resources of an offering in one cycle.
 *
 * @param synced how many are in step now
 * @param changed how many of these Waldur or the backend was told something new of
 * @param absent how many the backend lacks
 * @param failed how many failed
 * @param left how many are left to the next cycle: somebody works on them, or they still stop or start
 * @param problems a line for each thing that went wrong
 * @param passing whether something went wrong that may be over soon, so that another try is worth it
 * @param skipped why nothing was done, and that is no problem; empty when something was
 */
public record MembershipReport(
        int synced,
        int changed,
        int absent,
        int failed,
        int left,
        List<String> problems,
        boolean passing,
        Optional<String> skipped) {
    /** Copies the problems and refuses nulls. */
    public MembershipReport {
        problems = List.copyOf(problems);
        Objects.requireNonNull(skipped, "skipped");
    }

    static MembershipReport skipped(String why) {
        return new MembershipReport(0, 0, 0, 0, 0, List.of(), true, Optional.of(why));
    }

    static MembershipReport failed(String why, boolean passing) {
        return new MembershipReport(0, 0, 0, 0, 0, List.of(why), passing, Optional.empty());
    }

    /** Tells whether the cycle failed as a whole: something went wrong before any resource was looked at. */
    public boolean nothingDone() {
        return synced + absent + failed + left == 0 && !problems.isEmpty();
    }

    /** Returns one line for the log. */
    public String summary() {
        return skipped.map(why -> "skipped, " + why)
                .orElse(synced + " resources in step, " + changed + " of them changed; " + absent
                        + " not on the backend, " + failed + " failed, " + left + " left to the next cycle");
    }
}
