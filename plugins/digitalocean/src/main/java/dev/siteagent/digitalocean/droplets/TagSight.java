package dev.siteagent.digitalocean.droplets;

import dev.siteagent.digitalocean.api.ApiException;
import dev.siteagent.digitalocean.api.DigitalOceanApi;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Knows whether the token sees the tags of droplets. To one without the scope {@code tag:read} DigitalOcean shows every
 * droplet without them, so that each looks like nobody's: it would be made twice, or destroyed for another. Thread-safe.
 */
final class TagSight {
    private final DigitalOceanApi api;
    private final ReentrantLock trial = new ReentrantLock();
    private volatile boolean proven;

    TagSight(DigitalOceanApi api) {
        this.api = api;
    }

    /**
     * Makes sure that tags are seen; a token that saw them once is believed.
     *
     * @throws ApiException.MissingScope when they are not
     */
    void require() throws ApiException, InterruptedException {
        if (proven) {
            return;
        }
        trial.lockInterruptibly();
        try {
            if (!proven) {
                api.tryTags();
                proven = true;
            }
        } finally {
            trial.unlock();
        }
    }
}
