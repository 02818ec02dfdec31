package dev.siteagent.core.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Collects the problems of one reading of a file. The same problem found twice counts once. Not thread-safe. */
final class Problems {
    private static final Comparator<Problem> FILE_ORDER = Comparator.comparingInt(Problem::line)
            .thenComparingInt(Problem::column)
            .thenComparing(Problem::path);

    private final Path file;
    private final Set<Problem> all = new LinkedHashSet<>();
    private final Map<KeyPath, List<Problem>> errorsByScope = new HashMap<>();

    Problems(Path file) {
        this.file = file;
    }

    void error(Location location, KeyPath path, String message) {
        Problem problem = problem(Severity.ERROR, location, path, message);
        if (all.add(problem)) {
            errorsByScope
                    .computeIfAbsent(path.scope(), scope -> new ArrayList<>())
                    .add(problem);
        }
    }

    void warning(Location location, KeyPath path, String message) {
        all.add(problem(Severity.WARNING, location, path, message));
    }

    private Problem problem(Severity severity, Location location, KeyPath path, String message) {
        return new Problem(severity, file, location.line(), location.column(), path.toString(), message);
    }

    /** Returns whether a part of the file that can fail alone has an error, or, for the root, the rest of the file. */
    boolean failed(KeyPath scope) {
        return errorsByScope.containsKey(scope);
    }

    /** Returns why a part of the file cannot be used, in one line; empty when it can. */
    Optional<String> whyFailed(KeyPath scope) {
        return Optional.ofNullable(errorsByScope.get(scope)).map(errors -> {
            Problem first = inFileOrder(errors).get(0);
            String more = errors.size() == 1 ? "" : " (and " + (errors.size() - 1) + " more)";
            return "line " + first.line() + ": " + first.path() + ": " + first.message() + more;
        });
    }

    List<Problem> inFileOrder() {
        return inFileOrder(all);
    }

    private static List<Problem> inFileOrder(Collection<Problem> problems) {
        return problems.stream().sorted(FILE_ORDER).toList();
    }
}
