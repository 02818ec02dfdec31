package dev.siteagent.core.membership;

import java.util.UUID;

/** Which resources somebody in the process works on, so that nobody else does. Thread-safe. */
public interface Claims {
    /** Claims a resource; false when somebody else works on it. */
    boolean claim(UUID resource);

    /** Gives a claimed resource free. */
    void release(UUID resource);
}
