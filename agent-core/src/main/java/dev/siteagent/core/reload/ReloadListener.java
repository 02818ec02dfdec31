package dev.siteagent.core.reload;

/** Hears of each reload. Must be thread-safe, and must neither block nor throw. */
@FunctionalInterface
public interface ReloadListener {
    /** Hears nothing. */
    ReloadListener NONE = (cause, outcome) -> {};

    /** Why something was reloaded. */
    enum Cause {
        /** Somebody asked for it. */
        REQUEST,
        /** A file of the plugins folder changed. */
        PLUGIN
    }

    /** How a reload went. */
    enum Outcome {
        /** What is new is in force. */
        APPLIED,
        /** What is new is in force, but for entries that are bad. */
        PARTLY,
        /** Nothing changed, since nothing can run with what is new. */
        REFUSED
    }

    /** A reload has ended; offerings may still be on their way to what is new. */
    void reloaded(Cause cause, Outcome outcome);
}
