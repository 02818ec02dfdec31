package dev.siteagent.core.events.handlers;

import dev.siteagent.core.events.EventHandler;
import dev.siteagent.core.events.EventMessage;
import dev.siteagent.core.events.EventMessage.AccountChanged;
import dev.siteagent.core.events.EventMessage.ResourceChanged;
import dev.siteagent.core.events.EventMessage.RoleChanged;
import dev.siteagent.core.waldur.ProviderResources;
import dev.siteagent.core.waldur.WaldurResource;
import dev.siteagent.spi.TransientBackendException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Brings the resources in step that an event of members, accounts or the resource itself concerns. What the event says of
 * a member is not taken for the truth, since events may come late, twice or out of order: Waldur is asked. Thread-safe.
 */
public final class MemberChanges implements EventHandler {
    private final ProviderResources resources;
    private final UUID offering;
    private final Membership membership;

    /**
     * Serves an offering.
     *
     * @param resources where resources are
     * @param offering the offering
     * @param membership brings resources in step
     */
    public MemberChanges(ProviderResources resources, UUID offering, Membership membership) {
        this.resources = resources;
        this.offering = offering;
        this.membership = membership;
    }

    @Override
    public CompletionStage<?> handle(EventMessage message) throws InterruptedException {
        try {
            return membership.sync(concerned(message));
        } catch (TransientBackendException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private List<UUID> concerned(EventMessage message) throws TransientBackendException, InterruptedException {
        if (message instanceof RoleChanged role) {
            return role.resource().isPresent() ? List.of(role.resource().get()) : ofProject(role.project());
        }
        if (message instanceof AccountChanged account) {
            return ofProject(account.project());
        }
        return List.of(((ResourceChanged) message).resource());
    }

    private List<UUID> ofProject(UUID project) throws TransientBackendException, InterruptedException {
        return resources.listOfProject(offering, membership.handledStates(), project).stream()
                .map(WaldurResource::uuid)
                .toList();
    }
}
