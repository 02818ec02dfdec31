package dev.siteagent.core.imports;

import java.util.List;
import java.util.Objects;

/**
 * What became of an import request.
 *
 * @param end how it ended
 * @param submitted the backend ids that were submitted
 * @param skipped a line for each resource that could not be offered, with the reason
 * @param problems a line for each thing that went wrong
 */
public record ImportResult(End end, List<String> submitted, List<String> skipped, List<String> problems) {
    /** How a request ended. */
    public enum End {
        /** Waldur was told that it is done. */
        DONE,
        /** Waldur was told that it failed. */
        ERRED,
        /** It was none to work on: ended already, or another offering's. */
        LEFT_ALONE
    }

    /** Copies the lists and refuses null. */
    public ImportResult {
        Objects.requireNonNull(end, "end");
        submitted = List.copyOf(submitted);
        skipped = List.copyOf(skipped);
        problems = List.copyOf(problems);
    }

    static ImportResult leftAlone() {
        return new ImportResult(End.LEFT_ALONE, List.of(), List.of(), List.of());
    }
}
