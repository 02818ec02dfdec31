package dev.siteagent.sandbox.digitalocean;

import dev.siteagent.sandbox.http.Faults;
import dev.siteagent.sandbox.http.Latency;
import dev.siteagent.sandbox.http.RequestLog;
import dev.siteagent.sandbox.http.Routes;
import dev.siteagent.sandbox.http.SandboxServer;
import dev.siteagent.sandbox.http.WriteTap;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A DigitalOcean account of one's own, served over HTTP on 127.0.0.1: the paths of droplets, actions, keys, tags, sizes,
 * regions, images and the account. It keeps state, takes time, and refuses what the real one refuses.
 *
 * <p>Time comes from the clock of its {@link Options} and can be put ahead with {@link #advance(Duration)}; only the latency
 * and the stalls of the HTTP server take real time. Thread-safe.
 */
public final class DigitalOceanSandbox implements AutoCloseable {
    private final SandboxClock clock;
    private final Habits habits = new Habits();
    private final Catalogue catalogue = Catalogue.standard();
    private final Tokens tokens = new Tokens();
    private final Tags tags = new Tags();
    private final Keys keys;
    private final Droplets droplets;
    private final RateLimits limits;
    private final String token;
    private final SandboxServer server;
    private volatile Account account = Account.SAMPLE;

    private DigitalOceanSandbox(Options options) {
        this.clock = new SandboxClock(options.clock);
        this.token = options.token;
        this.keys = new Keys(clock, habits);
        this.droplets = new Droplets(clock, habits, catalogue);
        this.limits = new RateLimits(clock);
        tokens.admit(token, Set.of());
        this.server = SandboxServer.start(
                SandboxServer.Options.named("digitalocean")
                        .withPort(options.port)
                        .withClock(clock),
                new Gate(tokens, limits, routes()));
    }

    /**
     * How a sandbox starts.
     *
     * @param port the port on 127.0.0.1, 0 for any free one
     * @param clock the clock that time follows
     * @param token the token that may do everything
     */
    public record Options(int port, Clock clock, String token) {
        /** Makes the usual options: any free port, the system's clock, a random token. */
        public static Options usual() {
            return new Options(0, Clock.systemUTC(), randomToken());
        }

        /** Returns these options with another port. */
        public Options withPort(int other) {
            return new Options(other, clock, token);
        }

        /** Returns these options with another clock. */
        public Options withClock(Clock other) {
            return new Options(port, other, token);
        }

        /** Returns these options with another token. */
        public Options withToken(String other) {
            return new Options(port, clock, other);
        }

        @Override
        public String toString() {
            return "Options[port " + port + "]";
        }
    }

    /** Starts a sandbox with the usual options. */
    public static DigitalOceanSandbox start() {
        return start(Options.usual());
    }

    /** Starts a sandbox. */
    public static DigitalOceanSandbox start(Options options) {
        return new DigitalOceanSandbox(options);
    }

    private Routes routes() {
        Shapes shapes = new Shapes(catalogue);
        Routes.Builder routes = Routes.builder()
                .notFound(request -> {
                    throw ApiProblem.notFound();
                })
                .methodNotAllowed(request -> {
                    throw ApiProblem.methodNotAllowed();
                });
        new DropletApi(droplets, createRules(), tags, tokens, shapes).addTo(routes);
        new KeyApi(keys, tokens, shapes).addTo(routes);
        new TagApi(tags, droplets, tokens, shapes, habits).addTo(routes);
        new CatalogueApi(catalogue, () -> account, habits, tokens, shapes).addTo(routes);
        return routes.build();
    }

    private CreateRules createRules() {
        return new CreateRules(catalogue, keys, tags);
    }

    private static String randomToken() {
        byte[] bytes = new byte[32];
        new SecureRandom().nextBytes(bytes);
        return "dop_v1_" + HexFormat.of().formatHex(bytes);
    }

    /** Returns the address without {@code /v2}, such as {@code http://127.0.0.1:40123}. */
    public URI apiUrl() {
        return server.url();
    }

    /** Returns the token that may do everything. */
    public String token() {
        return token;
    }

    /**
     * Makes another token of the same account, with rate limits of its own.
     *
     * @param scopesLacking what it may not do, such as {@code droplet:create} or {@code ssh_key:read}
     */
    public String newToken(String... scopesLacking) {
        String made = randomToken();
        tokens.admit(made, Set.of(scopesLacking));
        return made;
    }

    /** Takes scopes from a token, or gives them back: it lacks exactly these from now on. */
    public void lack(String ofToken, String... scopes) {
        tokens.admit(ofToken, Set.of(scopes));
    }

    /** Ends a token: it gets 401 from now on. */
    public void revoke(String ended) {
        tokens.revoke(ended);
    }

    /** Returns what sets the behaviour. */
    public Habits habits() {
        return habits;
    }

    /** Returns what sets the rate limits. */
    public RateLimits rateLimits() {
        return limits;
    }

    /** Returns the sizes, regions and images on offer. */
    public Catalogue catalogue() {
        return catalogue;
    }

    /** Returns what makes requests fail. */
    public Faults faults() {
        return server.faults();
    }

    /** Returns what makes requests slow. */
    public Latency latency() {
        return server.latency();
    }

    /** Returns the log of requests. */
    public RequestLog log() {
        return server.log();
    }

    /** Sets who listens between a change and its answer. */
    public void tap(WriteTap listener) {
        server.tap(listener);
    }

    /** Returns the errors of the sandbox itself: a test expects none. */
    public List<Throwable> failures() {
        return server.failures();
    }

    /** Puts the time ahead: boots and actions that end meanwhile end. */
    public void advance(Duration duration) {
        clock.advance(duration);
    }

    /** Returns whose account it is. */
    public Account account() {
        return account;
    }

    /** Makes it another one's account, droplets and all. */
    public void account(Account other) {
        account = other;
    }

    /** Returns all droplets as they are now, whatever lists show. */
    public List<Droplet> droplets() {
        return droplets.all();
    }

    /** Returns a droplet, empty where it never was or is gone. */
    public Optional<Droplet> droplet(long id) {
        return droplets.find(id);
    }

    /** Returns how many droplets requests have made, gone ones too; those added by hand do not count. */
    public long createCount() {
        return droplets.createCount();
    }

    /** Returns all that was done to a droplet, newest first. */
    public List<Action> actions(long dropletId) {
        return droplets.actionsOf(dropletId);
    }

    /** Adds a running droplet by hand: {@code s-1vcpu-1gb}, {@code ubuntu-24-04-x64}, in {@code fra1}. */
    public Droplet addDroplet(String name, String... tagNames) {
        return addDroplet(name, "fra1", "s-1vcpu-1gb", "ubuntu-24-04-x64", List.of(tagNames));
    }

    /**
     * Adds a running droplet by hand; lists show it at once.
     *
     * @param name a valid host name
     * @param region a region's slug
     * @param size a size's slug
     * @param image an image's slug or id
     * @param tagNames valid tags
     * @throws IllegalArgumentException if DigitalOcean would not make such a droplet; the message says why
     */
    public Droplet addDroplet(String name, String region, String size, String image, List<String> tagNames) {
        try {
            return droplets.addActive(createRules().check(CreateRules.body(name, region, size, image, tagNames)));
        } catch (Unprocessable refused) {
            throw new IllegalArgumentException(
                    "no droplet " + name + " can be added: " + refused.getMessage(), refused);
        }
    }

    /** Takes a droplet away at once, as somebody at the control panel would. */
    public void removeDroplet(long id) {
        droplets.remove(id);
    }

    /** Sets the status of a droplet by hand, with no action. */
    public void setStatus(long id, Droplet.Status status) {
        droplets.force(id, status);
    }

    /** Puts a tag on a droplet by hand. */
    public void tagDroplet(long id, String tag) {
        droplets.tag(id, tags.declare(tag));
    }

    /** Takes a tag off a droplet by hand. */
    public void untagDroplet(long id, String tag) {
        droplets.untag(id, tag);
    }

    /** Ends at once what a droplet is doing: booting, most often. */
    public void finishAction(long dropletId) {
        droplets.finish(dropletId);
    }

    /** Returns the account's SSH keys. */
    public List<SshKey> keys() {
        return keys.all();
    }

    /**
     * Adds an SSH key by hand.
     *
     * @throws IllegalArgumentException if DigitalOcean would refuse it; the message says why
     */
    public SshKey addKey(String name, String publicKey) {
        try {
            return keys.add(name, publicKey);
        } catch (Unprocessable refused) {
            throw new IllegalArgumentException("no key " + name + " can be added: " + refused.getMessage(), refused);
        }
    }

    /** Returns the id of a region's network, which a create may name as {@code vpc_uuid}. */
    public String vpc(String region) {
        return CreateRules.defaultVpc(region);
    }

    /** Stops serving. */
    @Override
    public void close() {
        server.close();
    }

    @Override
    public String toString() {
        return "DigitalOceanSandbox[" + apiUrl() + "]";
    }
}
