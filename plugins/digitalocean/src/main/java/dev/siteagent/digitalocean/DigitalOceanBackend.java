package dev.siteagent.digitalocean;

import dev.siteagent.digitalocean.api.ApiException;
import dev.siteagent.digitalocean.api.DigitalOceanApi;
import dev.siteagent.digitalocean.api.Droplet;
import dev.siteagent.digitalocean.droplets.AccountCheck;
import dev.siteagent.digitalocean.droplets.BackendFailures;
import dev.siteagent.digitalocean.droplets.DropletArrival;
import dev.siteagent.digitalocean.droplets.DropletArrival.PortProbe;
import dev.siteagent.digitalocean.droplets.DropletCreation;
import dev.siteagent.digitalocean.droplets.DropletDeletion;
import dev.siteagent.digitalocean.droplets.DropletIndex;
import dev.siteagent.digitalocean.droplets.DropletPower;
import dev.siteagent.digitalocean.droplets.DropletReading;
import dev.siteagent.digitalocean.droplets.DropletResize;
import dev.siteagent.digitalocean.droplets.DropletView;
import dev.siteagent.digitalocean.droplets.ListingTrust;
import dev.siteagent.digitalocean.droplets.PowerSwitch;
import dev.siteagent.digitalocean.droplets.SizeCatalog;
import dev.siteagent.digitalocean.droplets.WorkInHand;
import dev.siteagent.digitalocean.keys.KeyRing;
import dev.siteagent.digitalocean.order.OrderReading;
import dev.siteagent.digitalocean.order.SizeMapping;
import dev.siteagent.spi.Attempt;
import dev.siteagent.spi.BackendContext;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.BackendResource;
import dev.siteagent.spi.BackendResource.Power;
import dev.siteagent.spi.BackendTraits;
import dev.siteagent.spi.BackendTraits.LimitUnits;
import dev.siteagent.spi.CreateRequest;
import dev.siteagent.spi.Diagnosis;
import dev.siteagent.spi.LimitsBackend;
import dev.siteagent.spi.Lookup;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.PendingWork;
import dev.siteagent.spi.PendingWorkBackend;
import dev.siteagent.spi.PowerBackend;
import dev.siteagent.spi.Resource;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Resources that are droplets: makes them, reads them, resizes them, switches them off and on, destroys them.
 *
 * <p>Members and usage mean nothing to a droplet, so those capabilities are absent. Thread-safe.
 */
final class DigitalOceanBackend implements PendingWorkBackend, LimitsBackend, PowerBackend {
    private static final Logger log = LoggerFactory.getLogger(DigitalOceanBackend.class);

    private final DigitalOceanApi api;
    private final AccountCheck account;
    private final DropletIndex index;
    private final DropletCreation creation;
    private final DropletDeletion deletion;
    private final DropletResize resize;
    private final DropletPower power;
    private final DropletReading reading;
    private final Diagnostics diagnostics;
    private final Parallel parallel = new Parallel();

    DigitalOceanBackend(BackendContext<DigitalOceanSettings> context, DigitalOceanApi api, PortProbe probe) {
        DigitalOceanSettings settings = context.settings();
        SizeMapping sizes = new SizeMapping(settings.sizeMapping());
        DropletView view = new DropletView(sizes, context.components().keySet());
        OrderReading orders = new OrderReading(settings);
        PowerSwitch powerSwitch = new PowerSwitch(api);
        this.api = api;
        this.account = new AccountCheck(api, context.clock());
        this.index = new DropletIndex(api, Droplet::withoutDetails);
        ListingTrust trust = new ListingTrust(context.clock());
        DropletArrival arrival = new DropletArrival(api, orders, index, account, powerSwitch, view, trust, probe);
        this.creation =
                new DropletCreation(api, orders, new KeyRing(api), index, arrival, account, trust, context.clock());
        this.deletion = new DropletDeletion(api, index, account, context.clock());
        SizeCatalog catalog = new SizeCatalog(api, context.clock());
        this.resize = new DropletResize(api, sizes, catalog, index, account, powerSwitch, view);
        this.power = new DropletPower(index, account, powerSwitch, view);
        this.reading = new DropletReading(index, account, view);
        this.diagnostics = new Diagnostics(api, settings);
    }

