package dev.siteagent.core.runtime;

import dev.siteagent.core.config.BackendBinding;
import dev.siteagent.core.config.OfferingConfiguration;
import dev.siteagent.core.config.WaldurCredentials;
import dev.siteagent.core.events.EventHandler;
import dev.siteagent.core.events.EventPlan;
import dev.siteagent.core.events.EventWork;
import dev.siteagent.core.events.ObjectType;
import dev.siteagent.core.events.handlers.KeyRotations;
import dev.siteagent.core.events.handlers.OpenBackend;
import dev.siteagent.core.events.handlers.PeriodicLimits;
import dev.siteagent.core.events.stomp.BrokerAddress;
import dev.siteagent.core.orders.ApiKeyRotation;
import dev.siteagent.core.orders.ErrorExposure;
import dev.siteagent.core.orders.OrderReads;
import dev.siteagent.core.waldur.WaldurClient;
import dev.siteagent.spi.Secret;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts together what listens to the events of an offering: a handler for each type, and the chores beside them. */
final class EventAssembly {
    private static final Logger log = LoggerFactory.getLogger(EventAssembly.class);
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

    /** Puts together the events of an offering whose orders a desk works. */
    OfferingEvents of(OrderDesk desk, OfferingOrders orders) {
        warnOfWhatIsNotHandled();
        ExecutorService workers = Workers.start("events-" + offering.name(), WORKERS);
        ResourceTurns turns = new ResourceTurns(offering.name(), claims, workers, EventWork.Timer.SYSTEM);
        KeyRotations rotations =
                new KeyRotations(new ApiKeyRotation(waldur.apiKeys(), exposure), orders::opened, turns);
        Map<ObjectType, EventHandler> handlers = new EnumMap<>(ObjectType.class);
        handlers.put(ObjectType.ORDER, new OrderEvents(desk, orders.reads()));
        handlers.put(ObjectType.RESOURCE_API_KEY_ROTATION, rotations);
        if (periodicLimitsEnabled()) {
            handlers.put(ObjectType.RESOURCE_PERIODIC_LIMITS, periodicLimits(orders::opened, turns));
        }
        EventPlan plan = new EventPlan(
                waldur, () -> registration.identity().uuid(), offering.uuid(), address(), handlers.keySet(), hint());
        return new OfferingEvents(
                offering.name(), plan, handlers, desk::listAgain, chores(rotations), workers, EventWork.Timer.SYSTEM);
    }

    private PeriodicLimits periodicLimits(OpenBackend backend, ResourceTurns turns) {
        return new PeriodicLimits(waldur.periodicPolicies(), backend, turns, exposure);
    }

    private List<Chore> chores(KeyRotations rotations) {
        List<Chore> chores = new ArrayList<>();
        chores.add(new Chore(
                "health check", CHECK_PERIOD, false, () -> waldur.orders().states(offering.uuid(), OrderReads.OPEN)));
        chores.add(new Chore(
                "search for API keys that wait for their rotation",
                options.periods().of(Mode.EVENT_PROCESS),
                true,
                () -> rotations.rotateStuck(offering.uuid(), options.clock())));
        return chores;
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

    /** No subscription is made for what this version does not handle, so that Waldur keeps no events for nobody. */
    private void warnOfWhatIsNotHandled() {
        if (offering.membershipSyncBackend().isPresent() && offering.stompMembershipSyncEnabled()) {
            log.warn(
                    "Offering {} has a membership_sync_backend; this version of the agent takes no events of members.",
                    offering.name());
        }
        if (offering.resourceImportEnabled()) {
            log.warn(
                    "Offering {} has resource_import_enabled; this version of the agent takes no requests for import.",
                    offering.name());
        }
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
