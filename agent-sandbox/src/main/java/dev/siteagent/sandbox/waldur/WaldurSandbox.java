package dev.siteagent.sandbox.waldur;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.siteagent.sandbox.http.Faults;
import dev.siteagent.sandbox.http.Json;
import dev.siteagent.sandbox.http.Latency;
import dev.siteagent.sandbox.http.Request;
import dev.siteagent.sandbox.http.RequestLog;
import dev.siteagent.sandbox.http.Response;
import dev.siteagent.sandbox.http.SandboxServer;
import dev.siteagent.sandbox.http.WriteTap;
import dev.siteagent.sandbox.waldur.Entities.Offering;
import dev.siteagent.sandbox.waldur.Entities.Order;
import dev.siteagent.sandbox.waldur.Entities.Plan;
import dev.siteagent.sandbox.waldur.Entities.Resource;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A simulated Waldur on loopback: offerings, customers who place orders, and the REST API a site agent calls. It keeps
 * state and refuses what the real one refuses: wrong tokens, unknown objects, input that does not validate, steps that the
 * state of an order, resource or user does not allow.
 *
 * <p>The methods here stand for what providers, customers and operators do in Waldur. What the agent does goes over HTTP.
 * Thread-safe.
 */
public final class WaldurSandbox implements AutoCloseable {
    private final Marketplace marketplace;
    private final TokenDesk tokens;
    private final SandboxServer server;

    // Made once the address is known, which the answers carry.
    private volatile Api api;

    private WaldurSandbox(Options options) {
        this.marketplace = new Marketplace(options.clock());
        this.tokens = new TokenDesk(options.clock(), options.token());
        this.server = SandboxServer.start(
                SandboxServer.Options.named("Waldur").withPort(options.port()).withClock(options.clock()),
                this::handle);
        this.api = new Api(marketplace, tokens, server.url());
    }

    /**
     * How a simulated Waldur runs.
     *
     * @param port the port, 0 for any free one
     * @param clock gives all times
     * @param token the token that the agent must send
     */
    public record Options(int port, Clock clock, String token) {
        /** Makes the usual options: any free port, the system's clock, a random token. */
        public static Options usual() {
            return new Options(0, Clock.systemUTC(), Ids.hex(UUID.randomUUID()));
        }

        /** Leaves the token out. */
        @Override
        public String toString() {
            return "Options[port=" + port + "]";
        }
    }

    private Response handle(Request request) {
        Api ready = api;
        return ready == null ? Response.text(503, "starting") : ready.handler.handle(request);
    }

    /** Starts with the usual options. */
    public static WaldurSandbox start() {
        return start(Options.usual());
    }

    /** Starts. */
    public static WaldurSandbox start(Options options) {
        return new WaldurSandbox(options);
    }

    /** Returns the address to configure as {@code waldur_api_url}, with {@code /api/} at its end. */
    public String apiUrl() {
        return server.url() + "/api/";
    }

    /** Returns the token to configure as {@code waldur_api_token}. */
    public String token() {
        return tokens.token();
    }

    /** Returns the address to configure as {@code oidc_token_url}. */
    public String oidcTokenUrl() {
        return server.url() + TokenDesk.PATH;
    }

    /** Returns the client id that the OIDC server knows. */
    public String oidcClientId() {
        return tokens.clientId();
    }

    /** Returns the client secret that the OIDC server knows. */
    public String oidcClientSecret() {
        return tokens.clientSecret();
    }

    /** Sets how long tokens of the OIDC server live that are issued from now on. */
    public void oidcLifetime(Duration lifetime) {
        tokens.lifetime(lifetime);
    }

    /** Makes all tokens of the OIDC server void. */
    public void expireOidcTokens() {
        tokens.expireAll();
    }

    /** Returns what goes wrong; see {@link dev.siteagent.sandbox.http.Requests} for what to match. */
    public Faults faults() {
        return server.faults();
    }

    /** Returns how long requests take. */
    public Latency latency() {
        return server.latency();
    }

