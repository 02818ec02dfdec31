package dev.siteagent.core.config;

import dev.siteagent.spi.CommonSettings;
import dev.siteagent.spi.Secret;
import java.net.URI;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * One offering that can run.
 *
 * @param name its name in the file, not blank
 * @param waldurApiUrl the API of Waldur; http or https, ends in {@code /}
 * @param credentials how the agent proves to Waldur who it is
 * @param uuidAsWritten the UUID of the offering as the file spells it, for names that the Python agent made of it
 * @param uuid the UUID of the offering
 * @param backendType the backend that {@code backend_type} names, in lower case
 * @param orderProcessingBackend the backend for orders; empty is off
 * @param membershipSyncBackend the backend for members; empty is off
 * @param reportingBackend the backend for usage; empty is off
 * @param usernameBackend the username backend, {@code base} when the file's is unknown
 * @param backends the bound settings of {@code backendType} and of each backend of a mode, by name
 * @param usernameBinding the bound settings of the username backend
 * @param common the settings that every backend has
 * @param components {@code backend_components} by type, in the order of the file; those the file lacks come from Waldur
 * @param websocketUseTls whether the WebSocket of events uses TLS
 * @param stompEnabled whether orders come as events
 * @param stompMembershipSyncEnabled whether membership changes come as events; without the key as {@code stompEnabled}
 * @param stompWsHost the host of events, when not Waldur's
 * @param stompWsPort the port of events, when not the default
 * @param stompWsPath the path of events, when not the default
 * @param resourceImportEnabled whether resources of the backend are offered to Waldur for import
 * @param usernameReconciliationEnabled whether usernames given by the backend are written back to Waldur
 * @param verifySsl whether the certificate of Waldur is checked
 * @param orderConcurrency how many orders are worked on at once, at least 1
 * @param orderWaitMinutes how long one order may take, in minutes, at least 1
 * @param lastSyncRefreshMinutes how old the last synchronisation of an unchanged resource may become before it is recorded
 *     again, in minutes; 0 is at every cycle
 * @param fingerprint tells whether the entry says the same as another one
 */
public record OfferingConfiguration(
        String name,
        URI waldurApiUrl,
        WaldurCredentials credentials,
        String uuidAsWritten,
        UUID uuid,
        String backendType,
        Optional<String> orderProcessingBackend,
        Optional<String> membershipSyncBackend,
        Optional<String> reportingBackend,
        String usernameBackend,
        Map<String, BackendBinding> backends,
        BackendBinding usernameBinding,
        CommonSettings common,
        Map<String, ComponentConfiguration> components,
        boolean websocketUseTls,
        boolean stompEnabled,
        boolean stompMembershipSyncEnabled,
        Optional<String> stompWsHost,
        Optional<Integer> stompWsPort,
        Optional<String> stompWsPath,
        boolean resourceImportEnabled,
        boolean usernameReconciliationEnabled,
        boolean verifySsl,
        int orderConcurrency,
        int orderWaitMinutes,
        int lastSyncRefreshMinutes,
        Fingerprint fingerprint) {
    /** Copies the maps and refuses nulls. */
    public OfferingConfiguration {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(waldurApiUrl, "waldurApiUrl");
        Objects.requireNonNull(credentials, "credentials");
        Objects.requireNonNull(uuidAsWritten, "uuidAsWritten");
        Objects.requireNonNull(uuid, "uuid");
        Objects.requireNonNull(backendType, "backendType");
        Objects.requireNonNull(usernameBackend, "usernameBackend");
        backends = Map.copyOf(backends);
        Objects.requireNonNull(usernameBinding, "usernameBinding");
        Objects.requireNonNull(common, "common");
        Objects.requireNonNull(fingerprint, "fingerprint");
        components = Collections.unmodifiableMap(new LinkedHashMap<>(components));
    }

    /**
     * Returns the same offering as another Waldur has it, whose orders are found by asking and not by events.
     *
     * @param apiUrl the API of that Waldur, ends in {@code /}
     * @param token how to get in
     * @param offering the offering's UUID there
     */
    public OfferingConfiguration in(URI apiUrl, Secret token, UUID offering) {
        return new OfferingConfiguration(
                name,
                apiUrl,
                new WaldurCredentials.Token(token),
                offering.toString(),
                offering,
                backendType,
                orderProcessingBackend,
                membershipSyncBackend,
                reportingBackend,
                usernameBackend,
                backends,
                usernameBinding,
                common,
                components,
                websocketUseTls,
                false,
                false,
                stompWsHost,
                stompWsPort,
                stompWsPath,
                resourceImportEnabled,
                usernameReconciliationEnabled,
                verifySsl,
                orderConcurrency,
                orderWaitMinutes,
                lastSyncRefreshMinutes,
                fingerprint);
    }

    /** Returns the name by which Waldur knows the agent that serves this offering: the one that the Python agent has. */
    public String identityName() {
        return "agent-" + uuidAsWritten;
    }
}
