package dev.siteagent.hobbyfarm.reconcile;

import dev.siteagent.hobbyfarm.accounts.Accounts;
import dev.siteagent.hobbyfarm.accounts.Backend;
import dev.siteagent.hobbyfarm.model.Environment;
import dev.siteagent.hobbyfarm.model.MachineConfiguration;
import dev.siteagent.hobbyfarm.model.TokenSource;
import dev.siteagent.hobbyfarm.model.VirtualMachine;
import dev.siteagent.hobbyfarm.work.Reconciler;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.Secret;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Keeps the copies of an Environment's plaintext tokens up to date, whatever its VirtualMachines are doing and also when it
 * names a Secret by now: a machine that runs, or whose VirtualMachine is gone, can be deleted with a token that is valid then, and with no other.
 */
final class TokenRenewalReconciler implements Reconciler {
    private static final Duration AFTER_REFUSAL = Duration.ofMinutes(10);

    private final Surroundings surroundings;

    TokenRenewalReconciler(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Next reconcile(String name) throws BackendException, InterruptedException {
        Optional<Environment> known =
                surroundings.stores().environments().get(name).map(Environment::new);
        if (known.isEmpty()) {
            return Next.rest();
        }
        Environment environment = known.get();
        Set<Secret> tokens = tokens(environment);
        boolean refused = false;
        for (Backend backend : surroundings.backends().values()) {
            // A token is shown to no cloud but the one that it is for.
            if (environment
                    .backend()
                    .filter(other -> !other.equals(backend.name()))
                    .isPresent()) {
                continue;
            }
            try {
                surroundings.tokens().renew(backend, environment, tokens);
            } catch (PermanentBackendException refusal) {
                refused = true;
                surroundings
                        .events()
                        .warning(
                                environment.object(),
                                "Refused",
                                "the token in Environment " + name + " does not replace the one that machines were made"
                                        + " with: " + refusal.getMessage());
            }
        }
        return refused ? Next.again(AFTER_REFUSAL) : Next.rest();
    }

    private Set<Secret> tokens(Environment environment) {
        Set<Secret> tokens = new LinkedHashSet<>();
        sources(surroundings, environment)
                .forEach(source -> token(surroundings, source).ifPresent(tokens::add));
        return tokens;
    }

    private static Optional<Secret> token(Surroundings surroundings, TokenSource source) {
        if (source instanceof TokenSource.Plain plain) {
            return Optional.of(plain.token());
        }
        return surroundings
                .stores()
                .secrets()
                .get(((TokenSource.InSecret) source).secret())
                .flatMap(secret -> Accounts.value(secret, Accounts.TOKEN))
                .map(String::strip)
                .filter(token -> !token.isEmpty())
                .map(Secret::of);
    }

    /** Returns where an Environment has the tokens that its machines are made with. */
    static Set<TokenSource> sources(Surroundings surroundings, Environment environment) {
        Set<String> templates = new LinkedHashSet<>(environment.mapped());
        surroundings.stores().virtualMachines().all().stream()
                .map(VirtualMachine::new)
                .filter(machine ->
                        machine.environment().filter(environment.name()::equals).isPresent())
                .forEach(machine -> templates.add(machine.template()));
        // No template at all: what the Environment has for every one.
        templates.add("");
        Set<TokenSource> sources = new LinkedHashSet<>();
        for (String template : templates) {
            MachineConfiguration.tokenSource(
                            environment,
                            template,
                            surroundings.stores().templates().get(template))
                    .ifPresent(sources::add);
        }
        return sources;
    }
}
