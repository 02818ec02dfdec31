package dev.siteagent.digitalocean.machines;

import dev.siteagent.digitalocean.api.ApiException;
import dev.siteagent.digitalocean.api.DigitalOceanApi;
import dev.siteagent.digitalocean.api.Droplet;
import dev.siteagent.digitalocean.api.DropletRequest;
import dev.siteagent.digitalocean.api.SshKey;
import dev.siteagent.digitalocean.droplets.AccountCheck;
import dev.siteagent.digitalocean.droplets.BackendFailures;
import dev.siteagent.digitalocean.droplets.DropletIndex;
import dev.siteagent.digitalocean.droplets.Owner;
import dev.siteagent.digitalocean.keys.KeyRing;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.BackendNotReadyException;
import dev.siteagent.spi.Handle;
import dev.siteagent.spi.Lookup;
import dev.siteagent.spi.Machines;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.TransientBackendException;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Machines that are droplets of one account. Thread-safe. */
public final class DigitalOceanMachines implements Machines {
    /** Every named parameter of a machine, and whether it is required. */
    public static final Map<String, Boolean> PARAMETERS = MachineParameters.KNOWN;

    private static final Logger log = LoggerFactory.getLogger(DigitalOceanMachines.class);
    private static final Duration BETWEEN_DELETIONS = Duration.ofSeconds(3);

    private final DigitalOceanApi api;
    private final DropletIndex index;
    private final AccountCheck account;
    private final KeyRing keys;

    private final RecentCreates recent;

    /**
     * Makes droplets in an API's account.
     *
     * @param api the API; closed with this
     * @param clock the time
     */
    public DigitalOceanMachines(DigitalOceanApi api, Clock clock) {
        this.api = api;
        this.index = new DropletIndex(api);
        this.account = new AccountCheck(api, clock);
        this.keys = new KeyRing(api);
        this.recent = new RecentCreates(clock);
    }

    @Override
    public String account() throws BackendException, InterruptedException {
        return translated(account::identity);
    }

    @Override
    public Key registerKey(String name, String publicKey) throws BackendException, InterruptedException {
        return translated(() -> {
            SshKey key = keys.registeredNew(name, publicKey);
            return new Key(Long.toString(key.id()), key.fingerprint(), key.details());
        });
    }

    @Override
    public Optional<Key> findKey(String name, String publicKey) throws BackendException, InterruptedException {
        return translated(() -> keys.found(name, publicKey)
                .map(key -> new Key(Long.toString(key.id()), key.fingerprint(), key.details())));
    }

    @Override
    public void removeKey(String keyId) throws BackendException, InterruptedException {
        long id = number(keyId);
        translated(() -> {
            try {
                api.deleteSshKey(id);
            } catch (ApiException.NotFound gone) {
                log.debug("SSH key {} is gone already", id);
            }
            keys.forget();
            return id;
        });
    }

    @Override
    public Machine create(MachineRequest machine) throws BackendException, InterruptedException {
        return translated(() -> {
            try (RecentCreates.Turn turn = recent.take(machine.identity().toLowerCase(Locale.ROOT))) {
                Optional<Droplet> made = adopted(machine, turn);
                return machine(made.isPresent() ? made.get() : made(machine, turn));
            } catch (ApiException.QuotaReached full) {
                throw noRoom(full);
            }
        });
    }

    @Override
    public Machine createFresh(MachineRequest machine) throws BackendException, InterruptedException {
        try (RecentCreates.Turn turn = recent.take(machine.identity().toLowerCase(Locale.ROOT))) {
            return machine(made(machine, turn));
        } catch (ApiException.QuotaReached full) {
            throw noRoom(full);
        } catch (ApiException e) {
            BackendException failure = BackendFailures.of(e);
            // A pause that the cloud demands must not read as "nothing was made".
            throw e.mayHaveTakenEffect() ? new TransientBackendException(failure.getMessage(), failure) : failure;
        }
    }

    /** A limit says nothing against the machine: it can be made as soon as another is gone or the limit is raised. */
    private static BackendNotReadyException noRoom(ApiException.QuotaReached full) {
        log.debug("No room for a droplet", full);
        return new BackendNotReadyException(full.getMessage());
    }

    private Optional<Droplet> adopted(MachineRequest machine, RecentCreates.Turn turn)
            throws BackendException, ApiException, InterruptedException {
        String tag = machine.identity().toLowerCase(Locale.ROOT);
        List<Droplet> tagged = index.tagged(tag);
        List<Droplet> all = new ArrayList<>(tagged);
        unlisted(tagged, turn).ifPresent(all::add);
        if (all.size() > 1) {
            throw new PermanentBackendException("Machine " + machine.name() + " has more than one droplet: "
                    + all.stream().map(Droplet::id).toList() + ". Destroy the one that is too many in DigitalOcean");
        }
        for (Droplet droplet : tagged) {
            new Owner(tag).requireSole(droplet);
            turn.forget();
        }
        return all.stream().findFirst();
    }

