package dev.siteagent.sandbox.digitalocean;

import java.time.Instant;
import java.util.function.Consumer;

/**
 * An action in progress.
 *
 * @param action as it began
 * @param machine the droplet it is done to
 * @param endsAt when it ends
 * @param outcome how it will end
 * @param effect what its end does to the droplet, given the time of the end
 */
record PendingAction(Action action, Machine machine, Instant endsAt, Action.Status outcome, Consumer<Instant> effect) {}
