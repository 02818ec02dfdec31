package dev.siteagent.digitalocean.droplets;

import dev.siteagent.digitalocean.api.ApiException;
import dev.siteagent.digitalocean.api.DigitalOceanApi;
import dev.siteagent.digitalocean.api.Droplet;
import dev.siteagent.digitalocean.order.OrderReading;
import dev.siteagent.digitalocean.order.OrderedDroplet.Placement;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.Resource;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Sees a droplet that exists through to service: active, in its project, answering where that is asked for. */
public final class DropletArrival {
    private final DigitalOceanApi api;
    private final OrderReading orders;
    private final DropletIndex index;
    private final AccountCheck account;
    private final PowerSwitch power;
    private final DropletView view;
    private final ListingTrust trust;
    private final PortProbe probe;

    /** Receives the droplets of one offering. */
    public DropletArrival(
            DigitalOceanApi api,
            OrderReading orders,
            DropletIndex index,
            AccountCheck account,
            PowerSwitch power,
            DropletView view,
            ListingTrust trust,
            PortProbe probe) {
        this.api = api;
        this.orders = orders;
        this.index = index;
        this.account = account;
        this.power = power;
        this.view = view;
        this.trust = trust;
        this.probe = probe;
    }

    /** Finds out whether a machine takes connections. */
    @FunctionalInterface
    public interface PortProbe {
        /**
         * Tries once, for a few seconds at most.
         *
         * @param host address of the machine
         * @param port TCP port
         * @return whether it took the connection
         * @throws InterruptedException when the thread is interrupted
         */
        boolean answers(String host, int port) throws InterruptedException;
    }

    /**
     * Takes the next step.
     *
     * @param tagged the droplet with the resource's tag; empty when no listing shows one (yet)
     */
    Outcome step(Resource resource, Optional<Droplet> tagged)
            throws BackendException, ApiException, InterruptedException {
        if (tagged.isEmpty() && trust.tooEarly(resource.uuid())) {
            return Waiting.forDroplet(DropletId.required(resource), "is booting; no listing shows it yet");
        }
        Droplet droplet = tagged.isPresent() ? tagged.get() : recorded(resource);
        DropletCreation.ownerOf(resource).requireNoOther(droplet);
        try {
            return received(resource, droplet, tagged.isPresent());
        } catch (ApiException e) {
            throw BackendFailures.naming(BackendFailures.of(e), Optional.of(Long.toString(droplet.id())));
        } catch (PermanentBackendException e) {
            throw e.withBackendId(Long.toString(droplet.id()));
        }
    }

    private Droplet recorded(Resource resource) throws BackendException, ApiException, InterruptedException {
        long id = DropletId.required(resource);
        Optional<Droplet> droplet = index.byId(id);
        if (droplet.isEmpty()) {
            account.requireMakerOf(resource);
            throw new PermanentBackendException(
                    "Droplet " + id + " was destroyed outside Waldur before it was in service."
                            + " Terminate the resource and order a new one");
        }
        return droplet.get();
    }

    private Outcome received(Resource resource, Droplet droplet, boolean listed)
            throws BackendException, ApiException, InterruptedException {
        // Asked at every step: how long the droplet was missing tells how long another may be.
        boolean alone = trust.complete(resource.uuid(), droplet, listed);
        return switch (droplet.status()) {
            case ACTIVE ->
                alone
                        ? placed(resource, droplet)
                        : Waiting.forDroplet(
                                droplet.id(), "is active; waiting for the listings to show whether it is alone");
            case OFF -> {
                Optional<String> waitsFor = power.on(droplet);
                yield Waiting.forDroplet(droplet.id(), waitsFor.orElse("is starting"));
            }
            case NEW, UNKNOWN -> Waiting.forDroplet(droplet.id(), "is booting");
            case ARCHIVE ->
                throw new PermanentBackendException("Droplet " + droplet.id()
                        + " is archived, so it never gets into service. Terminate the resource and order a new one");
        };
    }

    private Outcome placed(Resource resource, Droplet droplet)
            throws BackendException, ApiException, InterruptedException {
        power.forget(droplet.id());
        Placement placement = orders.placement(resource);
        int port = placement.waitFor().port();
        if (port != 0) {
            Optional<String> address = address(droplet);
            if (address.isEmpty()) {
                return Waiting.forDroplet(droplet.id(), "is active, but has no address yet");
            }
            if (!probe.answers(address.get(), port)) {
                return Waiting.forDroplet(droplet.id(), "is active, but does not answer on port " + port + " yet");
            }
        }
        if (placement.projectId() != null) {
            api.assignToProject(placement.projectId(), droplet.id());
        }
        Outcome ready = Outcome.ready(view.of(droplet, account.identity()));
        trust.forget(resource.uuid());
        return ready;
    }

    /** Where the droplet can be reached: not each has a public IPv4 address. */
    private static Optional<String> address(Droplet droplet) {
        Droplet.Networks networks = droplet.networks();
        return Stream.of(networks.publicIpv4(), networks.publicIpv6(), networks.privateIpv4())
                .filter(Objects::nonNull)
                .findFirst();
    }
}
