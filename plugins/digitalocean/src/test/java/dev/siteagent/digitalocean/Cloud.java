package dev.siteagent.digitalocean;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.digitalocean.api.ApiConnection;
import dev.siteagent.digitalocean.api.DigitalOceanApi;
import dev.siteagent.digitalocean.droplets.DropletArrival.PortProbe;
import dev.siteagent.digitalocean.order.OwnerTag;
import dev.siteagent.sandbox.digitalocean.DigitalOceanSandbox;
import dev.siteagent.sandbox.digitalocean.Droplet;
import dev.siteagent.spi.BackendContext;
import dev.siteagent.spi.CommonSettings;
import dev.siteagent.spi.Component;
import dev.siteagent.spi.NoSettings;
import dev.siteagent.spi.Offering;
import dev.siteagent.spi.RateBudgets;
import dev.siteagent.spi.Resource;
import dev.siteagent.spi.ResourceState;
import dev.siteagent.spi.Secret;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** A simulated DigitalOcean on the test's clock, and backends that work on it. */
public final class Cloud implements AutoCloseable {
    public static final Map<String, Object> ATTRIBUTES =
            Map.of("region", "fra1", "image", "ubuntu-24-04-x64", "size", "s-1vcpu-1gb");

    private final TestClock clock = new TestClock();
    private final DigitalOceanSandbox sandbox =
            DigitalOceanSandbox.start(DigitalOceanSandbox.Options.usual().withClock(clock));
    private final List<Runnable> closers = new ArrayList<>();
    private final RateBudgets budgets = new FreeBudgets(clock);
    private String token = sandbox.token();
    private PortProbe probe = (host, port) -> true;
    private Duration answerTimeout = Duration.ofSeconds(20);

    public TestClock clock() {
        return clock;
    }

    public DigitalOceanSandbox sandbox() {
        return sandbox;
    }

    public void token(String other) {
        token = other;
    }

    public void probe(PortProbe other) {
        probe = other;
    }

    public void answerTimeout(Duration other) {
        answerTimeout = other;
    }

    /** An API whose pauses pass on the test's clock. */
    public DigitalOceanApi api(RateBudgets shared) {
        ApiConnection connection = new ApiConnection(
                sandbox.apiUrl(),
                Secret.of(token),
                Optional.empty(),
                "site-agent-test",
                Duration.ofSeconds(5),
                answerTimeout);
        DigitalOceanApi api =
                new DigitalOceanApi(connection, shared, clock, clock::advance, RandomGenerator.getDefault());
        closers.add(() -> close(api));
        return api;
    }

    public DigitalOceanApi api() {
        return api(budgets);
    }

    DigitalOceanBackend open() {
        return open(Settings.of(sandbox));
    }

    DigitalOceanBackend open(DigitalOceanSettings settings) {
        return open(settings, budgets);
    }

    DigitalOceanBackend open(DigitalOceanSettings settings, RateBudgets shared) {
        DigitalOceanBackend backend = new DigitalOceanBackend(context(settings, shared), api(shared), probe);
        closers.add(backend::close);
        return backend;
    }

    BackendContext<DigitalOceanSettings> context(DigitalOceanSettings settings, RateBudgets shared) {
        Map<String, Component> components = new LinkedHashMap<>();
        for (String type : List.of("cpu", "ram", "disk")) {
            components.put(type, component(type));
        }
        return new BackendContext<>(
                Offering.of(UUID.randomUUID(), "VM"),
                settings,
                CommonSettings.defaults(),
                components,
                ZoneOffset.UTC,
                Optional.<URI>empty(),
                "site-agent-test",
                shared,
                clock);
    }

    private static Component component(String type) {
        return new Component(
                type, type, "", Component.Accounting.LIMIT, BigDecimal.ONE, BigDecimal.ONE, false, new NoSettings());
    }

    public static Resource ordered(String name) {
        return ordered(name, ATTRIBUTES, Map.of());
    }

    public static Resource ordered(String name, Map<String, Object> attributes, Map<String, Long> limits) {
        return new Resource(
                UUID.randomUUID(),
                name,
                "",
                Optional.empty(),
                Optional.empty(),
                ResourceState.CREATING,
                new Resource.ProjectRef(UUID.randomUUID(), "project", "Project", Optional.empty(), "customer"),
                Optional.empty(),
                limits,
                attributes,
                Map.of(),
                Map.of(),
                Optional.empty());
    }

    static Resource withMetadata(Resource resource, Map<String, Object> metadata) {
        return new Resource(
                resource.uuid(),
                resource.name(),
                resource.slug(),
                resource.backendId(),
                resource.effectiveId(),
                resource.state(),
                resource.project(),
                resource.plan(),
                resource.limits(),
                resource.attributes(),
                resource.options(),
                metadata,
                resource.endDate());
    }

    static String tag(Resource resource) {
        return OwnerTag.of(resource.uuid());
    }

    /** The droplets that carry the resource's tag, whatever listings show. */
    List<Droplet> dropletsOf(Resource resource) {
        return sandbox.droplets().stream()
                .filter(droplet -> droplet.tags().stream().anyMatch(tag(resource)::equalsIgnoreCase))
                .filter(droplet -> droplet.status() != Droplet.Status.ARCHIVE)
                .toList();
    }

    private static void close(DigitalOceanApi api) {
        try {
            api.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        closers.forEach(Runnable::run);
        sandbox.close();
        RequestContract.found()
                .ifPresent(contract ->
                        assertThat(contract.problems(sandbox.log().all())).isEmpty());
    }
}
