package dev.siteagent.hobbyfarm.accounts;

import dev.siteagent.hobbyfarm.cluster.Store;
import dev.siteagent.hobbyfarm.model.BlockedException;
import dev.siteagent.hobbyfarm.model.Environment;
import dev.siteagent.hobbyfarm.model.Fields;
import dev.siteagent.hobbyfarm.model.Kind;
import dev.siteagent.hobbyfarm.model.Naming;
import dev.siteagent.hobbyfarm.model.TokenSource;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.Secret;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Secrets with tokens. What a machine is made with must be there when it is deleted, whatever became of its
 * Environment: so a token in plain text is copied into a Secret of the bridge's own first, and every Secret that machines
 * depend on is protected by a finalizer until none does. Thread-safe.
 */
public final class Tokens {
    private static final Logger log = LoggerFactory.getLogger(Tokens.class);
    private static final int ACCOUNT_DIGITS = 8;

    private final Store secrets;
    private final Accounts accounts;

    /** Works on the Secrets of a namespace. */
    public Tokens(Store secrets, Accounts accounts) {
        this.secrets = secrets;
        this.accounts = accounts;
    }

    /**
     * Returns the name of a Secret that has the token and will not go away.
     *
     * @param backend of which cloud
     * @param environment whose token
     * @param source where the Environment has it
     * @throws BlockedException when there is no such Secret
     * @throws BackendException when the cloud cannot say which account a token belongs to
     * @throws InterruptedException when the thread is interrupted
     */
    public String secure(Backend backend, Environment environment, TokenSource source)
            throws BlockedException, BackendException, InterruptedException {
        String name = source instanceof TokenSource.Plain plain
                ? copied(backend, environment, plain.token())
                : ((TokenSource.InSecret) source).secret();
        protect(backend, name);
        return name;
    }

    /**
     * One copy an Environment and account: a renewed token replaces the old one, also for machines made with that; the
     * token of another account gets another Secret, so that earlier machines can still be deleted.
     */
    private String copied(Backend backend, Environment environment, Secret token)
            throws BackendException, InterruptedException {
        String account = accounts.open(backend, token).id();
        String name = environment.name() + "-" + backend.name() + "-" + digest(account);
        String encoded = encoded(token);
        GenericKubernetesResource copy = secrets.get(name).orElse(null);
        if (copy == null) {
            GenericKubernetesResource made = Kind.SECRET.object(name);
            made.getMetadata().setLabels(Map.of(Naming.BACKEND_LABEL, backend.name()));
            made.getMetadata().setAnnotations(Map.of(Naming.TOKEN_OF, environment.name(), Naming.ACCOUNT, account));
            made.getMetadata().setFinalizers(List.of(backend.naming().tokenFinalizer()));
            made.setAdditionalProperty("type", "Opaque");
            made.setAdditionalProperty("data", Map.of(Accounts.TOKEN, encoded));
            secrets.create(made);
            log.info("the token in Environment {} is copied into Secret {}", environment.name(), name);
        } else if (!encoded.equals(held(copy))) {
            replace(copy, environment, encoded);
        }
        return name;
    }

    /**
     * Puts a renewed token into the copy of the old one, for machines that were made with that. A copy is only ever given
     * a token of its own account, and one that holds a token of the Environment is left alone. No copy is made.
     *
     * @param backend of which cloud
     * @param environment whose tokens
     * @param tokens all that the Environment has in plain text
     * @throws BackendException when the cloud cannot say which account a token belongs to
     * @throws InterruptedException when the thread is interrupted
     */
    public void renew(Backend backend, Environment environment, Set<Secret> tokens)
            throws BackendException, InterruptedException {
        List<GenericKubernetesResource> copies = copies(backend, environment);
        Set<String> current = tokens.stream().map(Tokens::encoded).collect(Collectors.toSet());
        Set<String> held = copies.stream().map(Tokens::held).collect(Collectors.toSet());
        List<GenericKubernetesResource> outdated =
                copies.stream().filter(copy -> !current.contains(held(copy))).toList();
        if (outdated.isEmpty()) {
            return;
        }
        for (Secret token : tokens) {
            String encoded = encoded(token);
            if (held.contains(encoded)) {
                continue;
            }
            String account = accounts.open(backend, token).id();
            outdated.stream()
                    .filter(copy -> Fields.annotation(copy, Naming.ACCOUNT)
                            .filter(account::equals)
                            .isPresent())
                    .forEach(copy -> replace(copy, environment, encoded));
        }
    }

