package dev.siteagent.core.runtime;

import dev.siteagent.core.config.AgentConfiguration;
import dev.siteagent.core.config.OfferingConfiguration;
import dev.siteagent.core.config.ServiceConfiguration;
import dev.siteagent.core.config.WaldurCredentials;
import dev.siteagent.core.events.EventPlan;
import dev.siteagent.core.events.EventWork;
import dev.siteagent.core.events.ObjectType;
import dev.siteagent.core.events.stomp.BrokerAddress;
import dev.siteagent.core.membership.Surroundings;
import dev.siteagent.core.orders.ErrorExposure;
import dev.siteagent.core.orders.OrderReads;
import dev.siteagent.core.plugins.PluginHost;
import dev.siteagent.core.reports.BillingMonths;
import dev.siteagent.core.waldur.Sleeper;
import dev.siteagent.core.waldur.WaldurClient;
import dev.siteagent.spi.UsernameBackend;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts together what serves an offering or runs a service, from the parts that all of a run share. */
final class Assembly {
    private static final Logger log = LoggerFactory.getLogger(Assembly.class);
    private static final String ORDER_PROCESSOR = "OrderProcessor";
    private static final String MEMBERSHIP_PROCESSOR = "MembershipProcessor";
    private static final String REPORT_PROCESSOR = "ReportProcessor";

    /** The host's own username backend, which gives no names. */
    private static final String NO_USERNAMES = "base";

    private static final String STOMP_PATH = "/rmqws-stomp";

    /** Workers beside those for orders: one lists, some poll, and one to spare while a thread goes back to its pool. */
    private static final int FURTHER_WORKERS = 2 + Polls.WORKERS;

    private final AgentConfiguration configuration;
    private final PluginHost plugins;
    private final RunOptions options;
    private final ResourceClaims claims = new ResourceClaims();
    private final WaldurClients waldurs;
    private final Map<String, AgentRegistration> registrations = new ConcurrentHashMap<>();

    Assembly(AgentConfiguration configuration, PluginHost plugins, RunOptions options) {
        this.configuration = configuration;
        this.plugins = plugins;
        this.options = options;
        this.waldurs = new WaldurClients(configuration.globalProxy(), options.clock(), options.waldurCalls());
    }

    /**
     * Puts together what does one kind of work for an offering.
     *
     * @param ended counted down when the work has ended
     */
    ModeRun modeRun(OfferingConfiguration offering, ModeChoice.Choice choice, CountDownLatch ended) {
        return switch (choice.work()) {
            case ORDERS -> orders(offering, choice.mode(), ended);
            case MEMBERSHIP -> membership(offering, choice.mode(), ended);
            case USAGE -> usage(offering, choice.mode(), ended);
        };
    }

    private ModeRun membership(OfferingConfiguration offering, Mode mode, CountDownLatch ended) {
        String backend = offering.membershipSyncBackend().orElseThrow();
        String userAgent = userAgent(mode);
        WaldurClient waldur = waldurs.of(offering, userAgent);
        BackendOpener opener = opener(userAgent);
        Pulse pulse = new Pulse(options.clock());
        OfferingBackend opened = new OfferingBackend(offering, backend, waldur, opener);
        Surroundings surroundings =
                new Surroundings(claims, exposure(), pulse::moved, pulse::stopping, Sleeper.SYSTEM, options.clock());
        return new CycleRun(
                CycleSettings.of(offering.name(), mode, options),
                pulse,
                measured(
                        offering,
                        mode,
                        new OfferingMembership(
                                offering, waldur, opened, usernames(offering, opener, opened), surroundings)),
                () -> registration(offering, waldur).register(mode, MEMBERSHIP_PROCESSOR, backend),
                ended);
    }

    private ModeRun usage(OfferingConfiguration offering, Mode mode, CountDownLatch ended) {
        String backend = offering.reportingBackend().orElseThrow();
        String userAgent = userAgent(mode);
        WaldurClient waldur = waldurs.of(offering, userAgent);
        Pulse pulse = new Pulse(options.clock());
        OfferingReports reports = new OfferingReports(
                offering.uuid(),
                waldur,
                new OfferingBackend(offering, backend, waldur, opener(userAgent)),
                new BillingMonths(options.clock(), configuration.timezone()),
                pulse);
        return new CycleRun(
                CycleSettings.of(offering.name(), mode, options),
                pulse,
                measured(offering, mode, new OfferingUsage(backend, reports, configuration.reportingPeriods())),
                () -> registration(offering, waldur).register(mode, REPORT_PROCESSOR, backend),
                ended);
    }

    private OfferingCycle measured(OfferingConfiguration offering, Mode mode, OfferingCycle cycle) {
        return new MeasuredCycle(cycle, offering.name(), mode, options.orders(), options.clock());
    }

    /** Returns what names an offering's users; nothing where the file names no such backend. */
    private static Optional<UsernameBackend> usernames(
            OfferingConfiguration offering, BackendOpener opener, OfferingBackend opened) {
        String name = offering.usernameBackend();
        return name.equals(NO_USERNAMES)
                ? Optional.empty()
                : Optional.of(
                        new LateUsernames(name, () -> opener.openUsernames(offering, Optional.of(opened.facts()))));
    }