    /** Returns the log of all requests. */
    public RequestLog requests() {
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

    /** Returns the customers' side: projects, users, their accounts and keys. */
    public People people() {
        return api.people;
    }

    /** Publishes an offering. */
    public UUID addOffering(NewOffering offering) {
        return addOffering(UUID.randomUUID(), offering);
    }

    /** Publishes an offering under a UUID that a configuration names already. */
    public UUID addOffering(UUID uuid, NewOffering offering) {
        return marketplace.write(() -> {
            Offering entity = new Offering(
                    uuid, offering.name(), marketplace.slug(offering.name()), marketplace.provider, (ObjectNode)
                            Json.tree(offering.pluginOptions()));
            offering.components()
                    .forEach(component ->
                            entity.components.add(component.json().put("uuid", Ids.hex(UUID.randomUUID()))));
            marketplace.offerings.put(entity.uuid, entity);
            return entity.uuid;
        });
    }

    /** Adds a plan to an offering: component → amount included. */
    public UUID addPlan(UUID offering, String name, Map<String, Long> quotas) {
        return marketplace.write(() -> {
            Plan plan = new Plan(UUID.randomUUID(), name, Map.copyOf(quotas));
            marketplace.offering(offering).plans.put(plan.uuid(), plan);
            return plan.uuid();
        });
    }

    /** Sets what the agent's user may do with an offering. */
    public void setAccess(UUID offering, Access access) {
        marketplace.change(() -> marketplace.offering(offering).access = access);
    }

    /** Sets an option of an offering by Waldur's name. */
    public void setOption(UUID offering, String option, Object value) {
        marketplace.change(() -> marketplace.offering(offering).pluginOptions.set(option, Json.tree(value)));
    }

    /** Sets which attributes of users an offering may see, such as {@code email}. */
    public void exposeUserAttributes(UUID offering, List<String> attributes) {
        marketplace.change(() -> marketplace.offering(offering).exposedUserAttributes = List.copyOf(attributes));
    }

    /** Orders a new resource. */
    public OrderSnapshot createOrder(UUID offering, UUID project, NewOrder order) {
        return place(() -> api.orders.create(marketplace.offering(offering), marketplace.project(project), order));
    }

    /** Orders other limits or another plan for a resource that is OK or erred. */
    public OrderSnapshot updateOrder(UUID resource, NewOrder order) {
        return place(() -> api.orders.update(marketplace.resource(resource), order));
    }

    /** Orders the end of a resource that is OK or erred. */
    public OrderSnapshot terminateOrder(UUID resource) {
        return terminateOrder(resource, NewOrder.plain());
    }

    /** Orders the end of a resource that is OK or erred. */
    public OrderSnapshot terminateOrder(UUID resource, NewOrder order) {
        return place(() -> api.orders.terminate(marketplace.resource(resource), order));
    }

    /** Orders a terminated resource again. */
    public OrderSnapshot restoreOrder(UUID resource, NewOrder order) {
        return place(() -> api.orders.restore(marketplace.resource(resource), order));
    }

    /** Approves an order in the customer's name: it then waits for the provider. */
    public void approveByConsumer(UUID order) {
        marketplace.change(() -> api.orders.approveByConsumer(marketplace.order(order)));
    }

    /** Withdraws an order. */
    public void cancelOrder(UUID order) {
        marketplace.change(() -> api.orders.cancel(marketplace.order(order)));
    }

    /** Lets an erred order execute again, as Waldur's own action retry does. */
    public void retryOrder(UUID order) {
        marketplace.change(() -> api.orders.retry(marketplace.order(order)));
    }

    /** Returns an order. */
    public OrderSnapshot order(UUID order) {
        return marketplace.read(() -> marketplace.order(order).snapshot());
    }

    /** Returns all orders, the oldest first. */
    public List<OrderSnapshot> orders() {
        return marketplace.read(
                () -> marketplace.orders.values().stream().map(Order::snapshot).toList());
    }

    /** Returns a resource. */
    public ResourceSnapshot resource(UUID resource) {
        return marketplace.read(() -> marketplace.resource(resource).snapshot());
    }

    /** Returns all resources, the oldest first. */
    public List<ResourceSnapshot> resources() {
        return marketplace.read(() ->
                marketplace.resources.values().stream().map(Resource::snapshot).toList());
    }

    /** Returns the API keys of a resource. */
    public List<ApiKeySnapshot> apiKeys(UUID resource) {
        return marketplace.read(() -> api.apiKeys.of(marketplace.resource(resource)));
    }

    /** Returns the agents that registered. */
    public List<AgentSnapshot> agents() {
        return marketplace.read(() -> api.agents.snapshots());
    }

    /**
     * Adds a resource that is OK without an order, as one that has been there for long.
     *
     * @param backendId its id on the backend
     */
    public UUID addResource(UUID offering, UUID project, NewOrder description, String backendId) {
        return marketplace.write(() -> {
            NewOrder approved = description.autoApproved();
            Order order = api.orders.create(marketplace.offering(offering), marketplace.project(project), approved);
            order.resource.backendId = backendId;
            api.orders.done(order);
            marketplace.orders.remove(order.uuid);
            return order.resource.uuid;
        });
    }

    /** Returns what a resource used, by what the agent reported. */
    public List<UsageSnapshot> usages(UUID resource) {
        return marketplace.read(() -> api.usages.of(marketplace.resource(resource)));
    }

    /** Lets usage-based components be reported for past months, which is refused at first, or not. */
    public void allowBackfill(boolean allowed) {
        marketplace.change(() -> api.usages.allowBackfill(allowed));
    }

    /** Sets how much a user may use of a component of a resource; null ends the limit. */
    public void setUserLimit(UUID resource, String component, String username, BigDecimal amount) {
        marketplace.change(() -> api.userLimits.set(marketplace.resource(resource), component, username, amount));
    }

    /** Asks the agent of an offering to list what could be imported. */
    public UUID requestImport(UUID offering) {
        return marketplace.write(() -> api.imports.request(marketplace.offering(offering)));
    }

    /** Returns a request to list what could be imported. */
    public ImportSnapshot importRequest(UUID request) {
        return marketplace.read(() -> api.imports.snapshot(request));
    }

    /** Adds an API key to a resource, as one that an agent has reported long ago. */
    public UUID addApiKey(UUID resource, String clientId) {
        return marketplace.write(() -> api.apiKeys.add(marketplace.resource(resource), clientId));
    }

    /** Asks for a new value of an API key. */
    public void requestKeyRotation(UUID apiKey) {
        marketplace.change(() -> api.apiKeys.requestRotation(apiKey));
    }

    /** Returns the names of the queues for events that agents created. */
    public List<String> eventQueues() {
        return marketplace.read(() -> api.subscriptions.queues());
    }

    /** Returns the log lines that agents shipped, as JSON objects. */
    public List<JsonNode> shippedLogs() {
        return marketplace.read(() -> api.reports.lines());
    }

    /** Returns the outcomes of periodic policies that agents reported, as JSON objects. */
    public List<JsonNode> policyOutcomes() {
        return marketplace.read(() -> api.reports.outcomes());
    }

    /** Sets what a customer or operator sets on a resource. */
    public void setFlags(UUID resource, boolean paused, boolean downscaled, boolean restrictMemberAccess) {
        marketplace.change(() -> {
            Resource entity = marketplace.resource(resource);
            entity.paused = paused;
            entity.downscaled = downscaled;
            entity.restrictMemberAccess = restrictMemberAccess;
        });
    }

    /**
     * Waits until an order is in a state.
     *
     * @return the order
     * @throws AssertionError when it is not within the time; the message tells where it got stuck
     */
    public OrderSnapshot waitFor(UUID order, OrderSnapshot.State state, Duration atMost) throws InterruptedException {
        Order entity = marketplace.read(() -> marketplace.order(order));
        if (!marketplace.await(() -> entity.state == state, atMost)) {
            throw new AssertionError("order " + order + " is not " + state + " after " + atMost + " but "
                    + order(order).state() + " " + order(order).errorMessage());
        }
        return order(order);
    }

    /** Hears of every change of an order, on the thread that changed it, after the change. */
    public void onOrderChange(Consumer<OrderSnapshot> listener) {
        marketplace.listen(listener);
    }

    /** Stops serving. */
    @Override
    public void close() {
        server.close();
    }

    private OrderSnapshot place(Supplier<Order> placing) {
        return marketplace.write(() -> placing.get().snapshot());
    }
}
