package dev.siteagent.core.runtime;

import dev.siteagent.core.config.OfferingConfiguration;
import dev.siteagent.core.plugins.PluginReport;
import dev.siteagent.core.waldur.AgentIdentities;
import dev.siteagent.core.waldur.AgentIdentity;
import dev.siteagent.core.waldur.AgentIdentity.Dependency;
import dev.siteagent.core.waldur.AgentIdentity.Description;
import dev.siteagent.core.waldur.WaldurException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells Waldur that an agent serves an offering: its identity, a service for each mode, a processor for each service. Once
 * a process; a failure is logged and stops nothing. Thread-safe.
 */
final class AgentRegistration {
    private static final Logger log = LoggerFactory.getLogger(AgentRegistration.class);
    private static final String UNKNOWN_VERSION = "unknown";

    private final AgentIdentities identities;
    private final List<PluginReport> plugins;
    private final String version;
    private final Clock clock;
    private final OfferingConfiguration offering;
    private final ReentrantLock lock = new ReentrantLock();
    private AgentIdentity registered;

    AgentRegistration(
            OfferingConfiguration offering,
            AgentIdentities identities,
            List<PluginReport> plugins,
            String version,
            Clock clock) {
        this.offering = offering;
        this.identities = identities;
        this.plugins = List.copyOf(plugins);
        this.version = version;
        this.clock = clock;
    }

    /**
     * Registers.
     *
     * @param mode the mode that serves it
     * @param processor the name of the processor
     * @param backend the backend's name
     */
    void register(Mode mode, String processor, String backend) throws InterruptedException {
        try {
            AgentIdentity identity = identity();
            UUID service = identities.registerService(identity.uuid(), mode.wireName(), mode.wireName());
            identities.registerProcessor(service, processor, backend, backendVersion(backend));
            log.info("Registered at Waldur as {}.", identity.name());
        } catch (WaldurException e) {
            log.warn("The agent could not register at Waldur, which stops nothing: {}", e.getMessage());
        }
    }

    /** Returns the agent's identity, which is made or brought up to date the first time. */
    AgentIdentity identity() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            if (registered == null) {
                registered = madeOrUpdated();
            }
            return registered;
        } finally {
            lock.unlock();
        }
    }

    private AgentIdentity madeOrUpdated() throws InterruptedException {
        Description description =
                Description.of(offering.uuid(), offering.identityName(), version, dependencies(), clock.instant());
        Optional<AgentIdentity> known = identities.find(description.name());
        return known.isPresent() ? identities.update(known.get().uuid(), description) : identities.create(description);
    }

    private List<Dependency> dependencies() {
        return plugins.stream()
                .filter(plugin -> plugin.state() == PluginReport.State.STARTED)
                .map(plugin -> new Dependency(plugin.id(), filled(plugin.version())))
                .toList();
    }

    private String backendVersion(String backend) {
        return plugins.stream()
                .filter(plugin -> plugin.backendNames().contains(backend))
                .map(plugin -> filled(plugin.version()))
                .findFirst()
                .orElse(UNKNOWN_VERSION);
    }

    private static String filled(String version) {
        return version.isBlank() ? UNKNOWN_VERSION : version;
    }
}
