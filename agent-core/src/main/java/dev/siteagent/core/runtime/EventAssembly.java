package dev.siteagent.core.runtime;

import dev.siteagent.core.config.BackendBinding;
import dev.siteagent.core.config.OfferingConfiguration;
import dev.siteagent.core.config.WaldurCredentials;
import dev.siteagent.core.events.EventHandler;
import dev.siteagent.core.events.EventPlan;
import dev.siteagent.core.events.EventWork;
import dev.siteagent.core.events.ObjectType;
import dev.siteagent.core.events.handlers.ImportRequested;
import dev.siteagent.core.events.handlers.KeyRotations;
import dev.siteagent.core.events.handlers.MemberChanges;
import dev.siteagent.core.events.handlers.OfferingUserChanges;
import dev.siteagent.core.events.handlers.PeriodicLimits;
import dev.siteagent.core.events.handlers.ResourcesSync;
import dev.siteagent.core.events.stomp.BrokerAddress;
import dev.siteagent.core.imports.ResourceImport;
import dev.siteagent.core.orders.ApiKeyRotation;
import dev.siteagent.core.orders.ErrorExposure;
import dev.siteagent.core.orders.LimitConversion;
import dev.siteagent.core.orders.OrderReads;
import dev.siteagent.core.orders.Recreation;
import dev.siteagent.core.runtime.OfferingMembership.Served;
import dev.siteagent.core.waldur.WaldurClient;
import dev.siteagent.spi.Component;
import dev.siteagent.spi.ImportBackend;
import dev.siteagent.spi.ResourceBackend;
import dev.siteagent.spi.Secret;
import dev.siteagent.spi.TransientBackendException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;

/** Puts together what listens to the events of an offering: a handler for each type, and the chores beside them. */
final class EventAssembly {
    private static final String STOMP_PATH = "/rmqws-stomp";
    private static final Duration CHECK_PERIOD = Duration.ofMinutes(30);
    private static final int WORKERS = 8;

    private final OfferingConfiguration offering;
    private final WaldurClient waldur;
    private final AgentRegistration registration;
    private final ResourceClaims claims;
    private final ErrorExposure exposure;
    private final RunOptions options;

    /**
     * Events of an offering.
     *
     * @param offering the offering
     * @param waldur Waldur's API
     * @param registration the agent at Waldur, to whom subscriptions belong
     * @param claims the resources that anybody in the process works on
     * @param exposure how much of a failure people may read
     * @param options the options of the run
     */
    EventAssembly(
            OfferingConfiguration offering,
            WaldurClient waldur,
            AgentRegistration registration,
            ResourceClaims claims,
            ErrorExposure exposure,
            RunOptions options) {
        this.offering = offering;
        this.waldur = waldur;
        this.registration = registration;
        this.claims = claims;
        this.exposure = exposure;
        this.options = options;
    }

    /**
     * The orders of the offering.
     *
     * @param desk works them
     * @param orders lists them, and has the backend opened
     */
    record OrderSide(OrderDesk desk, OfferingOrders orders) {}

    /**
     * Puts together the events of an offering.
     *
     * @param orders its orders, where they come by events
     * @param membership its membership, where that comes by events
     */
    OfferingEvents of(Optional<OrderSide> orders, Optional<OfferingMembership> membership) {
        ExecutorService workers = Workers.start("events-" + offering.name(), WORKERS);
        ResourceTurns turns = new ResourceTurns(offering.name(), claims, workers, EventWork.Timer.SYSTEM);
        Map<ObjectType, EventHandler> handlers = new EnumMap<>(ObjectType.class);
        List<Chore> chores = new ArrayList<>();
        chores.add(new Chore(
                "health check", CHECK_PERIOD, false, () -> waldur.orders().states(offering.uuid(), OrderReads.OPEN)));
        orders.ifPresent(side -> addOrders(side, turns, handlers, chores));
        Runnable openOrders =
                orders.<Runnable>map(side -> side.desk()::listAgain).orElse(() -> {});
        Optional<ResourceSyncs> members =
                membership.map(side -> addMembers(side, turns, workers, openOrders, handlers));
        if (offering.resourceImportEnabled()) {
            handlers.put(
                    ObjectType.IMPORTABLE_RESOURCES,
                    new ImportRequested(waldur.importRequests(), () -> importing(orders, membership)));
        }
        EventPlan plan = new EventPlan(
                waldur, () -> registration.identity().uuid(), offering.uuid(), address(), handlers.keySet(), hint());
        return new OfferingEvents(
                offering.name(),
                plan,
                handlers,
                new ListAgain(offering.name(), openOrders, members),
                chores,
                workers,
                EventWork.Timer.SYSTEM);
    }

