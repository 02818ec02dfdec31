package dev.siteagent.digitalocean.droplets;

import dev.siteagent.digitalocean.api.Action;
import dev.siteagent.digitalocean.api.ApiException;
import dev.siteagent.digitalocean.api.DigitalOceanApi;
import dev.siteagent.digitalocean.api.Droplet;
import dev.siteagent.digitalocean.order.SizeMapping;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.Handle;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.Resource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Gives droplets another size: off, resize, and on again if it was on before.
 *
 * <p>The handle holds the size and whether the droplet was on; each step follows from the droplet's state, so that the
 * work goes on after a crash at any point. A resize that DigitalOcean refuses still ends with the droplet on again.
 */
public final class DropletResize {
    private final DigitalOceanApi api;
    private final SizeMapping sizes;
    private final SizeCatalog catalog;
    private final DropletIndex index;
    private final AccountCheck account;
    private final PowerSwitch power;
    private final DropletView view;

    /** Resizes that DigitalOcean was asked for in this process, by droplet. */
    private final Map<Long, Action> asked = new ConcurrentHashMap<>();

    /** Why a resize cannot be had, by droplet, until its droplet is on again. */
    private final Map<Long, String> refused = new ConcurrentHashMap<>();

    /** Resizes droplets of one offering. */
    public DropletResize(
            DigitalOceanApi api,
            SizeMapping sizes,
            SizeCatalog catalog,
            DropletIndex index,
            AccountCheck account,
            PowerSwitch power,
            DropletView view) {
        this.api = api;
        this.sizes = sizes;
        this.catalog = catalog;
        this.index = index;
        this.account = account;
        this.power = power;
        this.view = view;
    }

    /**
     * What must not be forgotten.
     *
     * @param size slug of the size to reach
     * @param wasOn whether the droplet was on before
     */
    private record Plan(String size, boolean wasOn) {
        static Optional<Plan> of(Handle handle) {
            String[] parts = handle.text().split(" ", -1);
            return parts.length == 3 && parts[0].equals("resize")
                    ? Optional.of(new Plan(parts[1], parts[2].equals("on")))
                    : Optional.empty();
        }

        Handle handle() {
            return new Handle("resize " + size + (wasOn ? " on" : " off"));
        }
    }

    /**
     * Finds the size that the limits stand for and plans the resize; touches nothing yet.
     *
     * @param limits component type to limit, in Waldur's units
     */
    public Outcome start(Resource resource, Map<String, Long> limits)
            throws BackendException, ApiException, InterruptedException {
        String size = sizes.require(limits);
        long id = DropletId.required(resource);
        // What an earlier order began says nothing of this one.
        asked.remove(id);
        refused.remove(id);
        power.forget(id);
        Droplet droplet = existing(resource, index.byId(id));
        if (droplet.sizeSlug().equals(size)) {
            return Outcome.ready(view.of(droplet, account.identity()));
        }
        catalog.requireReachable(droplet, size);
        Plan plan = new Plan(size, droplet.status() != Droplet.Status.OFF);
        return Waiting.forHandle(
                resource.backendId(), plan.handle(), "droplet " + droplet.id() + " is about to be resized to " + size);
    }

    /**
     * Takes the next step.
     *
     * @param seen the droplet as it is now; empty when there is none
     */
    public Outcome step(Resource resource, Handle handle, Optional<Droplet> seen)
            throws BackendException, ApiException, InterruptedException {
        Optional<Plan> plan = Plan.of(handle);
        if (plan.isEmpty()) {
            return start(resource, resource.limits());
        }
        Droplet droplet = existing(resource, seen);
        Optional<String> meant = sizes.match(resource.limits())
                .filter(size -> !size.equals(plan.get().size()));
        if (meant.isPresent() && !refused.containsKey(droplet.id())) {
            return planned(droplet, new Plan(meant.get(), plan.get().wasOn()), handle);
        }
        if (resizing(droplet.id())) {
            return Waiting.forDroplet(droplet.id(), handle, "is being resized");
        }
        // What has ended since may have changed the droplet.
        Droplet now = asked.containsKey(droplet.id()) ? api.droplet(droplet.id()) : droplet;
        boolean reached = now.sizeSlug().equals(plan.get().size());
        return reached || refused.containsKey(now.id())
                ? restored(now, handle, plan.get())
                : towards(now, handle, plan.get());
    }

