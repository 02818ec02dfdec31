package dev.siteagent.testkit.site;

import dev.siteagent.core.plugins.PluginReport;
import dev.siteagent.sandbox.waldur.NewOffering;
import dev.siteagent.sandbox.waldur.NewOrder;
import dev.siteagent.sandbox.waldur.OrderSnapshot;
import dev.siteagent.sandbox.waldur.ResourceSnapshot;
import dev.siteagent.sandbox.waldur.WaldurSandbox;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A site at work: a simulated Waldur with one offering, over HTTP, and the real agent in this process, which serves the
 * offering with the plugin under test. Customers' orders go in, and what becomes of them in Waldur comes out:
 *
 * <pre>{@code
 * try (AgentSite site = AgentSite.serving("example").jar(jar).settings(Map.of("directory", folder)).start()) {
 *     ResourceSnapshot web = site.create(NewOrder.named("web"));
 *     assertThat(web.backendId()).startsWith("example-");
 *     site.terminate(web.uuid());
 * }
 * }</pre>
 *
 * <p>Everything that waits ends after {@link SiteBuilder#patience} with an {@link AssertionError} that has the agent's
 * warnings in it. For one thread.
 *
 * @since 1.0.0
 */
public final class AgentSite implements AutoCloseable {
    private final SiteBuilder description;
    private final Path folder;
    private final LogLines log;
    private final WaldurSandbox waldur;
    private final UUID offering;
    private final UUID project;
    private RunningAgent agent;

    AgentSite(SiteBuilder description) {
        this.description = description;
        this.log = LogLines.record();
        this.waldur = WaldurSandbox.start();
        this.offering = waldur.addOffering(description.offering());
        this.project = waldur.people().addProject("Project");
        try {
            this.folder = Files.createTempDirectory("agent-site");
            description.writePlugins(plugins());
            Files.writeString(configuration(), description.yaml(waldur.apiUrl(), waldur.token(), offering));
            this.agent = RunningAgent.start(description, plugins(), configuration());
        } catch (IOException e) {
            throw new UncheckedIOException("the site cannot be set up", e);
        }
    }

    /**
     * Describes a site.
     *
     * @param backend the name of the backend under test, as in {@code backend_type}
     */
    public static SiteBuilder serving(String backend) {
        return new SiteBuilder(backend, NewOffering.named("Offering of " + backend));
    }

    /** Orders a resource and waits until the order is done; returns the resource as Waldur has it then. */
    public ResourceSnapshot create(NewOrder order) throws InterruptedException {
        return resource(done(place(order)).resource());
    }

    /** Orders other limits for a resource and waits until the order is done; returns the resource then. */
    public ResourceSnapshot update(UUID resource, Map<String, Long> limits) throws InterruptedException {
        NewOrder order = NewOrder.plain();
        for (Map.Entry<String, Long> limit : limits.entrySet()) {
            order = order.limit(limit.getKey(), limit.getValue());
        }
        done(waldur.updateOrder(resource, order));
        return resource(resource);
    }

    /** Orders the end of a resource and waits until the order is done; returns the resource then. */
    public ResourceSnapshot terminate(UUID resource) throws InterruptedException {
        done(waldur.terminateOrder(resource));
        return resource(resource);
    }

    /** Orders a resource and waits for nothing. */
    public OrderSnapshot place(NewOrder order) {
        return waldur.createOrder(offering, project, order);
    }

    /** Waits until an order has ended and fails unless it is done; returns it. */
    public OrderSnapshot done(OrderSnapshot order) throws InterruptedException {
        OrderSnapshot ended = ended(order);
        if (ended.state() != OrderSnapshot.State.DONE) {
            throw new AssertionError("order " + ended.type() + " is "
                    + ended.state().wire() + ": " + ended.errorMessage() + ended.rejectionComment() + warnings());
        }
        return ended;
    }

    /** Waits until an order has ended, well or not; returns it. */
    public OrderSnapshot ended(OrderSnapshot order) throws InterruptedException {
        return await(
                order,
                now -> Set.of(OrderSnapshot.State.DONE, OrderSnapshot.State.ERRED, OrderSnapshot.State.REJECTED)
                        .contains(now.state()),
                "ended");
    }

    /** Waits until the agent has taken an order and works on it; returns it. */
    public OrderSnapshot begun(OrderSnapshot order) throws InterruptedException {
        return await(order, now -> now.state() != OrderSnapshot.State.PENDING_PROVIDER, "begun");
    }

    /** Returns a resource as Waldur has it now. */
    public ResourceSnapshot resource(UUID resource) {
        return waldur.resource(resource);
    }

    /**
     * Waits until a resource is as wanted, for what the agent does in its cycles: usage, members, status.
     *
     * @param wanted what it shall be like
     * @param what the same in words, for the message of a failure
     */
    public ResourceSnapshot await(UUID resource, Predicate<ResourceSnapshot> wanted, String what)
            throws InterruptedException {
        new Waiting(description.patience(), this::warnings)
                .until(
                        () -> wanted.test(waldur.resource(resource)),
                        () -> "resource " + resource + " is not " + what + " but " + waldur.resource(resource));
        return waldur.resource(resource);
    }

    private OrderSnapshot await(OrderSnapshot order, Predicate<OrderSnapshot> wanted, String what)
            throws InterruptedException {
        new Waiting(description.patience(), this::warnings)
                .until(
                        () -> wanted.test(waldur.order(order.uuid())),
                        () -> "order " + order.type() + " " + order.uuid()
                                + " has not " + what + ": it is "
                                + waldur.order(order.uuid()).state().wire());
        return waldur.order(order.uuid());
    }

    /** Stops the agent as SIGTERM does, and starts another one, which loads the plugin anew and knows nothing of the first. */
    public void restart() throws InterruptedException {
        agent.close();
        agent = RunningAgent.start(description, plugins(), configuration());
    }

    /** Returns the simulated Waldur: to look at it closer, to add members, to make it fail. */
    public WaldurSandbox waldur() {
        return waldur;
    }

    /** Returns the offering's UUID. */
    public UUID offering() {
        return offering;
    }

    /** Returns the UUID of the project that resources are ordered for. */
    public UUID project() {
        return project;
    }

    /** Returns what the host says of the plugin. */
    public List<PluginReport> plugin() {
        return agent.plugins();
    }

    /** Returns what was logged since the site began, level first, secrets and all: nothing is taken out. */
    public List<String> log() {
        return log.all();
    }

    /** Returns the lines of {@link #log()} that are warnings or errors. */
    public List<String> problems() {
        return log.problems();
    }

    private String warnings() {
        List<String> problems = problems();
        Optional<String> text = problems.isEmpty() ? Optional.empty() : Optional.of(String.join("\n  ", problems));
        return text.map(lines -> "\nThe agent's warnings:\n  " + lines).orElse("\nThe agent gave no warning.");
    }

    private Path plugins() {
        return folder.resolve("plugins");
    }

    private Path configuration() {
        return folder.resolve("site-agent.yaml");
    }

    /** Stops the agent, unloads the plugin, and removes everything. */
    @Override
    public void close() {
        try {
            agent.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            waldur.close();
            log.close();
            remove();
        }
    }

    private void remove() {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the site's folder cannot be removed", e);
        }
    }
}
