package dev.siteagent.digitalocean.droplets;

import dev.siteagent.digitalocean.api.Account;
import dev.siteagent.digitalocean.api.ApiException;
import dev.siteagent.digitalocean.api.DigitalOceanApi;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.Resource;
import java.util.Optional;

/**
 * Knows which account the token belongs to, so that a droplet which this account does not know is not taken for gone
 * when it is another account that made it.
 *
 * <p>The account of a token never changes, so it is read once. Thread-safe.
 */
public final class AccountCheck {
    /** Where the metadata of a resource keeps the account that made its droplet. */
    static final String METADATA_KEY = "account";

    private final DigitalOceanApi api;
    private volatile Account account;

    /**
     * Checks against the account of an API's token.
     *
     * @param api the API
     */
    public AccountCheck(DigitalOceanApi api) {
        this.api = api;
    }

    /** Returns what identifies the account, read at most once. */
    public String identity() throws ApiException, InterruptedException {
        Account known = account;
        return known == null ? refresh().identity() : known.identity();
    }

    /** Reads the account anew. */
    public Account refresh() throws ApiException, InterruptedException {
        Account read = api.account();
        account = read;
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
        if (recorded.isPresent() && !recorded.get().equals(identity())) {
            throw new PermanentBackendException(
                    "Droplet " + resource.backendId().orElse("")
                            + " cannot be seen: the token belongs to account " + identity()
                            + ", but the droplet was made in account "
                            + recorded.get() + ". Set token in backend_settings to one of that account");
        }
    }

    private static Optional<String> recorded(Resource resource) {
        return Optional.ofNullable(resource.metadata().get(METADATA_KEY))
                .map(Object::toString)
                .filter(text -> !text.isBlank());
    }
}