    @Override
    public BackendTraits traits() {
        // size_mapping is written in Waldur's units, and limits are matched against it as they are.
        return BackendTraits.defaults().withLimitUnits(LimitUnits.WALDUR).withPreflightEachCycle(true);
    }

    @Override
    public void ping() throws BackendException, InterruptedException {
        translated(() -> {
            index.requireTags();
            return account.refresh();
        });
    }

    @Override
    public Diagnosis diagnose() throws InterruptedException {
        return diagnostics.run();
    }

    @Override
    public Set<String> componentTypes() {
        return Set.of("cpu", "ram", "disk", "transfer");
    }

    @Override
    public Outcome create(CreateRequest request) throws BackendException, InterruptedException {
        return translated(() -> creation.start(request.resource()));
    }

    @Override
    public Outcome delete(Resource resource) throws BackendException, InterruptedException {
        return translated(() -> {
            creation.forget(resource);
            return deletion.start(resource);
        });
    }

    @Override
    public Outcome setLimits(Resource resource, Change change) throws BackendException, InterruptedException {
        return translated(() -> resize.start(resource, change.limits()));
    }

    @Override
    public Outcome pause(Resource resource, BackendResource current) throws BackendException, InterruptedException {
        return switched(resource, current, Power.OFF);
    }

    @Override
    public Outcome downscale(Resource resource, BackendResource current) throws BackendException, InterruptedException {
        return switched(resource, current, Power.OFF);
    }

    @Override
    public Outcome restore(Resource resource, BackendResource current) throws BackendException, InterruptedException {
        return switched(resource, current, Power.ON);
    }

    private Outcome switched(Resource resource, BackendResource current, Power goal)
            throws BackendException, InterruptedException {
        return current.power() == goal ? Outcome.ready(current) : translated(() -> power.start(resource, goal));
    }

    @Override
    public Map<UUID, Lookup<BackendResource>> read(Collection<Resource> resources)
            throws BackendException, InterruptedException {
        return translated(() -> reading.read(resources));
    }

    @Override
    public Map<String, Object> metadataOfAbsent(Resource resource) {
        return DropletView.withoutDroplet(resource);
    }

    @Override
    public Map<UUID, Attempt<Outcome>> poll(Collection<PendingWork> works)
            throws BackendException, InterruptedException {
        WorkInHand inHand = translated(() -> WorkInHand.lookUp(works, index));
        Map<UUID, Attempt<Outcome>> results = new HashMap<>();
        parallel.each(works, work -> attempt(work, inHand))
                .forEach((work, result) -> results.put(work.resource().uuid(), result));
        return results;
    }

    private Attempt<Outcome> attempt(PendingWork work, WorkInHand inHand) throws InterruptedException {
        try {
            return new Attempt.Succeeded<>(translated(() -> step(work, inHand)));
        } catch (BackendException e) {
            return new Attempt.Failed<>(e);
        }
    }

    private Outcome step(PendingWork work, WorkInHand inHand)
            throws BackendException, ApiException, InterruptedException {
        Resource resource = work.resource();
        return switch (work.kind()) {
            case CREATE -> creation.step(resource, work.handle(), inHand.tagged(resource));
            case DELETE -> deletion.step(resource, work.handle(), inHand.tagged(resource));
            case SET_LIMITS -> resize.step(resource, work.handle(), inHand.droplet(resource));
            case PAUSE, DOWNSCALE -> power.step(resource, Power.OFF, inHand.droplet(resource));
            case RESTORE -> power.step(resource, Power.ON, inHand.droplet(resource));
        };
    }

    @Override
    public void close() {
        parallel.close();
        try {
            api.close();
        } catch (IOException e) {
            log.warn("Connections to DigitalOcean were not closed in good order: {}", e.getMessage());
        }
    }

    @FunctionalInterface
    private interface Call<T> {
        T make() throws BackendException, ApiException, InterruptedException;
    }

    private static <T> T translated(Call<T> call) throws BackendException, InterruptedException {
        try {
            return call.make();
        } catch (ApiException e) {
            throw BackendFailures.of(e);
        }
    }
}
