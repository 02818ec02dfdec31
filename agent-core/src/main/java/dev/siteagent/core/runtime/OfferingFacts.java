package dev.siteagent.core.runtime;

import dev.siteagent.core.waldur.PluginOptions;
import dev.siteagent.core.waldur.WaldurClient;
import dev.siteagent.core.waldur.WaldurOffering;
import dev.siteagent.core.waldur.WaldurRejectedException;
import dev.siteagent.spi.Offering;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What Waldur says of an offering.
 *
 * @param offering the offering
 * @param serviceProvider the UUID of the service provider; empty when Waldur does not tell
 */
record OfferingFacts(WaldurOffering offering, Optional<UUID> serviceProvider) {
    private static final Logger log = LoggerFactory.getLogger(OfferingFacts.class);

    /**
     * Reads an offering.
     *
     * @param known what was read before, whose service provider is taken over; empty at first
     */
    static OfferingFacts read(WaldurClient waldur, UUID uuid, Optional<OfferingFacts> known)
            throws InterruptedException {
        WaldurOffering offering = waldur.offerings().get(uuid);
        Optional<UUID> provider = known.flatMap(OfferingFacts::serviceProvider);
        return new OfferingFacts(offering, provider.isPresent() ? provider : provider(waldur, offering));
    }

    private static Optional<UUID> provider(WaldurClient waldur, WaldurOffering offering) throws InterruptedException {
        if (offering.customerUuid() == null) {
            return Optional.empty();
        }
        try {
            return waldur.serviceProviders().ofCustomer(offering.customerUuid());
        } catch (WaldurRejectedException e) {
            log.warn("The service provider of the offering cannot be found: {}", e.getMessage());
            return Optional.empty();
        }
    }

    /** Returns the offering as a backend sees it. */
    Offering toSpi(UUID uuid, String name) {
        PluginOptions options = offering.pluginOptions();
        List<String> partitions = offering.partitions().stream()
                .map(WaldurOffering.Partition::partitionName)
                .filter(partition -> partition != null && !partition.isBlank())
                .sorted()
                .toList();
        return new Offering(
                uuid,
                name,
                serviceProvider,
                partitions,
                Boolean.TRUE.equals(options.enforceQos()),
                pluginOptions(options));
    }

    private static Map<String, Object> pluginOptions(PluginOptions options) {
        Map<String, Object> set = new LinkedHashMap<>();
        set.put("account_name_generation_policy", options.accountNameGenerationPolicy());
        set.put("username_generation_policy", options.usernameGenerationPolicy());
        set.put("service_provider_can_create_offering_user", options.serviceProviderCanCreateOfferingUser());
        set.put("enforce_qos", options.enforceQos());
        set.put("enable_membership_sync_status", options.enableMembershipSyncStatus());
        set.put("supports_downscaling", options.supportsDownscaling());
        set.put("supports_pausing", options.supportsPausing());
        set.values().removeIf(value -> value == null);
        return set;
    }
}
