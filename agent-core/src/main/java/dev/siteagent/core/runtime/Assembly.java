package dev.siteagent.core.runtime;

import dev.siteagent.core.config.AgentConfiguration;
import dev.siteagent.core.config.OfferingConfiguration;
import dev.siteagent.core.config.ServiceConfiguration;
import dev.siteagent.core.orders.ErrorExposure;
import dev.siteagent.core.plugins.PluginHost;
import dev.siteagent.core.waldur.WaldurClient;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;

/** Puts together what serves an offering or runs a service, from the parts that all of a run share. */
final class Assembly {
    private static final String ORDER_PROCESSOR = "OrderProcessor";

    /** Workers beside those for orders: one lists, some poll, and one to spare while a thread goes back to its pool. */
    private static final int FURTHER_WORKERS = 2 + Polls.WORKERS;

    private final AgentConfiguration configuration;
    private final PluginHost plugins;
    private final RunOptions options;
    private final ResourceClaims claims = new ResourceClaims();
    private final WaldurClients waldurs;

    Assembly(AgentConfiguration configuration, PluginHost plugins, RunOptions options) {
        this.configuration = configuration;
        this.plugins = plugins;
        this.options = options;
        this.waldurs = new WaldurClients(configuration.globalProxy(), options.clock(), options.waldurCalls());
    }

    /**
     * Puts together what works the orders of an offering.
     *
     * @param mode {@code ORDER_PROCESS} to poll for them, {@code EVENT_PROCESS} to be told of them
     * @param ended counted down when the work has ended
     */
    OfferingRun orders(OfferingConfiguration offering, Mode mode, CountDownLatch ended) {
        String backend = offering.orderProcessingBackend().orElseThrow();
        String userAgent = "waldur-site-agent-" + mode.wireName() + "/" + options.version();
        WaldurClient waldur = waldurs.of(offering, userAgent);
        BackendOpener opener =
                new BackendOpener(plugins.registry(), options.rateBudgets(), configuration, userAgent, options.clock());
        ErrorExposure exposure = new ErrorExposure(configuration.exposeBackendErrorDetails(), options.redaction());
        OfferingOrders orders = new OfferingOrders(offering, backend, waldur, opener, exposure);
        AgentRegistration registration = new AgentRegistration(
                offering, waldur.identities(), plugins.reports(), options.version(), options.clock());
        FirstCycle firstCycle = new FirstCycle(options.orders());
        OrderDesk desk = new OrderDesk(
                settings(offering, mode),
                orders,
                claims,
                Workers.start("orders-" + offering.name(), offering.orderConcurrency() + FURTHER_WORKERS),
                firstCycle);
        Optional<OfferingEvents> events = Optional.empty();
        if (mode == Mode.EVENT_PROCESS && !options.once()) {
            OfferingEvents listening =
                    new EventAssembly(offering, waldur, registration, claims, exposure, options).of(desk, orders);
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
}
