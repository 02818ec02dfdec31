package dev.siteagent.core.runtime;

import dev.siteagent.core.budgets.SharedRateBudgets;
import dev.siteagent.core.config.AgentConfiguration;
import dev.siteagent.core.config.BackendBinding;
import dev.siteagent.core.config.OfferingConfiguration;
import dev.siteagent.core.members.OfferingAccounts;
import dev.siteagent.core.membership.LimitPass;
import dev.siteagent.core.orders.LimitConversion;
import dev.siteagent.core.plugins.PluginRegistry;
import dev.siteagent.core.usernames.UsernameAssignment;
import dev.siteagent.core.usernames.UsernameReport;
import dev.siteagent.core.waldur.OfferingUserState;
import dev.siteagent.core.waldur.WaldurCallListener;
import dev.siteagent.core.waldur.WaldurClient;
import dev.siteagent.core.waldur.WaldurException;
import dev.siteagent.spi.Attempt;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.HomeDirectoriesBackend;
import dev.siteagent.spi.OfferingUser;
import dev.siteagent.spi.UsernameBackend;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Parts of membership sync that an operator can run by hand, offering by offering: {@code site-agent
 * sync-offering-users}, {@code sync-resource-limits} and {@code create-homedirs}.
 *
 * <p>Every method throws {@link BackendException} when the backend does not open or does not answer at all, and {@link
 * WaldurException} when Waldur does not.
 */
public final class MembershipChores {
    private static final String UMASK = "default_homedir_umask";
    private static final String HOMES_ENABLED = "enable_user_homedir_account_creation";
    private static final String USUAL_UMASK = "0077";

    private final WaldurClients waldurs;
    private final BackendOpener backends;
    private final String userAgent;

    /**
     * Prepares.
     *
     * @param configuration what is served
     * @param plugins the plugins, started
     * @param command the name of the command, which Waldur is told
     * @param version the agent's version
     * @param clock the time
     */
    public MembershipChores(
            AgentConfiguration configuration, PluginRegistry plugins, String command, String version, Clock clock) {
        this.userAgent = "waldur-site-agent-" + command + "/" + version;
        this.waldurs = new WaldurClients(configuration.globalProxy(), clock, WaldurCallListener.NONE);
        this.backends = new BackendOpener(
                plugins,
                new SharedRateBudgets(clock)::forOffering,
                configuration.timezone(),
                configuration.globalProxy(),
                userAgent,
                clock);
    }

    /** Gives names to the users of an offering who wait for one. */
    public ChoreReport syncUsers(OfferingConfiguration offering) throws BackendException, InterruptedException {
        WaldurClient waldur = waldurs.of(offering, userAgent);
        OfferingFacts facts = OfferingFacts.read(waldur, offering.uuid(), Optional.empty());
        if (!facts.offering().pluginOptions().providerShallMakeUsernames()) {
            return ChoreReport.nothing("Waldur gives the names, by the offering's policy");
        }
        if (!facts.offering().pluginOptions().providerMakesUsernames()) {
            return new ChoreReport(
                    "no names given",
                    List.of(
                            "the offering's policy leaves the names to the service provider, and"
                                    + " service_provider_can_create_offering_user is not set: set it in the offering's options"));
        }
        try (UsernameBackend usernames = backends.openUsernames(offering, Optional.of(facts))) {
            UsernameReport report = new UsernameAssignment(waldur.offeringUsers(), usernames)
                    .assign(new OfferingAccounts(waldur, offering.uuid()).offeringUsers());
            return new ChoreReport(report.moved() + " users moved on", report.problems());
        }
    }

    /** Tells Waldur the limits that the resources of an offering have on the backend. */
    public ChoreReport syncLimits(OfferingConfiguration offering) throws BackendException, InterruptedException {
        if (offering.membershipSyncBackend().isEmpty()) {
            return ChoreReport.nothing("no membership_sync_backend");
        }
        WaldurClient waldur = waldurs.of(offering, userAgent);
        String name = offering.membershipSyncBackend().get();
        try (OfferingBackend backend = new OfferingBackend(offering, name, waldur, backends)) {
            backend.renew();
            LimitConversion conversion = new LimitConversion(
                    backend.components(), backend.backend().traits().limitUnits());
            LimitPass.Report report =
                    new LimitPass(waldur.resources(), backend.backend(), conversion).run(offering.uuid());
            return new ChoreReport(
                    report.written() + " written, " + report.unchanged() + " as they were, " + report.absent()
                            + " not on the backend",
                    report.problems());
        }
    }

    /** Makes the home directories of an offering's users that are missing. */
    public ChoreReport createHomes(OfferingConfiguration offering) throws BackendException, InterruptedException {
        Optional<String> name = offering.orderProcessingBackend().or(offering::membershipSyncBackend);
        if (name.isEmpty()) {
            return ChoreReport.nothing("no order_processing_backend");
        }
        Map<String, Object> settings = Optional.ofNullable(offering.backends().get(name.get()))
                .map(BackendBinding::raw)
                .orElse(Map.of());
        if (Boolean.FALSE.equals(settings.get(HOMES_ENABLED))) {
            return ChoreReport.nothing(HOMES_ENABLED + " is false");
        }
        WaldurClient waldur = waldurs.of(offering, userAgent);
        try (OfferingBackend backend = new OfferingBackend(offering, name.get(), waldur, backends)) {
            backend.renew();
            return backend.backend() instanceof HomeDirectoriesBackend homes
                    ? homes(homes, usernames(waldur, offering), umask(settings.get(UMASK)))
                    : ChoreReport.nothing("backend " + name.get() + " makes no home directories");
        }
    }

    private static Set<String> usernames(WaldurClient waldur, OfferingConfiguration offering)
            throws InterruptedException {
        return new OfferingAccounts(waldur, offering.uuid())
                .offeringUsers().stream()
                        .filter(user -> OfferingUserState.OK.wire().equals(user.state()))
                        .map(OfferingUser::username)
                        .flatMap(Optional::stream)
                        .collect(Collectors.toSet());
    }

    private static ChoreReport homes(HomeDirectoriesBackend homes, Set<String> usernames, String umask)
            throws BackendException, InterruptedException {
        if (usernames.isEmpty()) {
            return ChoreReport.nothing("no user has a name");
        }
        int made = 0;
        List<String> problems = new ArrayList<>();
        for (Map.Entry<String, Attempt<Boolean>> entry :
                homes.createHomeDirectories(usernames, umask).entrySet()) {
            if (entry.getValue() instanceof Attempt.Succeeded<Boolean> done) {
                made += done.value() ? 1 : 0;
            } else if (entry.getValue() instanceof Attempt.Failed<Boolean> failed) {
                problems.add(entry.getKey() + ": " + failed.why().getMessage());
            }
        }
        return new ChoreReport(made + " of " + usernames.size() + " home directories made", problems);
    }

    /** An umask without quotes is a number in YAML, written in octal digits. */
    private static String umask(Object setting) {
        if (setting instanceof Number number) {
            return String.format("%04o", number.longValue());
        }
        return setting == null || setting.toString().isBlank() ? USUAL_UMASK : setting.toString();
    }
}
