package dev.siteagent.hobbyfarm.accounts;

import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.Machines;

/** One account of a cloud, opened with one token. Thread-safe. */
public final class Account {
    private final Machines machines;
    private volatile String id;

    Account(Machines machines) {
        this.machines = machines;
    }

    /** Returns what is done with the account. */
    public Machines machines() {
        return machines;
    }

    /**
     * Returns the account's identity, asked for once: a token never moves to another account.
     *
     * @throws BackendException when it cannot be asked
     * @throws InterruptedException when the thread is interrupted
     */
    public String id() throws BackendException, InterruptedException {
        if (id == null) {
            synchronized (this) {
                if (id == null) {
                    id = machines.account();
                }
            }
        }
        return id;
    }
}