    private void addOrders(
            OrderSide side, ResourceTurns turns, Map<ObjectType, EventHandler> handlers, List<Chore> chores) {
        KeyRotations rotations =
                new KeyRotations(new ApiKeyRotation(waldur.apiKeys(), exposure), side.orders()::opened, turns);
        handlers.put(
                ObjectType.ORDER, new OrderEvents(side.desk(), side.orders().reads()));
        handlers.put(ObjectType.RESOURCE_API_KEY_ROTATION, rotations);
        if (periodicLimitsEnabled()) {
            handlers.put(
                    ObjectType.RESOURCE_PERIODIC_LIMITS,
                    new PeriodicLimits(waldur.periodicPolicies(), side.orders()::opened, turns, exposure));
        }
        chores.add(new Chore(
                "search for API keys that wait for their rotation",
                options.periods().of(Mode.EVENT_PROCESS),
                true,
                () -> rotations.rotateStuck(offering.uuid(), options.clock())));
    }

    private ResourceSyncs addMembers(
            OfferingMembership side,
            ResourceTurns turns,
            ExecutorService workers,
            Runnable openOrders,
            Map<ObjectType, EventHandler> handlers) {
        SyncBatches batches = new SyncBatches(waldur, side.usernames(), claims, exposure, workers, options.clock());
        ResourceSyncs syncs =
                new ResourceSyncs(offering.name(), side::served, batches, claims, workers, EventWork.Timer.SYSTEM);
        MemberChanges changes = new MemberChanges(waldur.resources(), offering.uuid(), syncs);
        handlers.put(ObjectType.USER_ROLE, changes);
        handlers.put(ObjectType.RESOURCE, changes);
        handlers.put(ObjectType.SERVICE_ACCOUNT, changes);
        handlers.put(ObjectType.COURSE_ACCOUNT, changes);
        handlers.put(ObjectType.OFFERING_USER, new OfferingUserChanges(waldur, offering.uuid(), syncs));
        handlers.put(
                ObjectType.OFFERING_RESOURCES_SYNC,
                new ResourcesSync(() -> recreation(side), syncs, turns, openOrders));
        return syncs;
    }

    private Recreation recreation(OfferingMembership membership) throws TransientBackendException {
        Served served = served(membership);
        return new Recreation(
                waldur,
                served.backend(),
                offering.uuid(),
                served.offering().components(),
                served.offering().serviceProvider(),
                exposure);
    }

    private Served served(OfferingMembership membership) throws TransientBackendException {
        return membership
                .served()
                .orElseThrow(() -> new TransientBackendException(
                        "the membership_sync_backend of offering " + offering.name() + " is not open yet", null));
    }

    /** The backend for orders lists what could be imported, or that for members where there is no other. */
    private Optional<ResourceImport> importing(Optional<OrderSide> orders, Optional<OfferingMembership> membership)
            throws TransientBackendException {
        ResourceBackend backend;
        Map<String, Component> components;
        if (orders.isPresent()) {
            backend = orders.get().orders().opened();
            components = orders.get().orders().components();
        } else {
            Served served = served(membership.orElseThrow());
            backend = served.backend();
            components = served.offering().components();
        }
        if (!(backend instanceof ImportBackend listing)) {
            return Optional.empty();
        }
        LimitConversion limits =
                new LimitConversion(components, backend.traits().limitUnits());
        ResourceImport.Source source =
                new ResourceImport.Source(offering.uuid(), offering.common().projectPrefix(), limits);
        return Optional.of(new ResourceImport(waldur, listing, source, exposure));
    }

    /** {@code backend_settings.periodic_limits.enabled}; a value from the environment is a text, and hidden. */
    private boolean periodicLimitsEnabled() {
        Object enabled = offering.orderProcessingBackend()
                .map(offering.backends()::get)
                .map(BackendBinding::raw)
                .map(raw -> raw.get("periodic_limits"))
                .filter(Map.class::isInstance)
                .<Object>map(limits -> ((Map<?, ?>) limits).get("enabled"))
                .orElse(false);
        String text = enabled instanceof Secret hidden ? hidden.reveal() : enabled.toString();
        return text.equalsIgnoreCase("true");
    }

    private BrokerAddress address() {
        boolean tls = offering.websocketUseTls();
        String path = offering.stompWsPath().orElse(STOMP_PATH);
        return new BrokerAddress(
                offering.stompWsHost().orElse(offering.waldurApiUrl().getHost()),
                offering.stompWsPort().orElse(tls ? 443 : 80),
                path.startsWith("/") ? path : "/" + path,
                tls,
                offering.verifySsl());
    }

    private String hint() {
        return offering.credentials() instanceof WaldurCredentials.Oidc
                ? "It was sent the current OIDC token; where the broker does not take that, events need waldur_api_token."
                : "";
    }
}
