package dev.siteagent.hobbyfarm.reconcile;

import dev.siteagent.hobbyfarm.accounts.Backend;
import dev.siteagent.hobbyfarm.model.MachineObject;

/** Sees to it that a machine that was just made or taken over is looked at soon, in the next listing. */
@FunctionalInterface
interface FollowUp {
    void follow(Backend backend, MachineObject machine);
}
