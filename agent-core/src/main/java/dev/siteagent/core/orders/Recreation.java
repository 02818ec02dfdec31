package dev.siteagent.core.orders;

import dev.siteagent.core.members.OfferingAccounts;
import dev.siteagent.core.members.ResourceTeam;
import dev.siteagent.core.waldur.ProviderResources;
import dev.siteagent.core.waldur.ResourceState;
import dev.siteagent.core.waldur.Sleeper;
import dev.siteagent.core.waldur.WaldurClient;
import dev.siteagent.core.waldur.WaldurResource;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.BackendResource;
import dev.siteagent.spi.BackendTraits;
import dev.siteagent.spi.Component;
import dev.siteagent.spi.CreateContext;
import dev.siteagent.spi.CreateRequest;
import dev.siteagent.spi.Lookup;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.Resource;
import dev.siteagent.spi.ResourceBackend;
import dev.siteagent.spi.TransientBackendException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes resources again that the backend has lost, under their ids; only where the host chooses those, since a cloud that
 * assigns them would make a second machine. Thread-safe.
 */
public final class Recreation {
    private static final Logger log = LoggerFactory.getLogger(Recreation.class);

    private final ProviderResources resources;
    private final ResourceBackend backend;
    private final BackendTraits traits;
    private final UUID offering;
    private final SpiRecords records;
    private final CreateNeeds needs;
    private final ErrorExposure exposure;

    /**
     * For an offering as it is now.
     *
     * @param waldur Waldur's API
     * @param backend the backend
     * @param offering the offering
     * @param components its components by type
     * @param serviceProvider the service provider; empty when Waldur does not tell
     * @param exposure how much of a failure customers may read
     */
    public Recreation(
            WaldurClient waldur,
            ResourceBackend backend,
            UUID offering,
            Map<String, Component> components,
            Optional<UUID> serviceProvider,
            ErrorExposure exposure) {
        this.resources = waldur.resources();
        this.backend = backend;
        this.traits = backend.traits();
        this.offering = offering;
        this.exposure = exposure;
        LimitConversion limits = new LimitConversion(components, traits.limitUnits());
        this.records = new SpiRecords(limits);
        OfferingAccounts accounts = new OfferingAccounts(waldur, offering);
        this.needs = new CreateNeeds(
                traits.createNeeds(),
                new ResourceTeam(resources, accounts, traits, Sleeper.SYSTEM),
                accounts,
                new PlanQuotas(waldur.plans()),
                limits,
                serviceProvider);
    }

    /**
     * Lists the resources that the backend had and lacks now; none where it may not be told to make them again.
     *
     * @param states the states of resources that count
     */
    public List<WaldurResource> lost(Collection<ResourceState> states) throws BackendException, InterruptedException {
        if (traits.ids() != BackendTraits.Ids.CHOSEN_BY_HOST) {
            return List.of();
        }
        Map<Resource, WaldurResource> known = new LinkedHashMap<>();
        for (WaldurResource resource : resources.list(offering, states)) {
            if (!resource.backendId().isBlank()) {
                known.put(records.resource(resource), resource);
            }
        }
        if (known.isEmpty()) {
            return List.of();
        }
        Map<UUID, Lookup<BackendResource>> found = backend.read(known.keySet());
        List<WaldurResource> lost = new ArrayList<>();
        known.forEach((resource, there) -> {
            if (found.get(resource.uuid()) instanceof Lookup.Absent<BackendResource>) {
                lost.add(there);
            }
        });
        return lost;
    }

    /**
     * Makes a resource again, unless it is there. One that cannot be made is marked as erred, with the reason.
     *
     * @param uuid the resource
     * @throws TransientBackendException when the backend cannot do it now
     */
    public void recreate(UUID uuid) throws TransientBackendException, InterruptedException {
        WaldurResource known = resources.get(uuid);
        if (known.state() != ResourceState.OK && known.state() != ResourceState.ERRED) {
            log.info("Resource {} is {} by now; it is not made again.", uuid, known.state());
            return;
        }
        Resource resource = records.resource(known);
        CreateContext context = needs.of(known);
        try {
            Outcome outcome = backend.create(new CreateRequest(resource, resource.backendId(), context));
            log.info(
                    "Resource {} was lost on the backend and {}.",
                    resource,
                    outcome instanceof Outcome.Ready ? "is made again" : "is being made again");
        } catch (TransientBackendException e) {
            throw e;
        } catch (BackendException | RuntimeException | LinkageError e) {
            erred(known, e);
        }
    }

    private void erred(WaldurResource known, Throwable why) throws InterruptedException {
        String message = exposure.message(why);
        log.error("Resource {} was lost on the backend and cannot be made again: {}", known.uuid(), message);
        resources.setAsErred(known.uuid(), message, exposure.trace(why));
    }
}
