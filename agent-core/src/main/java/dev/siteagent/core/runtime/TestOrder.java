package dev.siteagent.core.runtime;

import dev.siteagent.core.config.AgentConfiguration;
import dev.siteagent.core.config.OfferingConfiguration;
import dev.siteagent.core.orders.LimitConversion;
import dev.siteagent.core.plugins.PluginRegistry;
import dev.siteagent.core.waldur.Sleeper;
import dev.siteagent.spi.Attempt;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.BackendNotReadyException;
import dev.siteagent.spi.BackendResource;
import dev.siteagent.spi.BackendTraits.Ids;
import dev.siteagent.spi.CreateContext;
import dev.siteagent.spi.CreateRequest;
import dev.siteagent.spi.LimitsBackend;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.PendingWork;
import dev.siteagent.spi.PendingWorkBackend;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.RateBudgets;
import dev.siteagent.spi.Resource;
import dev.siteagent.spi.ResourceBackend;
import dev.siteagent.spi.ResourceState;
import dev.siteagent.spi.TransientBackendException;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Works one made-up order on a backend, with no Waldur: what {@code site-agent test-order} does. What it makes is real, and
 * so is what it deletes.
 */
public final class TestOrder {
    private static final UUID PROJECT = new UUID(0, 0);

    private final BackendOpener backends;
    private final Clock clock;
    private final Sleeper sleeper;

    /** What to do. */
    public enum Type {
        /** Make a resource. */
        CREATE,
        /** Give it other limits. */
        UPDATE,
        /** Delete it. */
        TERMINATE
    }

    /**
     * The made-up order.
     *
     * @param type what to do
     * @param resource the UUID that Waldur would have given the resource; backends mark what they make by it
     * @param name the resource's name
     * @param backendId the resource's id on the backend; empty when it is not known
     * @param attributes the order's attributes
     * @param limits the order's limits, in Waldur's units
     */
    public record Request(
            Type type,
            UUID resource,
            String name,
            Optional<String> backendId,
            Map<String, Object> attributes,
            Map<String, BigDecimal> limits) {
        /** Copies the maps and refuses nulls. */
        public Request {
            Objects.requireNonNull(type, "type");
            Objects.requireNonNull(resource, "resource");
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(backendId, "backendId");
            attributes = Map.copyOf(attributes);
            limits = Map.copyOf(limits);
        }
    }

    /**
     * Prepares.
     *
     * @param configuration what is served
     * @param plugins the plugins, started
     * @param budgets an offering's name to its rate budgets
     * @param userAgent what the backends call themselves
     * @param clock the time
     * @param sleeper waits between polls
     */
    public TestOrder(
            AgentConfiguration configuration,
            PluginRegistry plugins,
            Function<String, RateBudgets> budgets,
            String userAgent,
            Clock clock,
            Sleeper sleeper) {
        this.backends = new BackendOpener(
                plugins, budgets, configuration.timezone(), configuration.globalProxy(), userAgent, clock);
        this.clock = clock;
        this.sleeper = sleeper;
    }

    /**
     * Returns the backend that works the orders of an offering.
     *
     * @return its name
     */
    public static String backendOf(OfferingConfiguration offering) {
        return offering.orderProcessingBackend().orElse(offering.backendType());
    }

    /**
     * Works the order.
     *
     * @param offering the offering it is for
     * @param tell hears of each step
     * @return the resource as the backend has it; empty when it is gone, or when the backend tells nothing of it
     * @throws BackendException when the backend fails, or does not get ready within the offering's {@code order_wait_minutes}
     * @throws InterruptedException when the thread is interrupted
     */
    public Optional<BackendResource> work(OfferingConfiguration offering, Request request, Consumer<String> tell)
            throws BackendException, InterruptedException {
        String name = backendOf(offering);
        try (ResourceBackend backend = backends.open(offering, name, Optional.empty())) {
            LimitConversion limits = new LimitConversion(
                    backends.components(offering, name, Optional.empty()),
                    backend.traits().limitUnits());
            Resource resource = resource(request, limits.toBackend(request.limits()));
            Outcome begun =
                    switch (request.type()) {
                        case CREATE -> backend.create(create(backend, offering, resource));
                        case UPDATE ->
                            limitsOf(backend, name)
                                    .setLimits(resource, new LimitsBackend.Change(resource.limits(), Optional.empty()));
                        case TERMINATE -> backend.delete(resource);
                    };
            Instant deadline = clock.instant().plus(Duration.ofMinutes(offering.orderWaitMinutes()));
            return settled(backend, kind(request.type()), resource, begun, deadline, tell);
        }
    }

