package dev.siteagent.core.membership;

import dev.siteagent.core.fairness.FailedLast;
import dev.siteagent.core.members.OfferingAccounts;
import dev.siteagent.core.members.ResourceTeam;
import dev.siteagent.core.orders.LimitConversion;
import dev.siteagent.core.orders.Recording;
import dev.siteagent.core.orders.SpiRecords;
import dev.siteagent.core.waldur.ResourceState;
import dev.siteagent.core.waldur.WaldurClient;
import dev.siteagent.core.waldur.WaldurException;
import dev.siteagent.core.waldur.WaldurRejectedException;
import dev.siteagent.core.waldur.WaldurResource;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.BackendNotReadyException;
import dev.siteagent.spi.BackendTraits;
import dev.siteagent.spi.Lookup;
import dev.siteagent.spi.MembersBackend;
import dev.siteagent.spi.MembershipReportBackend;
import dev.siteagent.spi.PowerBackend;
import dev.siteagent.spi.Resource;
import dev.siteagent.spi.ResourceBackend;
import dev.siteagent.spi.UserLimitsBackend;
import dev.siteagent.spi.UsernameBackend;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Syncs the resources of one offering with its backend, cycle by cycle. Each side is read in bulk, and nothing is written
 * but what differs. Called by one thread at a time.
 *
 * <p>What it remembers between cycles saves requests and may be lost: work of machines that stop or start, what was last
 * told of grants, and which resources and teams met an outage.
 */
public final class MembershipCycle {
    private static final Logger log = LoggerFactory.getLogger(MembershipCycle.class);

    private final WaldurClient waldur;
    private final ResourceBackend backend;
    private final Surroundings surroundings;
    private final BackendTraits traits;
    private final OfferingUserStep users;
    private final Optional<PowerStep> power;
    private final Optional<GrantReports> grants;

    /** Of resources, and of projects whose team could not be told. */
    private final FailedLast<UUID> turns = new FailedLast<>();

    /**
     * Syncs with one backend.
     *
     * @param waldur Waldur's API
     * @param backend the backend; kept open by whoever opened it
     * @param usernames gives names to users; empty when nobody does
     * @param surroundings what the host gives
     */
    public MembershipCycle(
            WaldurClient waldur,
            ResourceBackend backend,
            Optional<UsernameBackend> usernames,
            Surroundings surroundings) {
        this.waldur = waldur;
        this.backend = backend;
        this.surroundings = surroundings;
        this.traits = backend.traits();
        this.users = new OfferingUserStep(waldur, backend, usernames);
        this.power =
                backend instanceof PowerBackend switching ? Optional.of(new PowerStep(switching)) : Optional.empty();
        this.grants = backend instanceof MembershipReportBackend reporting
                ? Optional.of(new GrantReports(waldur.resources(), reporting))
                : Optional.empty();
    }

    /**
     * Syncs all resources of the offering.
     *
     * @param offering the offering as it is now
     * @throws InterruptedException when the thread is interrupted; what was begun is left as it is
     */
    public MembershipReport run(MembershipOffering offering) throws InterruptedException {
        return run(offering, () -> waldur.resources().list(offering.uuid(), handledStates()));
    }

    /**
     * Syncs single resources of the offering.
     *
     * @param offering the offering as it is now
     * @param resources their UUIDs; one that Waldur lacks is left out
     * @throws InterruptedException when the thread is interrupted; what was begun is left as it is
     */
    public MembershipReport run(MembershipOffering offering, Collection<UUID> resources) throws InterruptedException {
        return run(offering, () -> {
            List<WaldurResource> found = new ArrayList<>();
            for (UUID resource : resources) {
                known(resource)
                        .filter(known -> offering.uuid().equals(known.offeringUuid()))
                        .filter(known -> handledStates().contains(known.state()))
                        .ifPresent(found::add);
            }
            return found;
        });
    }

    private Optional<WaldurResource> known(UUID resource) throws InterruptedException {
        try {
            return Optional.of(waldur.resources().get(resource));
        } catch (WaldurRejectedException e) {
            if (e.notFound()) {
                log.info("Waldur has no resource {} that this agent may see.", resource);
                return Optional.empty();
            }
            throw e;
        }
    }

    /** Lists resources. */
    @FunctionalInterface
    private interface Listing {
        List<WaldurResource> read() throws InterruptedException;
    }

