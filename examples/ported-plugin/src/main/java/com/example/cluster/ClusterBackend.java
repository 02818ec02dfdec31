package com.example.cluster;

import dev.siteagent.spi.Attempt;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.BackendIdTakenException;
import dev.siteagent.spi.BackendResource;
import dev.siteagent.spi.BackendTraits;
import dev.siteagent.spi.CreateRequest;
import dev.siteagent.spi.Diagnosis;
import dev.siteagent.spi.Handle;
import dev.siteagent.spi.HomeDirectoriesBackend;
import dev.siteagent.spi.LimitsBackend;
import dev.siteagent.spi.Lookup;
import dev.siteagent.spi.Member;
import dev.siteagent.spi.MembersBackend;
import dev.siteagent.spi.Order;
import dev.siteagent.spi.OrderReviewBackend;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.PendingWork;
import dev.siteagent.spi.PendingWorkBackend;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.PowerBackend;
import dev.siteagent.spi.Resource;
import dev.siteagent.spi.Usage;
import dev.siteagent.spi.UsageBackend;
import dev.siteagent.spi.UserLimitsBackend;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/**
 * The template's {@code MyCustomBackend}. The Python name of each hook stands before its method. The backend lets the host
 * choose the ids of its accounts, and an account takes a while to be set up.
 */