    /** The droplet that was made a moment ago, where the listing does not show it yet. */
    private Optional<Droplet> unlisted(List<Droplet> tagged, RecentCreates.Turn turn)
            throws ApiException, InterruptedException {
        OptionalLong made = turn.made();
        if (made.isEmpty() || tagged.stream().anyMatch(droplet -> droplet.id() == made.getAsLong())) {
            return Optional.empty();
        }
        return index.byId(made.getAsLong()).filter(droplet -> droplet.status() != Droplet.Status.ARCHIVE);
    }

    private Droplet made(MachineRequest machine, RecentCreates.Turn turn)
            throws BackendException, ApiException, InterruptedException {
        if (turn.lost()) {
            throw new TransientBackendException(
                            "A droplet for machine " + machine.name()
                                    + " may have been made, and no listing shows it yet."
                                    + " It is looked for again before another is made",
                            null)
                    .retryAfter(Duration.ofSeconds(3));
        }
        DropletRequest request = new MachineParameters(machine).request();
        try {
            Droplet droplet = api.createDroplet(request);
            turn.madeNow(droplet.id());
            return droplet;
        } catch (InterruptedException e) {
            turn.lostNow();
            throw e;
        } catch (ApiException e) {
            if (e.mayHaveTakenEffect()) {
                turn.lostNow();
            }
            throw e;
        }
    }

    @Override
    public Map<String, Lookup<Machine>> read(Collection<String> ids) throws BackendException, InterruptedException {
        Set<Long> wanted = new HashSet<>();
        for (String id : ids) {
            wanted.add(number(id));
        }
        Map<Long, Droplet> droplets = translated(() -> index.byId(wanted));
        Map<String, Lookup<Machine>> results = new HashMap<>();
        for (String id : ids) {
            Droplet droplet = droplets.get(Long.valueOf(id));
            results.put(
                    id,
                    droplet == null
                            ? new Lookup.Absent<>("Droplet " + id + " does not exist in account " + account())
                            : new Lookup.Present<>(machine(droplet)));
        }
        return results;
    }

    @Override
    public List<Machine> list(String tag) throws BackendException, InterruptedException {
        return machines(translated(() -> api.allDropletsTagged(tag)));
    }

    @Override
    public List<Machine> named(String name) throws BackendException, InterruptedException {
        // DigitalOcean's filter ignores case.
        return machines(translated(() -> api.allDropletsNamed(name)).stream()
                .filter(droplet -> droplet.name().equals(name))
                .toList());
    }

    @Override
    public void tag(String id, Set<String> tags) throws BackendException, InterruptedException {
        long dropletId = number(id);
        translated(() -> {
            for (String tag : tags) {
                api.createTag(tag);
                api.tagDroplet(tag, dropletId);
            }
            return tags;
        });
    }

    @Override
    public Outcome delete(String id, String identity) throws BackendException, InterruptedException {
        long dropletId = number(id);
        return translated(() -> {
            Optional<Droplet> droplet = index.byId(dropletId);
            if (droplet.isEmpty() || droplet.get().status() == Droplet.Status.ARCHIVE) {
                return Outcome.done();
            }
            new Owner(identity.toLowerCase(Locale.ROOT)).requireNoOther(droplet.get());
            ask(dropletId);
            return new Outcome.Pending(
                    Optional.of(id), Handle.NONE, BETWEEN_DELETIONS, "droplet " + id + " is being destroyed");
        });
    }

    private void ask(long dropletId) throws ApiException, InterruptedException {
        try {
            api.deleteDroplet(dropletId);
        } catch (ApiException.NotFound | ApiException.Locked e) {
            log.debug("Droplet {} is looked at again: {}", dropletId, e.getMessage());
        }
    }

    @Override
    public void close() {
        try {
            api.close();
        } catch (IOException e) {
            log.warn("Connections to DigitalOcean were not closed in good order: {}", e.getMessage());
        }
    }

    private static List<Machine> machines(List<Droplet> droplets) {
        return droplets.stream().map(DigitalOceanMachines::machine).toList();
    }

    private static Machine machine(Droplet droplet) {
        return MachineView.of(droplet);
    }

    private static long number(String id) throws PermanentBackendException {
        if (!id.matches("[0-9]{1,18}")) {
            throw new PermanentBackendException("'" + id + "' is not an id of DigitalOcean, which is a number");
        }
        return Long.parseLong(id);
    }

    @FunctionalInterface
    private interface Call<T> {
        T make() throws BackendException, ApiException, InterruptedException;
    }

    private static <T> T translated(Call<T> call) throws BackendException, InterruptedException {
        try {
            return call.make();
        } catch (ApiException e) {
            throw BackendFailures.of(e);
        }
    }
}
