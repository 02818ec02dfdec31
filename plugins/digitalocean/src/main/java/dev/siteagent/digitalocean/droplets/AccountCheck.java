package dev.siteagent.digitalocean.droplets;

import dev.siteagent.digitalocean.api.Account;
import dev.siteagent.digitalocean.api.ApiException;
import dev.siteagent.digitalocean.api.DigitalOceanApi;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.Resource;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Knows which account the token belongs to, so that a droplet which this account does not know is not taken for gone
 * when it is another account that made it.
 *
 * <p>The account of a token hardly ever changes, so it is read once; only when a droplet is missed is it read again,
 * unless that was done a moment ago. Thread-safe.
 */
public final class AccountCheck {
    /** Where the metadata of a resource keeps the account that made its droplet. */
    static final String METADATA_KEY = "account";

    private static final Duration MOMENT = Duration.ofMinutes(1);

    private final DigitalOceanApi api;
    private final Clock clock;
    private final ReentrantLock reading = new ReentrantLock();
    private volatile Known known;

    private record Known(Account account, Instant read) {}

    /**
     * Checks against the account of an API's token.
     *
     * @param api the API
     * @param clock the time
     */
    public AccountCheck(DigitalOceanApi api, Clock clock) {
        this.api = api;
        this.clock = clock;
    }

    /** Returns what identifies the account. */
    public String identity() throws ApiException, InterruptedException {
        if (known == null) {
            // Many orders that begin at once share one answer.
            reading.lockInterruptibly();
            try {
                if (known == null) {
                    refresh();
                }
            } finally {
                reading.unlock();
            }
        }
        return known.account().identity();
    }

    private String identityOfThisMoment() throws ApiException, InterruptedException {
        Known now = known;
        boolean old = now == null || now.read().plus(MOMENT).isBefore(clock.instant());
        return (old ? refresh() : now.account()).identity();
    }

    /** Reads the account anew. */
    public Account refresh() throws ApiException, InterruptedException {
        Account read = api.account();
        known = new Known(read, clock.instant());
        return read;
    }

    /**
     * Makes sure that a 404 for the droplet of this resource means that it is gone. Where no account is recorded (made by
     * another agent), it counts.
     *
     * @throws PermanentBackendException when another account made the droplet
     */
    void requireMakerOf(Resource resource) throws PermanentBackendException, ApiException, InterruptedException {
        Optional<String> recorded = recorded(resource);
        if (recorded.isEmpty()) {
            return;
        }
        requireSame(
                recorded.get(),
                identityOfThisMoment(),
                "Droplet " + resource.backendId().orElse(""));
    }

    /**
     * Makes sure that what is missing was not made in another account.
     *
     * @param maker the account in which it was, or was about to be, made
     * @param what what is missing, for the message
     * @throws PermanentBackendException when the token belongs to another account by now
     */
    void requireMaker(String maker, String what) throws PermanentBackendException, ApiException, InterruptedException {
        requireSame(maker, identity(), what);
    }

    private static void requireSame(String maker, String identity, String what) throws PermanentBackendException {
        if (!maker.equals(identity)) {
            throw new PermanentBackendException(what + " cannot be seen: the token belongs to account " + identity
                    + ", but the droplet was made in account "
                    + maker + ". Set token in backend_settings to one of that account");
        }
    }

    private static Optional<String> recorded(Resource resource) {
        return Optional.ofNullable(resource.metadata().get(METADATA_KEY))
                .map(Object::toString)
                .filter(text -> !text.isBlank());
    }
}
