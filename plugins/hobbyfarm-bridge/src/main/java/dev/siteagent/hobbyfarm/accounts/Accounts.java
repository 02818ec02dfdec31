package dev.siteagent.hobbyfarm.accounts;

import dev.siteagent.hobbyfarm.cluster.Store;
import dev.siteagent.hobbyfarm.model.BlockedException;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.Machines;
import dev.siteagent.spi.MachinesProvider.MachinesContext;
import dev.siteagent.spi.Secret;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/** Opens accounts with the tokens in Secrets, each once, and keeps those in use. Thread-safe. */
public final class Accounts implements AutoCloseable {
    /** The key of a Secret that holds a token. */
    public static final String TOKEN = "token";

    private static final int KEPT = 100;

    private final Store secrets;
    private final BiFunction<String, Secret, MachinesContext> contexts;
    private final Map<Opened, Account> accounts = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Opened, Account> eldest) {
            if (size() <= KEPT) {
                return false;
            }
            eldest.getValue().machines().close();
            return true;
        }
    };

    private record Opened(String backend, Secret token) {}

    /**
     * Opens nothing yet.
     *
     * @param secrets the Secrets of the namespace
     * @param contexts makes what a backend is given, from its name and a token
     */
    public Accounts(Store secrets, BiFunction<String, Secret, MachinesContext> contexts) {
        this.secrets = secrets;
        this.contexts = contexts;
    }

    /**
     * Opens the account that the token in a Secret belongs to.
     *
     * @param backend of which cloud
     * @param secretName name of the Secret
     * @throws BlockedException when the Secret has no token
     * @throws BackendException when the token can never work
     */
    public Account open(Backend backend, String secretName) throws BlockedException, BackendException {
        Secret token = secrets.get(secretName)
                .flatMap(secret -> value(secret, TOKEN))
                .map(text -> Secret.of(text.strip()))
                .filter(text -> !text.isBlank())
                .orElseThrow(() -> new BlockedException(
                        "TokenMissing",
                        "Secret " + secretName + " with a token of " + backend.name() + " under the key " + TOKEN
                                + " is needed; create it, or put the token in"));
        return open(backend, token);
    }

    /**
     * Opens the account that a token belongs to.
     *
     * @throws BackendException when the token can never work
     */
    public synchronized Account open(Backend backend, Secret token) throws BackendException {
        Opened key = new Opened(backend.name(), token);
        Account account = accounts.get(key);
        if (account == null) {
            Machines machines = backend.provider().openMachines(contexts.apply(backend.name(), token));
            account = new Account(machines);
            accounts.put(key, account);
        }
        return account;
    }

    /** Returns a value of a Secret as text; empty when it has none of that name. */
    public static Optional<String> value(GenericKubernetesResource secret, String key) {
        Object encoded = secret.get("data", key);
        return encoded == null
                ? Optional.empty()
                : Optional.of(new String(Base64.getDecoder().decode(encoded.toString()), StandardCharsets.UTF_8));
    }

    /** Closes all accounts. */
    @Override
    public synchronized void close() {
        accounts.values().forEach(account -> account.machines().close());
        accounts.clear();
    }
}
