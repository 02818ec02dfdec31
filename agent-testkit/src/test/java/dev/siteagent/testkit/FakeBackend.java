package dev.siteagent.testkit;

import dev.siteagent.spi.ApiKeysBackend;
import dev.siteagent.spi.Attempt;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.BackendResource;
import dev.siteagent.spi.BackendTraits;
import dev.siteagent.spi.CreateRequest;
import dev.siteagent.spi.Diagnosis;
import dev.siteagent.spi.Handle;
import dev.siteagent.spi.HomeDirectoriesBackend;
import dev.siteagent.spi.Lookup;
import dev.siteagent.spi.Order;
import dev.siteagent.spi.OrderReviewBackend;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.PendingWork;
import dev.siteagent.spi.PendingWorkBackend;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.Resource;
import dev.siteagent.spi.Secret;
import dev.siteagent.spi.UserLimitsBackend;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** A backend that keeps every rule, on a cloud in memory; the tests break one rule each. */
class FakeBackend
        implements PendingWorkBackend, UserLimitsBackend, OrderReviewBackend, ApiKeysBackend, HomeDirectoriesBackend {
    private final FakeCloud cloud;

    FakeBackend(FakeCloud cloud) {
        this.cloud = cloud;
    }

    @Override
    public BackendTraits traits() {
        return BackendTraits.defaults();
    }

    @Override
    public void ping() {}

    @Override
    public Diagnosis diagnose() {
        return new Diagnosis(List.of());
    }

    @Override
    public Outcome create(CreateRequest request) throws BackendException {
        UUID uuid = request.resource().uuid();
        cloud.booting.add(uuid);
        return pending(uuid);
    }

    Outcome pending(UUID uuid) {
        return new Outcome.Pending(
                Optional.of("id-" + uuid), new Handle("boot " + uuid), Duration.ofSeconds(1), "it boots");
    }

    @Override
    public Map<UUID, Attempt<Outcome>> poll(Collection<PendingWork> works) throws BackendException {
        Map<UUID, Attempt<Outcome>> results = new LinkedHashMap<>();
        for (PendingWork work : works) {
            UUID uuid = work.resource().uuid();
            results.put(
                    uuid,
                    cloud.booting.contains(uuid)
                            ? new Attempt.Succeeded<>(boot(uuid))
                            : new Attempt.Failed<>(new PermanentBackendException("nobody began " + uuid)));
        }
        return results;
    }

    private Outcome boot(UUID uuid) {
        cloud.running.add(uuid);
        return Outcome.ready(BackendResource.ready("id-" + uuid));
    }

    @Override
    public Outcome delete(Resource resource) {
        cloud.running.remove(resource.uuid());
        return Outcome.done();
    }

    @Override
    public Map<UUID, Lookup<BackendResource>> read(Collection<Resource> resources) {
        throw new UnsupportedOperationException("no contract of this test reads");
    }

    @Override
    public Map<UUID, Lookup<Map<String, Map<String, Long>>>> userLimits(Collection<Resource> resources) {
        Map<UUID, Lookup<Map<String, Map<String, Long>>>> found = new HashMap<>();
        for (Resource resource : resources) {
            found.put(
                    resource.uuid(),
                    cloud.running.contains(resource.uuid())
                            ? new Lookup.Present<>(cloud.limitsOf(resource.uuid()))
                            : new Lookup.Absent<>("it is gone"));
        }
        return found;
    }

    @Override
    public void setUserLimits(Resource resource, String username, Map<String, Long> limits) {
        Map<String, Map<String, Long>> all = new HashMap<>(cloud.limitsOf(resource.uuid()));
        Map<String, Long> changed = new HashMap<>(all.getOrDefault(username, Map.of()));
        changed.putAll(limits);
        all.put(username, changed);
        cloud.limits.put(resource.uuid(), all);
    }

    @Override
    public Decision review(Order order) {
        return order.consumerMessage().isEmpty() ? new Decision.Accept() : new Decision.Reject("we serve no wishes");
    }

    @Override
    public ApiKey mintKey(Resource resource) {
        return keep("client-" + cloud.next());
    }

    ApiKey keep(String clientId) {
        ApiKey key = new ApiKey(clientId, Secret.of("key-" + cloud.next()));
        cloud.keys.put(clientId, key);
        return key;
    }

    @Override
    public ApiKey rotateKey(String backendId, String clientId, Optional<Set<String>> known) {
        known.ifPresent(keep -> pruneKeys(backendId, keep));
        return keep(clientId);
    }

    @Override
    public void pruneKeys(String backendId, Set<String> keep) {
        cloud.keys.keySet().retainAll(keep);
    }

    @Override
    public Map<String, Attempt<Boolean>> createHomeDirectories(Collection<String> usernames, String umask) {
        Map<String, Attempt<Boolean>> results = new HashMap<>();
        usernames.forEach(username -> results.put(username, new Attempt.Succeeded<>(cloud.homes.add(username))));
        return results;
    }

    @Override
    public void close() {}
}
