package dev.siteagent.core.runtime;

/** A task that can be interrupted while it runs, and only then: an interrupt never hits what its thread does next. */
final class InterruptibleTask implements Runnable {
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

    /** Interrupts the task if it runs. */
    synchronized void interrupt() {
        if (thread != null) {
            thread.interrupt();
        }
    }
}
