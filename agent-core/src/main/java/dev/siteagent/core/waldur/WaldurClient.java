package dev.siteagent.core.waldur;

import dev.siteagent.spi.Secret;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;
import javax.net.ssl.SSLContext;

/**
 * Waldur's REST API, as far as an agent needs it: one object for each family of endpoints. Thread-safe; one client
 * serves all of an offering.
 *
 * <p>Every call throws {@link WaldurException} when it brings no usable answer. Passing failures are repeated inside the
 * call, with growing pauses and within {@link RetryPolicy}, where repeating is safe. A call gives up at once and throws
 * {@link InterruptedException} when its thread is interrupted.
 *
 * <p>UUIDs go out as 32 hex digits and come in in either form; unknown fields are ignored and unknown enum values read
 * as {@code UNKNOWN}.
 */
public final class WaldurClient {
    private final WaldurHttp http;

    private WaldurClient(Builder builder) {
        Retries retries =
                new Retries(builder.retryPolicy, builder.clock, builder.sleeper, builder.random, builder.listener);
        OidcTokens tokens = builder.tokens == null ? new OidcTokens(builder.clock) : builder.tokens;
        this.http = new WaldurHttp(builder.connection, tokens, retries, builder.clock, builder.listener);
    }

    /** Starts a client for a connection, with the system's clock, sleep and randomness. */
    public static Builder builder(WaldurConnection connection) {
        return new Builder(connection);
    }

    /**
     * Reads the JVM's settings of TLS, and an answer that nobody sent. What the JVM and the libraries do once is most of the
     * time that a first client takes: with a rehearsal beside something else it is done before. No client is made: with the
     * first one the JDK takes over what {@link Transport} may have to say for proxies.
     *
     * @throws IllegalStateException when that does not work; a client would not, either
     */
    public static void rehearse() {
        try {
            SSLContext.getDefault();
            WaldurJson json = new WaldurJson();
            json.readList("[{}]", WaldurOrder.class);
            json.read("{}", WaldurOffering.class);
        } catch (NoSuchAlgorithmException | WaldurJson.MalformedJsonException e) {
            throw new IllegalStateException("Waldur's API cannot be used with this Java", e);
        }
    }

    /** Returns the orders. */
    public Orders orders() {
        return new Orders(http);
    }

    /** Returns the resources. */
    public ProviderResources resources() {
        return new ProviderResources(http);
    }

    /** Returns the offerings. */
    public ProviderOfferings offerings() {
        return new ProviderOfferings(http);
    }

    /** Returns the plans. */
    public Plans plans() {
        return new Plans(http);
    }

    /** Returns the users at an offering. */
    public OfferingUsers offeringUsers() {
        return new OfferingUsers(http);
    }

    /** Returns the organisations that publish offerings. */
    public ServiceProviders serviceProviders() {
        return new ServiceProviders(http);
    }

    /** Returns the customers' projects. */
    public Projects projects() {
        return new Projects(http);
    }

    /** Returns the API keys of resources. */
    public ResourceApiKeys apiKeys() {
        return new ResourceApiKeys(http);
    }

    /** Returns the agents, their services and processors. */
    public AgentIdentities identities() {
        return new AgentIdentities(http);
    }

    /** Returns the subscriptions to events. */
    public EventSubscriptions eventSubscriptions() {
        return new EventSubscriptions(http);
    }

    /** Returns what resources used, and how much users may use. */
    public ComponentUsages usages() {
        return new ComponentUsages(http);
    }

    /** Returns the requests to list what could be imported. */
    public ImportRequests importRequests() {
        return new ImportRequests(http);
    }

    /** Returns the logs that agents ship. */
    public AgentLogs logs() {
        return new AgentLogs(http);
    }

    /** Returns the policies that limit usage by period. */
    public PeriodicPolicies periodicPolicies() {
        return new PeriodicPolicies(http);
    }

    /** Reads who the agent is. */
    public CurrentUser me() throws InterruptedException {
        return http.one(
                WaldurCall.get(
                        "users.me",
                        "tell whose token this is",
                        "/api/users/me/",
                        Query.NONE.fieldsOf(CurrentUser.class)),
                CurrentUser.class);
    }

    /** Reads the version of Waldur. */
    public String version() throws InterruptedException {
        return http.one(WaldurCall.get("version", "tell its version", "/api/version/", Query.NONE), VersionAnswer.class)
                .version();
    }

    /**
     * Returns the token that a call would send now: the static one, or a current one of the OIDC server. The broker of
     * events takes it as its password.
     */
    public Secret token() throws InterruptedException {
        return http.token();
    }

    private record VersionAnswer(String version) {}

    /** Gathers what a client needs. Not thread-safe. */
    public static final class Builder {
        private final WaldurConnection connection;
        private OidcTokens tokens;
        private RetryPolicy retryPolicy = RetryPolicy.DEFAULT;
        private Clock clock = Clock.systemUTC();
        private Sleeper sleeper = Sleeper.SYSTEM;
        private RandomGenerator random = () -> ThreadLocalRandom.current().nextLong();
        private WaldurCallListener listener = WaldurCallListener.NONE;

        private Builder(WaldurConnection connection) {
            this.connection = Objects.requireNonNull(connection, "connection");
        }

        /** Shares OIDC tokens with other clients; without it the client keeps its own. */
        public Builder tokens(OidcTokens shared) {
            tokens = Objects.requireNonNull(shared, "tokens");
            return this;
        }

        /** Sets how often passing failures are repeated. */
        public Builder retryPolicy(RetryPolicy policy) {
            retryPolicy = Objects.requireNonNull(policy, "retryPolicy");
            return this;
        }

        /** Sets the clock. */
        public Builder clock(Clock newClock) {
            clock = Objects.requireNonNull(newClock, "clock");
            return this;
        }

        /** Sets how a call waits between two attempts. */
        public Builder sleeper(Sleeper newSleeper) {
            sleeper = Objects.requireNonNull(newSleeper, "sleeper");
            return this;
        }

        /** Sets the randomness of the pauses; must be thread-safe when the client is used by several threads. */
        public Builder random(RandomGenerator generator) {
            random = Objects.requireNonNull(generator, "random");
            return this;
        }

        /** Sets who hears of every attempt. */
        public Builder listener(WaldurCallListener newListener) {
            listener = Objects.requireNonNull(newListener, "listener");
            return this;
        }

        /** Makes the client. Nothing is sent yet. */
        public WaldurClient build() {
            return new WaldurClient(this);
        }
    }
}
