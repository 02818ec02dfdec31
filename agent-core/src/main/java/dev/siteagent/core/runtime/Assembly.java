package dev.siteagent.core.runtime;

import dev.siteagent.core.config.OfferingConfiguration;
import dev.siteagent.core.config.ServiceConfiguration;
import dev.siteagent.core.membership.Surroundings;
import dev.siteagent.core.orders.ErrorExposure;
import dev.siteagent.core.plugins.PluginHost;
import dev.siteagent.core.reports.BillingMonths;
import dev.siteagent.core.waldur.Sleeper;
import dev.siteagent.core.waldur.WaldurClient;
import dev.siteagent.spi.UsernameBackend;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/** Puts together what serves an offering or runs a service, from the parts that all of a run share. */
final class Assembly {
    private static final String ORDER_PROCESSOR = "OrderProcessor";
    private static final String MEMBERSHIP_PROCESSOR = "MembershipProcessor";
    private static final String REPORT_PROCESSOR = "ReportProcessor";

    /** The host's own username backend, which gives no names. */
    private static final String NO_USERNAMES = "base";

    /** Workers beside those for orders: one lists, some poll, and one to spare while a thread goes back to its pool. */
    private static final int FURTHER_WORKERS = 2 + Polls.WORKERS;

    private final Globals globals;
    private final PluginHost plugins;
    private final RunOptions options;
    private final ResourceClaims claims;
    private final Runnable ended;
    private final WaldurClients waldurs;
    private final Map<String, AgentRegistration> registrations = new ConcurrentHashMap<>();

    /**
     * Assembles for one offering or service. Nothing of it is shared with those for others but what has no part of a
     * configuration, so that one that goes on through many configurations does not hold on to what the others were.
     *
     * @param globals what the file says for all
     * @param waldurs makes clients of Waldur
     * @param plugins the plugins
     * @param options how to run
     * @param claims the resources that anybody in the process works on
     * @param ended called whenever some work has ended
     */
    Assembly(
            Globals globals,
            WaldurClients waldurs,
            PluginHost plugins,
            RunOptions options,
            ResourceClaims claims,
            Runnable ended) {
        this.globals = globals;
        this.plugins = plugins;
        this.options = options;
        this.claims = claims;
        this.ended = ended;
        this.waldurs = waldurs;
    }

    /** Puts together what works for an offering: a run for each choice of what is done for it. */
    List<ModeRun> modeRuns(OfferingConfiguration offering, List<ModeChoice.Choice> choices) {
        Map<ModeChoice.Work, Mode> modes = new EnumMap<>(ModeChoice.Work.class);
        choices.forEach(choice -> modes.put(choice.work(), choice.mode()));
        List<ModeRun> runs = new ArrayList<>();
        Optional<OfferingMembership> byEvents = Optional.empty();
        if (modes.containsKey(ModeChoice.Work.MEMBERSHIP)) {
            Mode mode = modes.get(ModeChoice.Work.MEMBERSHIP);
            Pulse pulse = new Pulse(options.clock());
            OfferingMembership membership = membership(offering, mode, pulse);
            boolean events = mode == Mode.EVENT_PROCESS;
            boolean alone = !modes.containsKey(ModeChoice.Work.ORDERS);
            runs.add(
                    events && alone && !options.once()
                            ? listening(offering, membership, pulse)
                            : membershipRun(offering, mode, membership, pulse));
            byEvents = events ? Optional.of(membership) : Optional.empty();
        }
        if (modes.containsKey(ModeChoice.Work.ORDERS)) {
            runs.add(orders(offering, modes.get(ModeChoice.Work.ORDERS), byEvents));
        }
        if (modes.containsKey(ModeChoice.Work.USAGE)) {
            runs.add(usage(offering, modes.get(ModeChoice.Work.USAGE)));
        }
        return runs;
    }

    /** Members alone, by events: there is no desk whose first cycle would have them listened to. */
    private ModeRun listening(OfferingConfiguration offering, OfferingMembership membership, Pulse pulse) {
        WaldurClient waldur = waldurs.of(offering, userAgent(Mode.EVENT_PROCESS));
        OfferingEvents events = events(offering, waldur).of(Optional.empty(), Optional.of(membership));
        return new ListeningRun(
                membershipRun(offering, Mode.EVENT_PROCESS, new FirstPass(membership, events::start), pulse), events);
    }

