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

        Secret waldurApiToken,
        @HttpUrl URI oidcTokenUrl,
        String oidcClientId,
        Secret oidcClientSecret,

        @NotNull @Setting(description = "see the integration page of the offering in Waldur")
        UUID waldurOfferingUuid,

        @NotBlank @Setting(description = "the name of the backend that reads backend_settings")
        String backendType,

        String orderProcessingBackend,
        String membershipSyncBackend,
        String reportingBackend,
        String usernameManagementBackend,
        Node backendSettings,
        Node backendComponents,
        Boolean websocketUseTls,
        boolean stompEnabled,
        Boolean stompMembershipSyncEnabled,
        String stompWsHost,
        @Min(1) @Max(65535) Integer stompWsPort,
        String stompWsPath,
        boolean resourceImportEnabled,
        boolean usernameReconciliationEnabled,
        Boolean verifySsl,
        @Min(1) @Max(1000) Integer orderConcurrency,
        @Min(1) @Max(10080) Integer orderWaitMinutes,
        @Min(0) @Max(10080) Integer lastSyncRefreshMinutes) {
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
            boolean checkBackendIdUniqueness,
            boolean checkAllOfferings,
            @Min(0) Integer backendIdMaxRetries,
            boolean softDelete,
            String allocationPrefix,
            String projectPrefix,
            String customerPrefix) {
        CommonSettings toCommonSettings() {
            CommonSettings defaults = CommonSettings.defaults();
            return new CommonSettings(
                    checkBackendIdUniqueness,
                    checkAllOfferings,
                    backendIdMaxRetries == null ? defaults.backendIdMaxRetries() : backendIdMaxRetries,
                    softDelete,
                    allocationPrefix == null ? defaults.allocationPrefix() : allocationPrefix,
                    projectPrefix == null ? defaults.projectPrefix() : projectPrefix,
                    customerPrefix == null ? defaults.customerPrefix() : customerPrefix);
        }
    }
}
