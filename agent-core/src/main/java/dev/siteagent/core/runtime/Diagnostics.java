package dev.siteagent.core.runtime;

import dev.siteagent.core.budgets.SharedRateBudgets;
import dev.siteagent.core.config.AgentConfiguration;
import dev.siteagent.core.config.OfferingConfiguration;
import dev.siteagent.core.plugins.PluginRegistry;
import dev.siteagent.core.waldur.CurrentUser;
import dev.siteagent.core.waldur.OfferingComponent;
import dev.siteagent.core.waldur.OrderState;
import dev.siteagent.core.waldur.WaldurCallListener;
import dev.siteagent.core.waldur.WaldurClient;
import dev.siteagent.core.waldur.WaldurException;
import dev.siteagent.core.waldur.WaldurOffering;
import dev.siteagent.core.waldur.WaldurOrder;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.Diagnosis.Finding;
import dev.siteagent.spi.Diagnosis.Level;
import dev.siteagent.spi.ResourceBackend;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Looks at what the agent depends on, offering by offering: Waldur and each backend. Changes nothing. What {@code
 * site-agent diagnostics} does.
 */
public final class Diagnostics {
    private static final int MOST_ORDERS = 10;

    private final PluginRegistry plugins;
    private final WaldurClients waldurs;
    private final BackendOpener backends;
    private final String userAgent;

    /**
     * Prepares.
     *
     * @param configuration what is served
     * @param plugins the plugins, started
     * @param version the agent's version
     * @param clock the time
     */
    public Diagnostics(AgentConfiguration configuration, PluginRegistry plugins, String version, Clock clock) {
        this.plugins = plugins;
        this.userAgent = "waldur-site-agent-diagnostics/" + version;
        this.waldurs = new WaldurClients(configuration.globalProxy(), clock, WaldurCallListener.NONE);
        this.backends = new BackendOpener(
                plugins,
                new SharedRateBudgets(clock)::forOffering,
                configuration.timezone(),
                configuration.globalProxy(),
                userAgent,
                clock);
    }

    /**
     * Looks at one offering.
     *
     * @param findings hears of each thing as soon as it was looked at
     * @throws InterruptedException when the thread is interrupted
     */
    public void look(OfferingConfiguration offering, Consumer<Finding> findings) throws InterruptedException {
        Optional<OfferingFacts> facts = waldur(offering, findings);
        for (String name : new TreeSet<>(offering.backends().keySet())) {
            backend(offering, name, facts, findings);
        }
    }

    private Optional<OfferingFacts> waldur(OfferingConfiguration offering, Consumer<Finding> findings)
            throws InterruptedException {
        WaldurClient waldur = waldurs.probe(offering, userAgent);
        try {
            findings.accept(good("Waldur " + waldur.version() + " answers at " + offering.waldurApiUrl()));
            findings.accept(user(waldur.me()));
            OfferingFacts facts = OfferingFacts.read(waldur, offering.uuid(), Optional.empty());
            findings.accept(offering(facts.offering()));
            findings.accept(components(offering, facts.offering()));
            orders(
                    waldur.orders().list(offering.uuid(), Set.of(OrderState.PENDING_PROVIDER, OrderState.EXECUTING)),
                    findings);
            return Optional.of(facts);
        } catch (WaldurException e) {
            findings.accept(bad(e.getMessage()));
            return Optional.empty();
        }
    }

    private static Finding user(CurrentUser user) {
        return user.isActive()
                ? good("the agent is known there as " + user.username())
                : bad("the agent's user " + user.username() + " is blocked: unblock it in Waldur");
    }

    private static Finding offering(WaldurOffering offering) {
        String text = "the offering is " + offering.name() + ", " + offering.state();
        return "Active".equals(offering.state())
                ? good(text)
                : warning(text + ": customers can order only while it is Active");
    }

    private static Finding components(OfferingConfiguration file, WaldurOffering waldur) {
        Set<String> inWaldur = new TreeSet<>();
        for (OfferingComponent component : waldur.components()) {
            inWaldur.add(component.type());
        }
        Set<String> missing = without(file.components().keySet(), inWaldur);
        Set<String> more = without(inWaldur, file.components().keySet());
        if (!missing.isEmpty()) {
            return warning(
                    "Waldur lacks the components " + missing + " of the file: site-agent load-components creates them");
        }
        return good(
                "components " + inWaldur + (more.isEmpty() ? "" : ", of which the file leaves " + more + " to Waldur"));
    }

    private static void orders(List<WaldurOrder> open, Consumer<Finding> findings) {
        findings.accept(good(open.isEmpty() ? "no open orders" : open.size() + " open orders"));
        for (WaldurOrder order : open.subList(0, Math.min(MOST_ORDERS, open.size()))) {
            findings.accept(good("  " + order.type().name().toLowerCase(Locale.ROOT) + " of " + order.resourceName()
                    + ", " + order.state().wire() + ", order " + order.uuid()));
        }
        if (open.size() > MOST_ORDERS) {
            findings.accept(good("  and " + (open.size() - MOST_ORDERS) + " more"));
        }
    }

    private void backend(
            OfferingConfiguration offering, String name, Optional<OfferingFacts> facts, Consumer<Finding> findings)
            throws InterruptedException {
        String plugin = plugins.pluginOf(name)
                .map(report -> " of plugin " + report.id() + " " + report.version())
                .orElse("");
        try (ResourceBackend backend = backends.open(offering, name, facts)) {
            findings.accept(good("backend " + name + plugin));
            backend.diagnose().findings().forEach(findings);
            types(offering.components().keySet(), backend.componentTypes()).ifPresent(findings);
        } catch (BackendException e) {
            findings.accept(bad("backend " + name + plugin + ": " + e.getMessage()));
        } catch (RuntimeException | LinkageError e) {
            findings.accept(bad("backend " + name + plugin + " failed, which is a fault of the plugin: " + e));
        }
    }

    private static Optional<Finding> types(Set<String> configured, Set<String> counted) {
        Set<String> uncounted = without(configured, counted);
        return counted.isEmpty() || uncounted.isEmpty()
                ? Optional.empty()
                : Optional.of(warning(
                        "the backend does not know the components " + uncounted + ", only " + new TreeSet<>(counted)));
    }

    private static Set<String> without(Collection<String> all, Collection<String> some) {
        Set<String> rest = new TreeSet<>(all);
        rest.removeAll(Set.copyOf(some));
        return rest;
    }

    private static Finding good(String text) {
        return new Finding(Level.GOOD, text);
    }

    private static Finding warning(String text) {
        return new Finding(Level.WARNING, text);
    }

    private static Finding bad(String text) {
        return new Finding(Level.BAD, text);
    }
}
