package dev.siteagent.core.orders;

import dev.siteagent.core.members.FirstMembers;
import dev.siteagent.core.members.OfferingAccounts;
import dev.siteagent.core.members.ResourceTeam;
import dev.siteagent.core.waldur.ResourceApiKeys;
import dev.siteagent.spi.ApiKeysBackend;
import dev.siteagent.spi.MembersBackend;
import dev.siteagent.spi.Resource;
import dev.siteagent.spi.ResourceBackend;
import dev.siteagent.spi.TransientBackendException;
import java.util.Optional;

/** What a new resource gets beyond itself: API keys before its order is done, members after. */
final class AfterCreate {
    private final Optional<ApiKeyProvision> keys;
    private final Optional<FirstMembers> members;

    private AfterCreate(Optional<ApiKeyProvision> keys, Optional<FirstMembers> members) {
        this.keys = keys;
        this.members = members;
    }

    /** Finds out what a backend can do of it. */
    static AfterCreate of(
            ResourceBackend backend,
            ResourceApiKeys apiKeys,
            ResourceTeam team,
            OfferingAccounts accounts,
            ErrorExposure exposure) {
        return new AfterCreate(
                backend instanceof ApiKeysBackend withKeys
                        ? Optional.of(new ApiKeyProvision(withKeys, apiKeys, exposure))
                        : Optional.empty(),
                backend instanceof MembersBackend withMembers
                        ? Optional.of(new FirstMembers(withMembers, team, accounts))
                        : Optional.empty());
    }

    void beforeDone(Resource resource) throws TransientBackendException, InterruptedException {
        if (keys.isPresent()) {
            keys.get().provide(resource);
        }
    }

    void afterDone(Resource resource) throws InterruptedException {
        if (members.isPresent()) {
            members.get().grant(resource);
        }
    }
}