    private Optional<BackendResource> settled(
            ResourceBackend backend,
            PendingWork.Kind kind,
            Resource begun,
            Outcome first,
            Instant deadline,
            Consumer<String> tell)
            throws BackendException, InterruptedException {
        Resource resource = begun;
        Outcome outcome = first;
        while (outcome instanceof Outcome.Pending pending) {
            resource = pending.backendId().map(resource::withBackendId).orElse(resource);
            tell.accept(pending.step());
            if (!(backend instanceof PendingWorkBackend polled)) {
                throw new PermanentBackendException("The backend says that its work takes time, and cannot be polled."
                        + " That is a fault of the plugin.");
            }
            if (clock.instant().isAfter(deadline)) {
                throw new BackendNotReadyException("The order is not done after the offering's order_wait_minutes; it"
                        + " was: " + pending.step());
            }
            sleeper.sleep(pending.pollAfter());
            outcome = poll(polled, new PendingWork(kind, resource, pending.handle()), pending, tell);
        }
        return ((Outcome.Ready) outcome).resource();
    }

    /** Polls once. A failure that may pass leaves the work as it was. */
    private static Outcome poll(
            PendingWorkBackend backend, PendingWork work, Outcome.Pending pending, Consumer<String> tell)
            throws BackendException, InterruptedException {
        try {
            Attempt<Outcome> answer =
                    backend.poll(List.of(work)).get(work.resource().uuid());
            if (answer instanceof Attempt.Succeeded<Outcome> succeeded) {
                return succeeded.value();
            }
            if (answer instanceof Attempt.Failed<Outcome> failed) {
                throw failed.why();
            }
            throw new PermanentBackendException("The poll left out " + work + ". That is a fault of the plugin.");
        } catch (TransientBackendException | BackendNotReadyException e) {
            tell.accept(e.getMessage());
            return pending;
        }
    }

    private static CreateRequest create(ResourceBackend backend, OfferingConfiguration offering, Resource resource) {
        Optional<String> id = backend.traits().ids() == Ids.CHOSEN_BY_HOST
                ? Optional.of((offering.common().allocationPrefix() + resource.slug()).toLowerCase(Locale.ROOT))
                : Optional.empty();
        return new CreateRequest(resource, id, CreateContext.EMPTY);
    }

    private static LimitsBackend limitsOf(ResourceBackend backend, String name) throws PermanentBackendException {
        if (backend instanceof LimitsBackend limits) {
            return limits;
        }
        throw new PermanentBackendException("The backend " + name + " cannot change limits.");
    }

    private static Resource resource(Request request, Map<String, Long> limits) {
        return new Resource(
                request.resource(),
                request.name(),
                request.name(),
                request.backendId(),
                Optional.empty(),
                switch (request.type()) {
                    case CREATE -> ResourceState.CREATING;
                    case UPDATE -> ResourceState.UPDATING;
                    case TERMINATE -> ResourceState.TERMINATING;
                },
                new Resource.ProjectRef(PROJECT, "test-order", "test-order", Optional.empty(), "test-order"),
                Optional.empty(),
                limits,
                request.attributes(),
                Map.of(),
                Map.of(),
                Optional.empty());
    }

    private static PendingWork.Kind kind(Type type) {
        return switch (type) {
            case CREATE -> PendingWork.Kind.CREATE;
            case UPDATE -> PendingWork.Kind.SET_LIMITS;
            case TERMINATE -> PendingWork.Kind.DELETE;
        };
    }
}
