package dev.siteagent.core.waldur;

import dev.siteagent.spi.Secret;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The tokens that OIDC servers issued, one for each token URL and client id, shared by all offerings that use them.
 *
 * <p>A token is renewed 30 seconds before it expires, or half-way where it lives less than a minute. Thread-safe: while
 * one thread fetches a token, others that need the same one wait for it.
 */
public final class OidcTokens {
    private static final Duration MARGIN = Duration.ofSeconds(30);

    private final Clock clock;
    private final Map<Client, Slot> slots = new ConcurrentHashMap<>();

    /**
     * Starts with no token.
     *
     * @param clock tells when a token expires
     */
    public OidcTokens(Clock clock) {
        this.clock = clock;
    }

    /** A token as issued. */
    record Issued(Secret token, Duration lifetime) {}

    /** Asks the server for a token. */
    @FunctionalInterface
    interface Source {
        Issued issue() throws InterruptedException;
    }

    /** Returns the token at hand, or a new one. */
    Secret token(WaldurCredentials.Oidc credentials, Source source) throws InterruptedException {
        Slot slot = slot(credentials);
        slot.lock.lockInterruptibly();
        try {
            if (slot.token == null || !clock.instant().isBefore(slot.renewAt)) {
                Instant asked = clock.instant();
                Issued issued = source.issue();
                slot.token = issued.token();
                slot.renewAt = asked.plus(issued.lifetime()).minus(margin(issued.lifetime()));
            }
            return slot.token;
        } finally {
            slot.lock.unlock();
        }
    }

    /** Forgets a token that Waldur refused, unless another thread has replaced it already. */
    void discard(WaldurCredentials.Oidc credentials, Secret refused) throws InterruptedException {
        Slot slot = slot(credentials);
        slot.lock.lockInterruptibly();
        try {
            if (refused.equals(slot.token)) {
                slot.token = null;
            }
        } finally {
            slot.lock.unlock();
        }
    }

    private Slot slot(WaldurCredentials.Oidc credentials) {
        return slots.computeIfAbsent(new Client(credentials.tokenUrl(), credentials.clientId()), client -> new Slot());
    }

    private static Duration margin(Duration lifetime) {
        Duration half = lifetime.dividedBy(2);
        return half.compareTo(MARGIN) < 0 ? half : MARGIN;
    }

    private record Client(URI tokenUrl, String clientId) {}

    private static final class Slot {
        private final ReentrantLock lock = new ReentrantLock();
        private Secret token;
        private Instant renewAt = Instant.MIN;
    }
}
