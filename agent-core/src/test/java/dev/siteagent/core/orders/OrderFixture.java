package dev.siteagent.core.orders;

import dev.siteagent.core.observe.Redaction;
import dev.siteagent.core.waldur.RetryPolicy;
import dev.siteagent.core.waldur.WaldurClient;
import dev.siteagent.core.waldur.WaldurConnection;
import dev.siteagent.core.waldur.WaldurCredentials;
import dev.siteagent.core.waldur.WaldurOrder;
import dev.siteagent.sandbox.http.RecordedRequest;
import dev.siteagent.sandbox.waldur.NewOffering;
import dev.siteagent.sandbox.waldur.NewOrder;
import dev.siteagent.sandbox.waldur.OrderSnapshot;
import dev.siteagent.sandbox.waldur.ResourceSnapshot;
import dev.siteagent.sandbox.waldur.WaldurSandbox;
import dev.siteagent.spi.Attempt;
import dev.siteagent.spi.CommonSettings;
import dev.siteagent.spi.Component;
import dev.siteagent.spi.NoSettings;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.ResourceBackend;
import dev.siteagent.spi.Secret;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** A simulated Waldur with one offering and project, and processors for it that try again at once. */
public final class OrderFixture implements AutoCloseable {
    private static final RetryPolicy IMPATIENT =
            new RetryPolicy(3, Duration.ofMillis(1), Duration.ofMillis(2), Duration.ofSeconds(5));

    public final WaldurSandbox waldur = WaldurSandbox.start();
    public final UUID offering;
    public final UUID project;
    public final WaldurClient client;
    public final OrderReads reads;
    public CommonSettings common = CommonSettings.defaults();
    public ErrorExposure exposure = new ErrorExposure(true, new Redaction()::clean);
    public Map<String, Component> components = Map.of();

    public OrderFixture() {
        this(NewOffering.ofMachines("Virtual machines"));
    }

    public OrderFixture(NewOffering published) {
        offering = waldur.addOffering(published);
        project = waldur.people().addProject("Water");
        client = client(IMPATIENT);
        reads = new OrderReads(client.orders(), offering);
    }

    /** Makes a client with other patience. */
    public WaldurClient client(RetryPolicy policy) {
        return WaldurClient.builder(WaldurConnection.to(
                                waldur.apiUrl(),
                                new WaldurCredentials.Token(Secret.of(waldur.token())),
                                "waldur-site-agent-order_process/test")
                        .withTimeouts(Duration.ofSeconds(5), Duration.ofSeconds(5)))
                .retryPolicy(policy)
                .build();
    }

    public OrderProcessor processor(ResourceBackend backend) throws InterruptedException {
        ServedOffering served = new ServedOffering(
                offering,
                common,
                components,
                client.serviceProviders()
                        .ofCustomer(client.offerings().get(offering).customerUuid()),
                client.offerings().get(offering).pluginOptions().namesFollowProject());
        waldur.requests().clear();
        return OrderProcessor.of(client, reads, backend, served, exposure, pause -> {});
    }

    /** Sets how many backend units one Waldur unit of a component is. */
    public void unitFactor(String type, long factor) {
        Map<String, Component> more = new LinkedHashMap<>(components);
        more.put(
                type,
                new Component(
                        type,
                        type,
                        "",
                        Component.Accounting.LIMIT,
                        BigDecimal.valueOf(factor),
                        BigDecimal.valueOf(factor),
                        false,
                        new NoSettings()));
        components = more;
    }

    public OrderSnapshot ordered(NewOrder order) {
        return waldur.createOrder(offering, project, order);
    }

    /** Places a create order that waits for the provider. */
    public OrderSnapshot ordered() {
        return ordered(NewOrder.named("web").limit("cpu", 2).limit("ram", 2048));
    }

    /** Adds a resource that has been there for long, with a machine behind it. */
    public UUID existing(MemoryCloud cloud, String backendId) {
        UUID resource = waldur.addResource(
                offering, project, NewOrder.named("old").limit("cpu", 1).limit("ram", 1024), backendId);
        cloud.put(backendId, resource);
        return resource;
    }

    public WaldurOrder read(OrderSnapshot order) throws InterruptedException {
        return client.orders().get(order.uuid());
    }

    /** Begins an order and polls until it no longer waits. */
    public OrderResult carryOut(ResourceBackend backend, OrderSnapshot order) throws InterruptedException {
        return carryOut(processor(backend), order);
    }

    public OrderResult carryOut(OrderProcessor processor, OrderSnapshot order) throws InterruptedException {
        OrderResult result = processor.begin(read(order));
        for (int polls = 0; result instanceof OrderResult.Waiting waiting && polls < 20; polls++) {
            PendingOrder pending = waiting.pending();
            Map<UUID, Attempt<Outcome>> answers = processor.poll(List.of(pending));
            Attempt<Outcome> answer = answers.get(order.uuid());
            Optional<OrderResult.Waiting> unmoved = pending.unmoved(answer);
            result = unmoved.isPresent() ? unmoved.get() : processor.resume(pending, answer);
        }
        return result;
    }

    public OrderSnapshot order(OrderSnapshot order) {
        return waldur.order(order.uuid());
    }

    public ResourceSnapshot resource(OrderSnapshot order) {
        return waldur.resource(order.resource());
    }

    /** Returns the writes that Waldur got, such as {@code set_backend_id}, without their objects. */
    public List<String> writes() {
        return waldur.requests().all().stream()
                .filter(request -> !request.method().equals("GET"))
                .map(OrderFixture::action)
                .toList();
    }

    /** Returns all requests that Waldur got, such as {@code GET marketplace-orders}. */
    public List<String> requests() {
        return waldur.requests().all().stream()
                .map(request -> request.method() + " " + action(request))
                .toList();
    }

    private static String action(RecordedRequest request) {
        String[] parts = request.path().replaceFirst("^/api/", "").split("/", 0);
        String last = parts[parts.length - 1];
        return last.matches("[0-9a-f]{32}") ? parts[0] : last;
    }

    @Override
    public void close() {
        waldur.close();
    }
}
