package dev.siteagent.core.orders;

import dev.siteagent.core.members.OfferingAccounts;
import dev.siteagent.core.members.ResourceTeam;
import dev.siteagent.core.waldur.WaldurResource;
import dev.siteagent.spi.BackendTraits.CreateNeed;
import dev.siteagent.spi.CreateContext;
import dev.siteagent.spi.Member;
import dev.siteagent.spi.OfferingUser;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Fetches what a create wants to know beyond its resource, and nothing that the backend does not ask for. */
final class CreateNeeds {
    private final Set<CreateNeed> needs;
    private final ResourceTeam team;
    private final OfferingAccounts accounts;
    private final PlanQuotas plans;
    private final LimitConversion limits;
    private final Optional<UUID> serviceProvider;

    CreateNeeds(
            Set<CreateNeed> needs,
            ResourceTeam team,
            OfferingAccounts accounts,
            PlanQuotas plans,
            LimitConversion limits,
            Optional<UUID> serviceProvider) {
        this.needs = needs;
        this.team = team;
        this.accounts = accounts;
        this.plans = plans;
        this.limits = limits;
        this.serviceProvider = serviceProvider;
    }

    CreateContext of(WaldurResource known) throws InterruptedException {
        if (needs.isEmpty()) {
            return CreateContext.EMPTY;
        }
        List<Member> members = needs.contains(CreateNeed.TEAM) ? team.members(known.uuid()) : List.of();
        List<OfferingUser> users = needs.contains(CreateNeed.OFFERING_USERS) ? accounts.offeringUsers() : List.of();
        Map<String, Long> quotas = needs.contains(CreateNeed.PLAN_QUOTAS) ? quotas(known) : Map.of();
        return new CreateContext(members, users, quotas, needs.contains(CreateNeed.SSH_KEYS) ? keys() : Map.of());
    }

    /** What the plan includes; a component of which it includes nothing is left out. */
    private Map<String, Long> quotas(WaldurResource known) throws InterruptedException {
        Map<String, BigDecimal> included = new LinkedHashMap<>(plans.of(known.planUuid()));
        included.values().removeIf(amount -> amount.signum() == 0);
        return limits.toBackend(included);
    }

    private Map<UUID, String> keys() throws InterruptedException {
        return serviceProvider.isPresent() ? accounts.sshKeys(serviceProvider.get()) : Map.of();
    }
}
