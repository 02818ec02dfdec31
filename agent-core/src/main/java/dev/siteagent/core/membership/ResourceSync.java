package dev.siteagent.core.membership;

import dev.siteagent.core.orders.Recording;
import dev.siteagent.core.waldur.ProviderResources;
import dev.siteagent.core.waldur.ResourceState;
import dev.siteagent.core.waldur.WaldurResource;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.BackendResource;
import dev.siteagent.spi.Lookup;
import dev.siteagent.spi.Outcome;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings one resource into step: first its members and its power, then, when that has settled, what Waldur shows of it.
 *
 * @param resources where resources are
 * @param recording writes what differs
 * @param steps what the backend can do
 * @param lastSyncAge how old the last synchronisation of an unchanged resource may become
 * @param clock the time
 */
record ResourceSync(ProviderResources resources, Recording recording, Steps steps, Duration lastSyncAge, Clock clock) {
    private static final Logger log = LoggerFactory.getLogger(ResourceSync.class);

    /**
     * What the backend can do.
     *
     * @param mirror mirrors projects and dates
     * @param members gives and takes access
     * @param grants reports what became of grants
     * @param userLimits limits users
     * @param power pauses, downscales and restores
     */
    record Steps(
            MirrorStep mirror,
            Optional<MemberStep> members,
            Optional<GrantReports> grants,
            Optional<UserLimitStep> userLimits,
            Optional<PowerStep> power) {}

    /**
     * Who shall have access and who has.
     *
     * @param wanted who shall
     * @param present who has, as the backend was asked
     */
    record Access(Wanted wanted, Lookup<Set<String>> present) {}

    /**
     * Takes the steps up to the power.
     *
     * @param access empty when the backend has no members, or nobody could be asked
     * @return the outcome of the power's step; ready when there is none
     * @throws BackendException when one failed
     */
    Outcome begin(Synced resource, Optional<Access> access, Notes notes) throws BackendException, InterruptedException {
        steps.mirror().project(resource);
        if (steps.members().isPresent()) {
            if (access.isPresent()) {
                members(resource, access.get(), notes);
            } else {
                notes.incomplete();
            }
        } else if (steps.userLimits().isPresent() && !resource.restricted()) {
            steps.userLimits().get().apply(resource.resource(), user -> true, notes);
        }
        return power(resource);
    }

    private void members(Synced resource, Access access, Notes notes) throws BackendException, InterruptedException {
        if (access.present() instanceof Lookup.Failed<Set<String>> failed) {
            throw failed.why();
        }
        if (access.present() instanceof Lookup.Absent<Set<String>> absent) {
            notes.problem("its members cannot be read: " + absent.reason());
            notes.incomplete();
            return;
        }
        Set<String> present = ((Lookup.Present<Set<String>>) access.present()).value();
        Set<String> after = steps.members().orElseThrow().sync(resource, access.wanted(), present, notes);
        if (steps.grants().isPresent() && !access.wanted().restricted()) {
            steps.grants().get().report(resource.resource());
        }
        if (steps.userLimits().isPresent() && !resource.restricted()) {
            steps.userLimits().get().apply(resource.resource(), after::contains, notes);
        }
    }

    private Outcome power(Synced resource) throws BackendException, InterruptedException {
        if (steps.power().isEmpty()) {
            return Outcome.done();
        }
        if (PowerStep.likelyToAct(resource) && !unmoved(resource.known())) {
            log.info("The resource changed in Waldur meanwhile; its power is left to the next cycle.");
            return Outcome.done();
        }
        return steps.power().get().take(resource);
    }

    private boolean unmoved(WaldurResource known) throws InterruptedException {
        WaldurResource now = resources.get(known.uuid());
        return now.state() == known.state() && PowerStep.wanted(now) == PowerStep.wanted(known);
    }

    /**
     * Takes the last steps.
     *
     * @param outcome of the power's step
     */
    void finish(Synced resource, Outcome.Ready outcome, Notes notes) throws InterruptedException {
        BackendResource now = outcome.resource().orElse(resource.seen());
        notes.changed(
                outcome.resource().isPresent() && now.power() != resource.seen().power());
        notes.changed(recording.metadata(resource.known(), now.metadata()));
        steps.mirror().resource(resource, notes);
        notes.changed(recording.limits(resource.known(), now));
        if (notes.isIncomplete()) {
            return;
        }
        if (notes.isChanged() || lastSyncIsOld(resource.known())) {
            resources.refreshLastSync(resource.uuid());
        }
        if (resource.known().state() == ResourceState.ERRED && works(resource.known(), now)) {
            resources.setAsOk(resource.uuid());
            notes.changed(true);
            log.info("The erred resource works and is OK again.");
        }
    }

    private boolean lastSyncIsOld(WaldurResource known) {
        Instant last = known.lastSync();
        return last == null || !last.plus(lastSyncAge).isAfter(clock.instant());
    }

    /** A machine that is switched off by Waldur's will need not be in service. */
    private static boolean works(WaldurResource known, BackendResource now) {
        return now.ready() || known.paused() || known.downscaled();
    }
}