    private EventAssembly events(OfferingConfiguration offering, WaldurClient waldur) {
        return new EventAssembly(offering, waldur, registration(offering, waldur), claims, exposure(), options);
    }

    private OfferingMembership membership(OfferingConfiguration offering, Mode mode, Pulse pulse) {
        String backend = offering.membershipSyncBackend().orElseThrow();
        String userAgent = userAgent(mode);
        WaldurClient waldur = waldurs.of(offering, userAgent);
        BackendOpener opener = opener(userAgent);
        OfferingBackend opened = new OfferingBackend(offering, backend, waldur, opener);
        Surroundings surroundings =
                new Surroundings(claims, exposure(), pulse::moved, pulse::stopping, Sleeper.SYSTEM, options.clock());
        return new OfferingMembership(offering, waldur, opened, usernames(offering, opener, opened), surroundings);
    }

    private ModeRun membershipRun(OfferingConfiguration offering, Mode mode, OfferingCycle cycle, Pulse pulse) {
        WaldurClient waldur = waldurs.of(offering, userAgent(mode));
        return new CycleRun(
                CycleSettings.of(offering.name(), mode, options),
                pulse,
                cycle,
                () -> registration(offering, waldur)
                        .register(
                                mode,
                                MEMBERSHIP_PROCESSOR,
                                offering.membershipSyncBackend().orElseThrow()),
                ended);
    }

    private ModeRun usage(OfferingConfiguration offering, Mode mode) {
        String backend = offering.reportingBackend().orElseThrow();
        String userAgent = userAgent(mode);
        WaldurClient waldur = waldurs.of(offering, userAgent);
        Pulse pulse = new Pulse(options.clock());
        OfferingReports reports = new OfferingReports(
                offering.uuid(),
                waldur,
                new OfferingBackend(offering, backend, waldur, opener(userAgent)),
                new BillingMonths(options.clock(), globals.timezone()),
                pulse);
        return new CycleRun(
                CycleSettings.of(offering.name(), mode, options),
                pulse,
                new OfferingUsage(backend, reports, globals.reportingPeriods()),
                () -> registration(offering, waldur).register(mode, REPORT_PROCESSOR, backend),
                ended);
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
        return new BackendOpener(
                plugins.registry(),
                options.rateBudgets(),
                globals.timezone(),
                globals.proxy(),
                userAgent,
                options.clock());
    }

    private ErrorExposure exposure() {
        return new ErrorExposure(globals.exposeBackendErrorDetails(), options.redaction());
    }

    /**
     * Puts together what works the orders of an offering.
     *
     * @param mode {@code ORDER_PROCESS} to poll for them, {@code EVENT_PROCESS} to be told of them
     * @param membership the membership of the offering, where it comes by events, too
     */
    private ModeRun orders(OfferingConfiguration offering, Mode mode, Optional<OfferingMembership> membership) {
        String backend = offering.orderProcessingBackend().orElseThrow();
        String userAgent = userAgent(mode);
        WaldurClient waldur = waldurs.of(offering, userAgent);
        OfferingOrders orders = new OfferingOrders(offering, backend, waldur, opener(userAgent), exposure());
        AgentRegistration registration = registration(offering, waldur);
        Registrar registrar =
                new Registrar(offering.name(), mode, () -> registration.register(mode, ORDER_PROCESSOR, backend));
        FirstCycle firstCycle = new FirstCycle(options.orders());
        firstCycle.whenBegun(registrar::begin);
        OrderDesk desk = new OrderDesk(
                settings(offering, mode),
                orders,
                claims,
                Workers.start("orders-" + offering.name(), offering.orderConcurrency() + FURTHER_WORKERS),
                firstCycle);
        Optional<OfferingEvents> events = Optional.empty();
        if (mode == Mode.EVENT_PROCESS && !options.once()) {
            OfferingEvents listening =
                    events(offering, waldur).of(Optional.of(new EventAssembly.OrderSide(desk, orders)), membership);
            firstCycle.whenGood(listening::start);
            events = Optional.of(listening);
        }
        return new OfferingRun(mode, offering, orders, desk, events, registrar, ended);
    }

    /** Puts together what runs a service. */
    ServiceRun service(ServiceConfiguration service) {
        return new ServiceRun(
                service,
                plugins.registry().service(service.type()),
                plugins.registry().machines(),
                globals.proxy(),
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
}