    /**
     * Plans anew: the mapping has changed since the order began, as when it is corrected before an order is retried.
     * Whether the droplet was on is still to be learned from the first plan.
     */
    private Outcome planned(Droplet droplet, Plan plan, Handle before) throws ApiException, InterruptedException {
        asked.remove(droplet.id());
        try {
            catalog.requireReachable(droplet, plan.size());
        } catch (PermanentBackendException e) {
            refused.put(droplet.id(), e.getMessage());
            return Waiting.forDroplet(droplet.id(), before, "cannot have the size that its limits stand for now");
        }
        return Waiting.forDroplet(droplet.id(), plan.handle(), "is about to be resized to " + plan.size());
    }

    private Outcome towards(Droplet droplet, Handle handle, Plan plan)
            throws BackendException, ApiException, InterruptedException {
        Optional<String> waitsFor = power.off(droplet);
        if (waitsFor.isPresent()) {
            return Waiting.forDroplet(droplet.id(), handle, waitsFor.get() + " to be resized");
        }
        try {
            asked.put(droplet.id(), api.resize(droplet.id(), plan.size()));
        } catch (ApiException.Locked e) {
            return Waiting.forDroplet(droplet.id(), handle, "has another action in progress");
        } catch (ApiException.Invalid e) {
            if (e.subject() == ApiException.Subject.STATE) {
                return Waiting.forDroplet(droplet.id(), handle, "changed in between; looking again");
            }
            refused.put(droplet.id(), e.getMessage());
        } catch (ApiException.QuotaReached e) {
            refused.put(droplet.id(), e.getMessage());
        }
        return Waiting.forDroplet(droplet.id(), handle, "is being resized");
    }

    /** The last step, after success or refusal alike. */
    private Outcome restored(Droplet droplet, Handle handle, Plan plan)
            throws BackendException, ApiException, InterruptedException {
        Optional<String> waitsFor = plan.wasOn() ? power.on(droplet) : Optional.empty();
        if (waitsFor.isPresent()) {
            return Waiting.forDroplet(droplet.id(), handle, waitsFor.get() + " after its resize");
        }
        asked.remove(droplet.id());
        String refusal = refused.remove(droplet.id());
        if (refusal != null) {
            throw new PermanentBackendException(
                    "Droplet " + droplet.id() + " keeps its size " + droplet.sizeSlug() + ". " + refusal);
        }
        // Its state may have moved since it was read.
        Droplet now = plan.wasOn() ? api.droplet(droplet.id()) : droplet;
        return Outcome.ready(view.of(now, account.identity()));
    }

    /** Whether a resize of ours is in progress; one that failed is noted as refused. */
    private boolean resizing(long dropletId) throws ApiException, InterruptedException {
        Action action = asked.get(dropletId);
        if (action == null) {
            return false;
        }
        Action.Status status = status(action);
        if (status == Action.Status.ERRORED) {
            refused.put(
                    dropletId,
                    "DigitalOcean failed to resize it (action " + action.id() + "). Choose another size or try later");
        }
        return status == Action.Status.IN_PROGRESS;
    }

    private Action.Status status(Action action) throws ApiException, InterruptedException {
        try {
            return api.action(action.id()).status();
        } catch (ApiException.NotFound gone) {
            return Action.Status.COMPLETED;
        }
    }

    private Droplet existing(Resource resource, Optional<Droplet> droplet)
            throws BackendException, ApiException, InterruptedException {
        if (droplet.isEmpty() || droplet.get().status() == Droplet.Status.ARCHIVE) {
            account.requireMakerOf(resource);
            throw new PermanentBackendException(
                    "Droplet " + resource.backendId().orElse("")
                            + " no longer exists, so it cannot be resized. Terminate the resource and order a new one");
        }
        DropletCreation.ownerOf(resource).requireNoOther(droplet.get());
        return droplet.get();
    }
}
