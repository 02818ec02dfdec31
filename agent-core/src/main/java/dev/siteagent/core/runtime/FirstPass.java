package dev.siteagent.core.runtime;

/** Cycles of which the first, once it has ended, has something started; unless the backend refuses the offering. */
final class FirstPass implements OfferingCycle {
    private final OfferingCycle cycle;
    private final Runnable then;
    private boolean over;

    /**
     * Adds to cycles.
     *
     * @param cycle what is done
     * @param then what to start
     */
    FirstPass(OfferingCycle cycle, Runnable then) {
        this.cycle = cycle;
        this.then = then;
    }

    @Override
    public CycleReport run() throws InterruptedException {
        CycleReport report = cycle.run();
        if (!over && report.disabled().isEmpty()) {
            over = true;
            then.run();
        }
        return report;
    }

    @Override
    public void close() {
        cycle.close();
    }
}
