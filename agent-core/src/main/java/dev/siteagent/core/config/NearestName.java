package dev.siteagent.core.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds what was likely meant by a name that is not known. */
final class NearestName {
    private static final int LONGEST = 80;

    private NearestName() {}

    /** Returns the known name with the fewest edits from the given one, when it is near enough to be meant. */
    static Optional<String> of(String name, Collection<String> known) {
        if (name.length() > LONGEST) {
            return Optional.empty();
        }
        String wanted = plain(name);
        int farthest = Math.max(1, (wanted.length() + 1) / 3);
        return known.stream()
                .filter(candidate -> Math.abs(candidate.length() - name.length()) <= farthest)
                .map(candidate -> new Candidate(candidate, distance(wanted, plain(candidate))))
                .filter(candidate -> candidate.distance <= farthest)
                .min(Comparator.comparingInt(Candidate::distance).thenComparing(Candidate::name))
                .map(Candidate::name);
    }

    /** Returns {@code ; did you mean 'x'?}, or nothing when no known name is near. */
    static String hint(String name, Collection<String> known) {
        return of(name, known)
                .map(nearest -> "; did you mean " + Quoted.of(nearest) + "?")
                .orElse("");
    }

    private record Candidate(String name, int distance) {}

    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replace('-', '_');
    }

    /** Counts insertions, deletions, replacements and swaps of neighbours. */
    private static int distance(String a, String b) {
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                cost[i][j] = i == 0 || j == 0 ? i + j : cheapest(cost, a, b, i, j);
            }
        }
        return cost[a.length()][b.length()];
    }

    private static int cheapest(int[][] cost, String a, String b, int i, int j) {
        int replace = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        int best = Math.min(replace, Math.min(cost[i - 1][j], cost[i][j - 1]) + 1);
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(best, cost[i - 2][j - 2] + 1) : best;
    }
}
