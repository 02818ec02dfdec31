package dev.siteagent.digitalocean.droplets;

import dev.siteagent.digitalocean.api.Action;
import dev.siteagent.digitalocean.api.ApiException;
import dev.siteagent.digitalocean.api.ApiException.Subject;
import dev.siteagent.digitalocean.api.DigitalOceanApi;
import dev.siteagent.digitalocean.api.Droplet;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.TransientBackendException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Switches droplets on and off, step by step: it acts only when the state differs, waits while a droplet is locked, and
 * pulls the plug of one whose guest ignored the request to shut down.
 *
 * <p>The last action of each droplet is kept in memory. When it is lost in a crash, the steps start over from the
 * droplet's state, which is harmless. Thread-safe.
 */
public final class PowerSwitch {
    private final DigitalOceanApi api;
    private final Map<Long, Action> last = new ConcurrentHashMap<>();

    /**
     * Switches droplets of an API's account.
     *
     * @param api the API
     */
    public PowerSwitch(DigitalOceanApi api) {
        this.api = api;
    }

    /**
     * Takes the next step towards off.
     *
     * @param droplet the droplet as it is now
     * @return what it waits for; empty when the droplet is off
     */
    Optional<String> off(Droplet droplet) throws BackendException, ApiException, InterruptedException {
        return step(droplet, Droplet.Status.OFF, "is shutting down");
    }

    /**
     * Takes the next step towards on.
     *
     * @param droplet the droplet as it is now
     * @return what it waits for; empty when the droplet is on
     */
    Optional<String> on(Droplet droplet) throws BackendException, ApiException, InterruptedException {
        return step(droplet, Droplet.Status.ACTIVE, "is starting");
    }

    private Optional<String> step(Droplet seen, Droplet.Status goal, String going)
            throws BackendException, ApiException, InterruptedException {
        Optional<Action> action = lastOf(seen.id());
        if (inProgress(action)) {
            return Optional.of(going);
        }
        // An action that has ended may have done so after the droplet was read.
        Droplet droplet = action.isPresent() ? api.droplet(seen.id()) : seen;
        if (droplet.status() == goal && !droplet.locked()) {
            forget(droplet.id());
            return Optional.empty();
        }
        if (droplet.locked() || droplet.status() == Droplet.Status.NEW) {
            return Optional.of("has another action in progress");
        }
        begin(droplet, goal, action);
        return Optional.of(going);
    }

    private void begin(Droplet droplet, Droplet.Status goal, Optional<Action> before)
            throws BackendException, ApiException, InterruptedException {
        long id = droplet.id();
        try {
            last.put(id, goal == Droplet.Status.ACTIVE ? api.powerOn(id) : offAction(id, before));
        } catch (ApiException.Locked e) {
            // Somebody else was quicker: wait for theirs.
            forget(id);
        } catch (ApiException.Invalid e) {
            if (e.subject() != Subject.STATE) {
                throw e;
            }
            // It is in that state already; the next look shows it.
            forget(id);
        }
    }

    private Action offAction(long id, Optional<Action> before)
            throws BackendException, ApiException, InterruptedException {
        String type = before.map(Action::type).orElse("");
        if (type.equals("power_off") && before.get().status() == Action.Status.ERRORED) {
            forget(id);
            throw new TransientBackendException(
                    "DigitalOcean could not power off droplet " + id + " (action "
                            + before.get().id() + " failed). It is tried again",
                    null);
        }
        return type.equals("shutdown") ? api.powerOff(id) : api.shutdown(id);
    }

    private static boolean inProgress(Optional<Action> action) {
        return action.isPresent() && action.get().status() == Action.Status.IN_PROGRESS;
    }

    /** The last action that was begun here, with its present status. */
    private Optional<Action> lastOf(long dropletId) throws ApiException, InterruptedException {
        Action action = last.get(dropletId);
        if (action == null || action.status() != Action.Status.IN_PROGRESS) {
            return Optional.ofNullable(action);
        }
        try {
            Action now = api.action(action.id());
            // The type is the one asked for: answers may spell it otherwise.
            Action known = new Action(now.id(), action.type(), now.status());
            last.put(dropletId, known);
            return Optional.of(known);
        } catch (ApiException.NotFound gone) {
            forget(dropletId);
            return Optional.empty();
        }
    }

    /** Forgets what was begun for a droplet: its work has ended. */
    void forget(long dropletId) {
        last.remove(dropletId);
    }
}
