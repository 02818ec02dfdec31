package dev.siteagent.core.membership;

import dev.siteagent.spi.Resource;
import java.util.ArrayList;
import java.util.List;

/** What came of one resource so far in this cycle. Touched by the cycle's thread only. */
final class Notes {
    private final String name;
    private final List<String> problems = new ArrayList<>();
    private boolean changed;
    private boolean incomplete;

    Notes(Resource resource) {
        this.name = resource.toString();
    }

    /** Something went wrong that is no failure of the resource. */
    void problem(String what) {
        problems.add(name + ": " + what);
    }

    /** One side was told something new. */
    void changed(boolean value) {
        changed |= value;
    }

    /** A step could not be taken, so that nobody may say that the resource is in step. */
    void incomplete() {
        incomplete = true;
    }

    List<String> problems() {
        return problems;
    }

    boolean isChanged() {
        return changed;
    }

    boolean isIncomplete() {
        return incomplete;
    }
}
