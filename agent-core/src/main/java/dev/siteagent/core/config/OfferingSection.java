package dev.siteagent.core.config;

import dev.siteagent.spi.CommonSettings;
import dev.siteagent.spi.Secret;
import dev.siteagent.spi.Setting;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import java.net.URI;
import java.util.UUID;

/** One entry of {@code offerings} as it is written, before the rules between its keys are applied. */
record OfferingSection(
        @NotBlank @Setting(description = "what people call the offering")
        String name,

        @NotNull @HttpUrl @Setting(description = "such as https://waldur.example.com/api/")
        URI waldurApiUrl,

        @Setting(description = "token of the agent's user in Waldur; or instead of it all of the three oidc_… keys")
        Secret waldurApiToken,

        @Setting(description = "where the agent gets its tokens, with the client id and secret") @HttpUrl
        URI oidcTokenUrl,

        @Setting(description = "client id at that URL") String oidcClientId,
        @Setting(description = "client secret at that URL") Secret oidcClientSecret,

        @NotNull @Setting(description = "see the integration page of the offering in Waldur")
        UUID waldurOfferingUuid,

        @NotBlank @Setting(description = "the name of the backend that reads backend_settings")
        String backendType,

        @Setting(
                description = "the backend that works on orders; empty is off",
                defaultValue = "as backend_type, if the file has none of these three keys")
        String orderProcessingBackend,

        @Setting(
                description = "the backend whose members, status and limits are synced; empty is off",
                defaultValue = "as backend_type, if the file has none of these three keys")
        String membershipSyncBackend,

        @Setting(
                description = "the backend whose usage is reported; empty is off",
                defaultValue = "as backend_type, if the file has none of these three keys")
        String reportingBackend,

        @Setting(
                description =
                        "gives usernames; base gives none and is used, with a warning, when no plugin brings the one named",
                defaultValue = "base")
        String usernameManagementBackend,

        @Setting(description = "settings of the backend, and those that all backends have")
        Node backendSettings,

        @Setting(
                description =
                        "a mapping from the type of a component to its keys; a component that is not here comes from the offering in Waldur")
        Node backendComponents,

        @Setting(description = "TLS for events") Boolean websocketUseTls,
        @Setting(description = "orders come as events") boolean stompEnabled,

        @Setting(description = "membership changes come as events", defaultValue = "as stomp_enabled")
        Boolean stompMembershipSyncEnabled,

        @Setting(description = "host that events come from", defaultValue = "that of waldur_api_url")
        String stompWsHost,

        @Setting(description = "port that events come from", defaultValue = "443, without TLS 80") @Min(1) @Max(65535)
        Integer stompWsPort,

        @Setting(description = "path that events come from", defaultValue = "/rmqws-stomp")
        String stompWsPath,

        @Setting(description = "offer resources of the backend to Waldur for import")
        boolean resourceImportEnabled,

        @Setting(description = "write usernames that the backend gave back to Waldur")
        boolean usernameReconciliationEnabled,

        @Setting(description = "check the certificate of Waldur")
        Boolean verifySsl,

        @Setting(description = "how many orders are worked on at once") @Min(1) @Max(1000)
        Integer orderConcurrency,

        @Setting(description = "minutes that one order may take") @Min(1) @Max(10080)
        Integer orderWaitMinutes,

        @Setting(
                description =
                        "minutes after which the last sync of an unchanged resource is recorded again; 0 is at each cycle")
        @Min(0)
        @Max(10080)
        Integer lastSyncRefreshMinutes) {
    OfferingSection {
        waldurApiUrl = Urls.orNull(waldurApiUrl);
        oidcTokenUrl = Urls.orNull(oidcTokenUrl);
        websocketUseTls = websocketUseTls == null || websocketUseTls;
        stompMembershipSyncEnabled = stompMembershipSyncEnabled == null ? stompEnabled : stompMembershipSyncEnabled;
        verifySsl = verifySsl == null || verifySsl;
        orderConcurrency = orderConcurrency == null ? 8 : orderConcurrency;
        orderWaitMinutes = orderWaitMinutes == null ? 30 : orderWaitMinutes;
        lastSyncRefreshMinutes = lastSyncRefreshMinutes == null ? 60 : lastSyncRefreshMinutes;
    }

    /** The settings in {@code backend_settings} that every backend has. */
    record CommonSection(
            @Setting(
                    description =
                            "ask Waldur whether a backend id that the backend chose was used before in this offering")
            boolean checkBackendIdUniqueness,

            @Setting(description = "ask so for all offerings of the customer")
            boolean checkAllOfferings,

            @Setting(description = "how many suffixes are tried for a chosen backend id") @Min(0)
            Integer backendIdMaxRetries,

            @Setting(description = "deletion keeps the data where the backend can")
            boolean softDelete,

            @Setting(description = "put before the slug of a resource to make its backend id")
            String allocationPrefix,

            @Setting(description = "put before the slug of a project to make its name on the backend")
            String projectPrefix,

            @Setting(description = "put before the slug of a customer to make its name on the backend")
            String customerPrefix) {
        CommonSection {
            CommonSettings defaults = CommonSettings.defaults();
            backendIdMaxRetries = backendIdMaxRetries == null ? defaults.backendIdMaxRetries() : backendIdMaxRetries;
            allocationPrefix = allocationPrefix == null ? defaults.allocationPrefix() : allocationPrefix;
            projectPrefix = projectPrefix == null ? defaults.projectPrefix() : projectPrefix;
            customerPrefix = customerPrefix == null ? defaults.customerPrefix() : customerPrefix;
        }

        CommonSettings toCommonSettings() {
            return new CommonSettings(
                    checkBackendIdUniqueness,
                    checkAllOfferings,
                    backendIdMaxRetries,
                    softDelete,
                    allocationPrefix,
                    projectPrefix,
                    customerPrefix);
        }
    }
}