    private MembershipReport run(MembershipOffering offering, Listing listing) throws InterruptedException {
        try {
            if (traits.preflightEachCycle()) {
                backend.preflight();
            }
            Tally tally = new Tally(turns);
            OfferingAccounts accounts = users.sync(offering, tally);
            List<WaldurResource> known = listing.read();
            surroundings.moved().run();
            sync(offering, accounts, known, tally);
            return tally.report();
        } catch (BackendNotReadyException e) {
            return MembershipReport.skipped("the backend is not ready: " + e.getMessage());
        } catch (BackendException e) {
            return MembershipReport.failed(
                    "the backend cannot be worked with: " + e.getMessage(), Failures.isOutage(e));
        } catch (WaldurException e) {
            return MembershipReport.failed(e.getMessage(), Failures.isOutage(e));
        }
    }

    private void sync(MembershipOffering offering, OfferingAccounts accounts, List<WaldurResource> known, Tally tally)
            throws BackendException, InterruptedException {
        LimitConversion conversion = new LimitConversion(offering.components(), traits.limitUnits());
        Failures failures = new Failures(waldur.resources(), handledStates(), surroundings.exposure());
        Recording recording = new Recording(waldur.resources(), conversion);
        Map<Resource, WaldurResource> resources = records(known, new SpiRecords(conversion), tally);
        Sightings sightings = new Sightings(backend, recording, failures, surroundings, tally);
        List<Synced> both = sightings.of(resources);
        surroundings.moved().run();
        List<Resource> there = both.stream().map(Synced::resource).toList();
        Map<UUID, Lookup<Set<String>>> members = members(there, tally);
        ResourceSync sync = new ResourceSync(
                waldur.resources(),
                recording,
                new ResourceSync.Steps(
                        new MirrorStep(waldur, backend, offering.serviceProvider()),
                        backend instanceof MembersBackend with
                                ? Optional.of(new MemberStep(with, traits))
                                : Optional.empty(),
                        grants.filter(reports ->
                                Boolean.TRUE.equals(offering.options().enableMembershipSyncStatus())),
                        userLimits(offering, conversion, there, tally),
                        power),
                offering.lastSyncAge(),
                surroundings.clock());
        surroundings.moved().run();
        new CyclePass(
                        sync,
                        teams(accounts),
                        members,
                        failures,
                        new PowerWaits(backend, surroundings.sleeper(), surroundings.clock()),
                        surroundings,
                        tally,
                        turns)
                .over(both);
    }

    /** Describes to the backend what has an id there; an answer that lacks something concerns that resource only. */
    private static Map<Resource, WaldurResource> records(List<WaldurResource> known, SpiRecords records, Tally tally) {
        Map<Resource, WaldurResource> described = new LinkedHashMap<>();
        Set<UUID> met = new HashSet<>();
        for (WaldurResource resource : known) {
            if (resource.backendId().isBlank() || !met.add(resource.uuid())) {
                continue;
            }
            try {
                described.put(records.resource(resource), resource);
            } catch (IllegalStateException | ArithmeticException e) {
                log.error("Resource {} cannot be synced: {}", resource.uuid(), e.getMessage());
                tally.problem("resource " + resource.uuid() + " cannot be synced: " + e.getMessage());
            }
        }
        return described;
    }

    private Map<UUID, Lookup<Set<String>>> members(List<Resource> resources, Tally tally) throws InterruptedException {
        if (backend instanceof MembersBackend with) {
            try {
                return new BulkRead<Set<String>>(with::members).of(resources);
            } catch (BackendException e) {
                log.warn("The members cannot be read from the backend: {}", e.getMessage());
                tally.problem("the members cannot be read from the backend", e);
            }
        }
        return Map.of();
    }

    private Optional<UserLimitStep> userLimits(
            MembershipOffering offering, LimitConversion conversion, List<Resource> resources, Tally tally)
            throws InterruptedException {
        if (backend instanceof UserLimitsBackend limiting && !resources.isEmpty()) {
            try {
                return Optional.of(
                        UserLimitStep.read(limiting, conversion, waldur.usages(), offering.uuid(), resources));
            } catch (BackendException | WaldurException e) {
                log.warn("The limits of users cannot be read: {}", e.getMessage());
                tally.problem("the limits of users cannot be read: " + e.getMessage());
            }
        }
        return Optional.empty();
    }

    private Optional<ProjectTeams> teams(OfferingAccounts accounts) {
        if (!(backend instanceof MembersBackend)) {
            return Optional.empty();
        }
        ResourceTeam team = new ResourceTeam(waldur.resources(), accounts, traits, surroundings.sleeper());
        return Optional.of(new ProjectTeams(waldur.resources(), accounts, team, traits, handledStates()));
    }

    /** Returns the states of the resources that are synced. */
    public List<ResourceState> handledStates() {
        return traits.handledStates().stream()
                .filter(state -> state != dev.siteagent.spi.ResourceState.UNKNOWN)
                .map(state -> ResourceState.valueOf(state.name()))
                .toList();
    }
}
