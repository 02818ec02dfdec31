package dev.siteagent.digitalocean.droplets;

import dev.siteagent.digitalocean.api.ApiException;
import dev.siteagent.digitalocean.api.Droplet;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.BackendResource.Power;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.Resource;
import java.util.Optional;

/** Takes resources out of service and back by the power of their droplets. */
public final class DropletPower {
    private final DropletIndex index;
    private final AccountCheck account;
    private final PowerSwitch power;
    private final DropletView view;

    /** Switches the droplets of one offering. */
    public DropletPower(DropletIndex index, AccountCheck account, PowerSwitch power, DropletView view) {
        this.index = index;
        this.account = account;
        this.power = power;
        this.view = view;
    }

    /**
     * Takes the first step.
     *
     * @param goal {@link Power#ON} or {@link Power#OFF}
     */
    public Outcome start(Resource resource, Power goal) throws BackendException, ApiException, InterruptedException {
        long id = DropletId.required(resource);
        // What an earlier order began says nothing of this one.
        power.forget(id);
        return step(resource, goal, index.byId(id));
    }

    /**
     * Takes the next step.
     *
     * @param goal {@link Power#ON} or {@link Power#OFF}
     * @param seen the droplet as it is now; empty when there is none
     */
    public Outcome step(Resource resource, Power goal, Optional<Droplet> seen)
            throws BackendException, ApiException, InterruptedException {
        if (seen.isEmpty() || seen.get().status() == Droplet.Status.ARCHIVE) {
            account.requireMakerOf(resource);
            throw new PermanentBackendException(
                    "Droplet " + resource.backendId().orElse("")
                            + " no longer exists, so it cannot be switched. Terminate the resource and order a new one");
        }
        Droplet droplet = seen.get();
        DropletCreation.ownerOf(resource).requireNoOther(droplet);
        Optional<String> waitsFor = goal == Power.ON ? power.on(droplet) : power.off(droplet);
        if (waitsFor.isPresent()) {
            return Waiting.forDroplet(droplet.id(), waitsFor.get());
        }
        return Outcome.ready(view.of(droplet, account.identity()).withPower(goal));
    }
}