final class ClusterBackend
        implements LimitsBackend,
                UserLimitsBackend,
                PowerBackend,
                MembersBackend,
                UsageBackend,
                OrderReviewBackend,
                PendingWorkBackend,
                HomeDirectoriesBackend {
    private static final Duration POLL = Duration.ofSeconds(1);

    private final ClusterAccounts accounts;
    private final ClusterSettings settings;
    private final Set<String> componentTypes;
    private final Clock clock;
    private final ZoneId zone;

    ClusterBackend(
            ClusterAccounts accounts, ClusterSettings settings, Set<String> componentTypes, Clock clock, ZoneId zone) {
        this.accounts = accounts;
        this.settings = settings;
        this.componentTypes = componentTypes;
        this.clock = clock;
        this.zone = zone;
    }

    /** Class attributes of a Python backend, such as {@code supports_decreasing_usage}. */
    @Override
    public BackendTraits traits() {
        return BackendTraits.defaults().withIds(BackendTraits.Ids.CHOSEN_BY_HOST);
    }

    /** {@code ping}. */
    @Override
    public void ping() throws BackendException {
        accounts.check();
    }

    /** {@code diagnostics}: what it would log is returned. */
    @Override
    public Diagnosis diagnose() {
        try {
            accounts.check();
            return new Diagnosis(
                    List.of(new Diagnosis.Finding(Diagnosis.Level.GOOD, "the cluster's accounts are in " + accounts)));
        } catch (BackendException e) {
            return new Diagnosis(List.of(new Diagnosis.Finding(Diagnosis.Level.BAD, e.getMessage())));
        }
    }

    /** {@code list_components}. */
    @Override
    public Set<String> componentTypes() {
        return componentTypes;
    }

    /** {@code evaluate_pending_order}. */
    @Override
    public Decision review(Order order) {
        return settings.refusedProjects().contains(order.project().slug())
                ? new Decision.Reject("Project " + order.project().name() + " has no access to the cluster.")
                : new Decision.Accept();
    }

    /**
     * {@code create_resource_with_id}, with {@code _pre_create_resource} in it. An account of that id that is somebody
     * else's makes the host choose another id.
     */
    @Override
    public synchronized Outcome create(CreateRequest request) throws BackendException {
        Resource resource = request.resource();
        String id = request.chosenId().orElseThrow();
        Optional<ClusterAccount> existing = accounts.find(id);
        if (existing.isPresent()
                && !existing.get().owner().equals(Optional.of(resource.uuid()))) {
            throw new BackendIdTakenException("account " + id + " is there already, for another resource");
        }
        if (existing.isEmpty()) {
            ClusterAccount account = new ClusterAccount(id, new Properties());
            account.createdFor(
                    resource.uuid(),
                    settings.defaultAccount() + "/" + resource.project().slug(),
                    clock.instant().plusSeconds(settings.setupSeconds()));
            account.limits(resource.limits());
            accounts.write(account);
        }
        return outcome(id);
    }

    /** {@code check_pending_order}, for all of them at once. */
    @Override
    public Map<UUID, Attempt<Outcome>> poll(Collection<PendingWork> works) {
        Map<UUID, Attempt<Outcome>> answers = new LinkedHashMap<>();
        for (PendingWork work : works) {
            Attempt<Outcome> answer;
            try {
                answer = new Attempt.Succeeded<>(outcome(id(work.resource())));
            } catch (BackendException e) {
                answer = new Attempt.Failed<>(e);
            }
            answers.put(work.resource().uuid(), answer);
        }
        return answers;
    }

    private Outcome outcome(String id) throws BackendException {
        ClusterAccount account = existing(id);
        return account.readyAt(clock.instant())
                ? Outcome.ready(shown(account))
                : new Outcome.Pending(Optional.of(id), new Handle(id), POLL, "the account is being set up");
    }

    /** {@code delete_resource}. An account whose id never came to be recorded is found by its owner. */
    @Override
    public synchronized Outcome delete(Resource resource) throws BackendException {
        Optional<String> id =
                resource.backendId().isPresent() ? resource.backendId() : accounts.ownedBy(resource.uuid());
        if (id.isPresent()) {
            accounts.delete(id.get());
        }
        return Outcome.done();
    }

    /** {@code pull_resources}, {@code get_resource_metadata} and {@code get_resource_limits}. */
    @Override
    public Map<UUID, Lookup<BackendResource>> read(Collection<Resource> resources) {
        return each(resources, ClusterBackend::shown);
    }

    private static BackendResource shown(ClusterAccount account) {
        BackendResource.Power power = account.mode() == ClusterAccount.Mode.PAUSED
                ? BackendResource.Power.OFF
                : BackendResource.Power.ON;
        return new BackendResource(
                account.id(),
                true,
                power,
                account.limits(),
                Map.of("mode", account.mode().name().toLowerCase(Locale.ROOT)),
                List.of(),
                account.parent(),
                Optional.empty());
    }

    /** {@code set_resource_limits}; {@code _collect_resource_limits} is the host's, which multiplies by {@code unit_factor}. */
    @Override
    public synchronized Outcome setLimits(Resource resource, Change change) throws BackendException {
        ClusterAccount account = existing(id(resource));
        account.limits(change.limits());
        accounts.write(account);
        return Outcome.ready(shown(account));
    }

    /** {@code get_resource_user_limits}. */
    @Override
    public Map<UUID, Lookup<Map<String, Map<String, Long>>>> userLimits(Collection<Resource> resources) {
        return each(resources, ClusterAccount::userLimits);
    }

    /** {@code set_resource_user_limits}. */
    @Override
    public synchronized void setUserLimits(Resource resource, String username, Map<String, Long> limits)
            throws BackendException {
        ClusterAccount account = existing(id(resource));
        account.userLimits(username, limits);
        accounts.write(account);
    }

    /** {@code pause_resource}. */
    @Override
    public Outcome pause(Resource resource, BackendResource current) throws BackendException {
        return mode(resource, ClusterAccount.Mode.PAUSED);
    }

    /** {@code downscale_resource}. */
    @Override
    public Outcome downscale(Resource resource, BackendResource current) throws BackendException {
        return mode(resource, ClusterAccount.Mode.DOWNSCALED);
    }

    /** {@code restore_resource}. */
    @Override
    public Outcome restore(Resource resource, BackendResource current) throws BackendException {
        return mode(resource, ClusterAccount.Mode.NORMAL);
    }

    private synchronized Outcome mode(Resource resource, ClusterAccount.Mode mode) throws BackendException {
        ClusterAccount account = existing(id(resource));
        if (account.mode() != mode) {
            account.mode(mode);
            accounts.write(account);
        }
        return Outcome.ready(shown(account));
    }

    /** {@code list_resource_users}. */
    @Override
    public Map<UUID, Lookup<Set<String>>> members(Collection<Resource> resources) {
        return each(resources, ClusterAccount::users);
    }

    /** {@code add_users_to_resource}; an association of the client is a user of the account. */
    @Override
    public synchronized Map<String, Attempt<Boolean>> addMembers(Resource resource, Collection<Member> members)
            throws BackendException {
        ClusterAccount account = existing(id(resource));
        Map<String, Attempt<Boolean>> results = new LinkedHashMap<>();
        members.forEach(member ->
                results.put(member.username(), new Attempt.Succeeded<>(account.addUser(member.username()))));
        accounts.write(account);
        return results;
    }

    /** {@code remove_users_from_resource}. */
    @Override
    public synchronized Map<String, Attempt<Boolean>> removeMembers(Resource resource, Set<String> usernames)
            throws BackendException {
        ClusterAccount account = existing(id(resource));
        Map<String, Attempt<Boolean>> results = new LinkedHashMap<>();
        usernames.forEach(username -> results.put(username, new Attempt.Succeeded<>(account.removeUser(username))));
        accounts.write(account);
        return results;
    }

    /** {@code _get_usage_report}: TOTAL_ACCOUNT_USAGE is {@code total}; the host divides by {@code unit_factor}. */
    @Override
    public Map<UUID, Lookup<Usage>> currentUsage(Collection<Resource> resources) {
        YearMonth month = YearMonth.from(clock.instant().atZone(zone));
        return each(resources, account -> {
            Map<String, Map<String, BigDecimal>> perUser = account.usage(month);
            Map<String, BigDecimal> total = new TreeMap<>();
            perUser.values()
                    .forEach(used -> used.forEach((type, amount) -> total.merge(type, amount, BigDecimal::add)));
            return new Usage(total, perUser);
        });
    }

    /** {@code create_user_homedirs}. */
    @Override
    public Map<String, Attempt<Boolean>> createHomeDirectories(Collection<String> usernames, String umask) {
        Map<String, Attempt<Boolean>> results = new LinkedHashMap<>();
        for (String username : usernames) {
            Attempt<Boolean> result;
            try {
                result = new Attempt.Succeeded<>(accounts.makeHome(username));
            } catch (BackendException e) {
                result = new Attempt.Failed<>(e);
            }
            results.put(username, result);
        }
        return results;
    }

    @Override
    public void close() {
        // Nothing is kept open.
    }

    private static String id(Resource resource) {
        return resource.backendId().orElseThrow();
    }

    private ClusterAccount existing(String id) throws BackendException {
        return accounts.find(id)
                .orElseThrow(() -> new PermanentBackendException(
                        "account " + id + " is gone: terminate the resource and order a new one"));
    }

    private <T> Map<UUID, Lookup<T>> each(Collection<Resource> resources, Question<T> question) {
        Map<UUID, Lookup<T>> answers = new LinkedHashMap<>();
        for (Resource resource : resources) {
            Lookup<T> answer;
            try {
                answer = accounts.find(id(resource))
                        .<Lookup<T>>map(account -> new Lookup.Present<>(question.ask(account)))
                        .orElse(new Lookup.Absent<>("the cluster has no account " + id(resource) + " any more"));
            } catch (BackendException e) {
                answer = new Lookup.Failed<>(e);
            }
            answers.put(resource.uuid(), answer);
        }
        return answers;
    }

    private interface Question<T> {
        T ask(ClusterAccount account);
    }
}