    /** One registration an offering, which its modes share: two that register at once would make two identities. */
    private AgentRegistration registration(OfferingConfiguration offering, WaldurClient waldur) {
        return registrations.computeIfAbsent(
                offering.name() + " " + offering.uuid(),
                key -> new AgentRegistration(
                        offering, waldur.identities(), plugins.reports(), options.version(), options.clock()));
    }

    private String userAgent(Mode mode) {
        return "waldur-site-agent-" + mode.wireName() + "/" + options.version();
    }

    private BackendOpener opener(String userAgent) {
        return new BackendOpener(plugins.registry(), options.rateBudgets(), configuration, userAgent, options.clock());
    }

    private ErrorExposure exposure() {
        return new ErrorExposure(configuration.exposeBackendErrorDetails(), options.redaction());
    }

    /**
     * Puts together what works the orders of an offering.
     *
     * @param mode {@code ORDER_PROCESS} to poll for them, {@code EVENT_PROCESS} to be told of them
     * @param ended counted down when the work has ended
     */
    private ModeRun orders(OfferingConfiguration offering, Mode mode, CountDownLatch ended) {
        String backend = offering.orderProcessingBackend().orElseThrow();
        String userAgent = userAgent(mode);
        WaldurClient waldur = waldurs.of(offering, userAgent);
        OfferingOrders orders = new OfferingOrders(offering, backend, waldur, opener(userAgent), exposure());
        AgentRegistration registration = registration(offering, waldur);
        FirstCycle firstCycle = new FirstCycle(options.orders());
        OrderDesk desk = new OrderDesk(
                settings(offering, mode),
                orders,
                claims,
                Workers.start("orders-" + offering.name(), offering.orderConcurrency() + FURTHER_WORKERS),
                firstCycle);
        Optional<OfferingEvents> events = Optional.empty();
        if (mode == Mode.EVENT_PROCESS && !options.once()) {
            OfferingEvents listening = events(offering, waldur, registration, desk, orders.reads());
            firstCycle.then(listening::start);
            events = Optional.of(listening);
        }
        return new OfferingRun(
                mode,
                offering,
                orders,
                desk,
                events,
                () -> registration.register(mode, ORDER_PROCESSOR, backend),
                ended);
    }

    /** Puts together what runs a service. */
    ServiceRun service(ServiceConfiguration service) {
        return new ServiceRun(
                service,
                plugins.registry().service(service.type()),
                plugins.registry().machines(),
                configuration.globalProxy(),
                options);
    }

    private DeskSettings settings(OfferingConfiguration offering, Mode mode) {
        return new DeskSettings(
                mode,
                offering.name(),
                options.once(),
                options.periods().of(mode),
                offering.orderConcurrency(),
                Duration.ofMinutes(offering.orderWaitMinutes()),
                options.grace(),
                Backoff.DEFAULT,
                options.clock(),
                () -> ThreadLocalRandom.current().nextLong());
    }

    private static OfferingEvents events(
            OfferingConfiguration offering,
            WaldurClient waldur,
            AgentRegistration registration,
            OrderDesk desk,
            OrderReads reads) {
        warnOfWhatIsNotHandled(offering);
        EventPlan plan = new EventPlan(
                waldur,
                () -> registration.identity().uuid(),
                offering.uuid(),
                address(offering),
                Set.of(ObjectType.ORDER),
                hint(offering));
        return new OfferingEvents(
                offering.name(),
                plan,
                Map.of(ObjectType.ORDER, new OrderEvents(desk, reads)),
                desk::listAgain,
                () -> waldur.orders().states(offering.uuid(), OrderReads.OPEN),
                EventWork.Timer.SYSTEM);
    }

    /** No subscription is made for what this version does not handle, so that Waldur keeps no events for nobody. */
    private static void warnOfWhatIsNotHandled(OfferingConfiguration offering) {
        if (offering.membershipSyncBackend().isPresent() && offering.stompMembershipSyncEnabled()) {
            log.warn(
                    "Offering {} has a membership_sync_backend; this version of the agent takes no events of members,"
                            + " only those of orders. Members are synced at the start and at each reconciliation.",
                    offering.name());
        }
        if (offering.resourceImportEnabled()) {
            log.warn(
                    "Offering {} has resource_import_enabled; this version of the agent takes no requests for import.",
                    offering.name());
        }
    }

    private static BrokerAddress address(OfferingConfiguration offering) {
        boolean tls = offering.websocketUseTls();
        String path = offering.stompWsPath().orElse(STOMP_PATH);
        return new BrokerAddress(
                offering.stompWsHost().orElse(offering.waldurApiUrl().getHost()),
                offering.stompWsPort().orElse(tls ? 443 : 80),
                path.startsWith("/") ? path : "/" + path,
                tls,
                offering.verifySsl());
    }

    private static String hint(OfferingConfiguration offering) {
        return offering.credentials() instanceof WaldurCredentials.Oidc
                ? "It was sent the current OIDC token; where the broker does not take that, events need waldur_api_token."
                : "";
    }
}