    private List<GenericKubernetesResource> copies(Backend backend, Environment environment) {
        return secrets.all().stream()
                .filter(secret -> Fields.annotation(secret, Naming.TOKEN_OF)
                        .filter(environment.name()::equals)
                        .isPresent())
                .filter(secret -> Fields.label(secret, Naming.BACKEND_LABEL)
                        .filter(backend.name()::equals)
                        .isPresent())
                .toList();
    }

    private void replace(GenericKubernetesResource copy, Environment environment, String encoded) {
        String name = copy.getMetadata().getName();
        secrets.patch(name, Map.of("data", Map.of(Accounts.TOKEN, encoded)));
        log.info("the renewed token in Environment {} is copied into Secret {}", environment.name(), name);
    }

    private static String held(GenericKubernetesResource copy) {
        return String.valueOf(Fields.map(copy.get("data")).getOrDefault(Accounts.TOKEN, ""));
    }

    private static String encoded(Secret token) {
        return Base64.getEncoder().encodeToString(token.reveal().getBytes(StandardCharsets.UTF_8));
    }

    private void protect(Backend backend, String name) throws BlockedException {
        GenericKubernetesResource secret = secrets.get(name)
                .orElseThrow(() -> new BlockedException(
                        "TokenMissing",
                        "Secret " + name + " is needed, with a token of " + backend.name() + " under the key "
                                + Accounts.TOKEN + "; create it"));
        String finalizer = backend.naming().tokenFinalizer();
        if (Fields.hasFinalizer(secret, finalizer)) {
            return;
        }
        if (Fields.deleting(secret)) {
            throw new BlockedException(
                    "TokenMissing", "Secret " + name + " is being deleted; name another one in token-secret");
        }
        List<String> finalizers = new ArrayList<>(secret.getFinalizers());
        finalizers.add(finalizer);
        secrets.patchMetadataOf(secret, Map.of("finalizers", finalizers));
    }

    /**
     * Gives a Secret up that no machine depends on any more: deletes it if it is the bridge's own copy, and takes the
     * finalizer off. In this order, since it is by the finalizer that a bridge that starts finds what is to be given up.
     */
    public void release(Backend backend, String name) {
        GenericKubernetesResource secret = secrets.get(name).orElse(null);
        String finalizer = backend.naming().tokenFinalizer();
        if (secret == null || !Fields.hasFinalizer(secret, finalizer)) {
            return;
        }
        if (isCopy(secret) && !Fields.deleting(secret)) {
            secrets.delete(name);
            secret = secrets.refresh(name).orElse(null);
        }
        if (secret != null) {
            List<String> finalizers = new ArrayList<>(secret.getFinalizers());
            finalizers.remove(finalizer);
            secrets.patchMetadataOf(secret, Map.of("finalizers", finalizers));
        }
        log.info("no machine depends on Secret {} any more", name);
    }

    /** Returns the names of all Secrets that are protected for a backend. */
    public List<String> secured(Backend backend) {
        return secrets.all().stream()
                .filter(secret -> Fields.hasFinalizer(secret, backend.naming().tokenFinalizer()))
                .map(secret -> secret.getMetadata().getName())
                .toList();
    }

    private static boolean isCopy(GenericKubernetesResource secret) {
        return Fields.annotation(secret, Naming.TOKEN_OF).isPresent();
    }

    private static String digest(String account) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(account.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash).substring(0, ACCOUNT_DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256, this one has not", e);
        }
    }
}
