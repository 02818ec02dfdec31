package dev.siteagent.core.runtime;

import dev.siteagent.core.config.OfferingConfiguration;
import dev.siteagent.core.membership.MembershipCycle;
import dev.siteagent.core.membership.MembershipOffering;
import dev.siteagent.core.membership.MembershipReport;
import dev.siteagent.core.membership.Surroundings;
import dev.siteagent.core.waldur.WaldurClient;
import dev.siteagent.core.waldur.WaldurException;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.BackendNotReadyException;
import dev.siteagent.spi.ResourceBackend;
import dev.siteagent.spi.TransientBackendException;
import dev.siteagent.spi.UsernameBackend;
import java.time.Duration;
import java.util.Optional;

/** The members, power, limits and metadata of one offering's resources, cycle by cycle. */
final class OfferingMembership implements OfferingCycle {
    private final OfferingConfiguration offering;
    private final WaldurClient waldur;
    private final OfferingBackend backend;
    private final Optional<UsernameBackend> usernames;
    private final Surroundings surroundings;
    private MembershipCycle cycle;
    private volatile Optional<Served> served = Optional.empty();

    /**
     * The membership of an offering.
     *
     * @param offering the offering
     * @param waldur Waldur's API
     * @param backend its backend
     * @param usernames gives names to users; empty when nobody does
     * @param surroundings what the host gives
     */
    OfferingMembership(
            OfferingConfiguration offering,
            WaldurClient waldur,
            OfferingBackend backend,
            Optional<UsernameBackend> usernames,
            Surroundings surroundings) {
        this.offering = offering;
        this.waldur = waldur;
        this.backend = backend;
        this.usernames = usernames;
        this.surroundings = surroundings;
    }

    /**
     * What a cycle works with.
     *
     * @param backend the backend, open
     * @param offering the offering as Waldur told of it last
     */
    record Served(ResourceBackend backend, MembershipOffering offering) {}

    /** Returns what the last cycle worked with; empty before the first one has opened the backend. Thread-safe. */
    Optional<Served> served() {
        return served;
    }

    /** Returns what gives names to users; empty when nobody does. Thread-safe. */
    Optional<UsernameBackend> usernames() {
        return usernames;
    }

    @Override
    public CycleReport run() throws InterruptedException {
        try {
            if (backend.renew()) {
                cycle = new MembershipCycle(waldur, backend.backend(), usernames, surroundings);
            }
            MembershipOffering now = now();
            served = Optional.of(new Served(backend.backend(), now));
            MembershipReport report = cycle.run(now);
            return report.nothingDone()
                    ? CycleReport.failed(String.join("; ", report.problems()))
                    : CycleReport.done(report.summary(), report.problems());
        } catch (WaldurException e) {
            return CycleReport.failed(e.getMessage());
        } catch (TransientBackendException | BackendNotReadyException e) {
            return CycleReport.failed("the backend cannot be opened: " + e.getMessage());
        } catch (BackendException e) {
            return CycleReport.disabled(e.getMessage());
        }
    }

    private MembershipOffering now() {
        return new MembershipOffering(
                offering.uuid(),
                backend.components(),
                backend.facts().serviceProvider(),
                backend.facts().offering().pluginOptions(),
                offering.usernameReconciliationEnabled(),
                Duration.ofMinutes(offering.lastSyncRefreshMinutes()));
    }

    @Override
    public void close() {
        served = Optional.empty();
        usernames.ifPresent(UsernameBackend::close);
        backend.close();
    }
}
