package dev.siteagent.core.orders;

import dev.siteagent.spi.ApiKeysBackend;
import dev.siteagent.spi.Attempt;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.BackendIdTakenException;
import dev.siteagent.spi.BackendResource;
import dev.siteagent.spi.BackendTraits;
import dev.siteagent.spi.CreateRequest;
import dev.siteagent.spi.Lookup;
import dev.siteagent.spi.Member;
import dev.siteagent.spi.MembersBackend;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.Resource;
import dev.siteagent.spi.Secret;
import java.net.URI;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.atomic.AtomicInteger;

/** A cluster in memory: the host chooses ids, resources have members, API keys and an endpoint. */
final class MemoryCluster extends MemoryCloud implements MembersBackend, ApiKeysBackend {
    /** Members by the id of their resource. */
    final Map<String, Set<String>> members = new ConcurrentHashMap<>();

    /** The members as they were given last. */
    final Map<String, Member> given = new TreeMap<>();

    /** The public halves of the keys that work. */
    final Set<String> keys = new CopyOnWriteArraySet<>();

    /** Whether no key can be made. */
    volatile boolean keysBroken;

    /** What every rotation fails with; null for nothing. */
    volatile BackendException rotationFails;

    /** What every rotation fails with that the SPI does not allow; null for nothing. */
    volatile RuntimeException rotationFault;

    private final AtomicInteger lastKey = new AtomicInteger();

    MemoryCluster() {
        polls = 0;
        traits = traits.withIds(BackendTraits.Ids.CHOSEN_BY_HOST);
    }

    @Override
    public Outcome create(CreateRequest request) throws BackendException, InterruptedException {
        Machine other = machines.get(request.chosenId().orElseThrow());
        if (other != null && !other.resource().equals(request.resource().uuid())) {
            calls.add("taken " + other.id());
            throw new BackendIdTakenException(other.id());
        }
        return super.create(request);
    }

    @Override
    protected String newId(CreateRequest request) {
        return request.chosenId().orElseThrow();
    }

    @Override
    protected BackendResource seen(Machine machine) {
        return super.seen(machine)
                .withEndpoints(List.of(
                        new BackendResource.Endpoint("ssh", URI.create("ssh://login.example.com/" + machine.id()))));
    }

    @Override
    public Map<UUID, Lookup<Set<String>>> members(Collection<Resource> resources) {
        Map<UUID, Lookup<Set<String>>> found = new LinkedHashMap<>();
        resources.forEach(resource -> found.put(resource.uuid(), new Lookup.Present<>(of(resource))));
        return found;
    }

    private Set<String> of(Resource resource) {
        return members.computeIfAbsent(resource.backendId().orElseThrow(), id -> new TreeSet<>());
    }

    @Override
    public Map<String, Attempt<Boolean>> addMembers(Resource resource, Collection<Member> added) {
        Map<String, Attempt<Boolean>> results = new LinkedHashMap<>();
        for (Member member : added) {
            given.put(member.username(), member);
            results.put(member.username(), new Attempt.Succeeded<>(of(resource).add(member.username())));
        }
        return results;
    }

    @Override
    public Map<String, Attempt<Boolean>> removeMembers(Resource resource, Set<String> usernames) {
        Map<String, Attempt<Boolean>> results = new LinkedHashMap<>();
        usernames.forEach(
                name -> results.put(name, new Attempt.Succeeded<>(of(resource).remove(name))));
        return results;
    }

    @Override
    public ApiKey mintKey(Resource resource) throws BackendException {
        if (keysBroken) {
            throw new PermanentBackendException("the key store is full");
        }
        String id = "key-" + lastKey.incrementAndGet();
        keys.add(id);
        return new ApiKey(id, Secret.of("secret of " + id));
    }

    @Override
    public ApiKey rotateKey(String backendId, String clientId, Optional<Set<String>> known) throws BackendException {
        calls.add("rotate " + clientId + " of " + backendId + " knowing " + known.map(TreeSet::new));
        if (rotationFails != null) {
            throw rotationFails;
        }
        if (rotationFault != null) {
            throw rotationFault;
        }
        keys.remove(clientId);
        String id = "key-" + lastKey.incrementAndGet();
        keys.add(id);
        return new ApiKey(id, Secret.of("secret of " + id));
    }

    @Override
    public void pruneKeys(String backendId, Set<String> keep) {
        keys.retainAll(keep);
    }
}
