package dev.siteagent.core.runtime;

import java.util.Arrays;
import java.util.stream.Collectors;

/** A task that can be interrupted while it runs, and only then: an interrupt never hits what its thread does next. */
final class InterruptibleTask implements Runnable {
    private static final int DEPTH = 12;

    private final Runnable body;
    private Thread thread;

    InterruptibleTask(Runnable body) {
        this.body = body;
    }

    @Override
    public void run() {
        synchronized (this) {
            thread = Thread.currentThread();
        }
        try {
            body.run();
        } finally {
            synchronized (this) {
                thread = null;
                Thread.interrupted();
            }
        }
    }

    /** Returns where the task is, for somebody who asks why it does not come back; empty when it does not run. */
    synchronized String whereabouts() {
        StackTraceElement[] stack = thread == null ? new StackTraceElement[0] : thread.getStackTrace();
        return Arrays.stream(stack)
                .limit(DEPTH)
                .map(StackTraceElement::toString)
                .collect(Collectors.joining(" < "));
    }

    /** Interrupts the task if it runs. */
    synchronized void interrupt() {
        if (thread != null) {
            thread.interrupt();
        }
    }
}
