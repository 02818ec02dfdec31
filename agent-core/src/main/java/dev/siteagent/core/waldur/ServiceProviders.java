package dev.siteagent.core.waldur;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The organisations that publish offerings: {@code /api/marketplace-service-providers/}. Thread-safe. */
public final class ServiceProviders {
    private static final String PATH = "/api/marketplace-service-providers/";

    private final WaldurHttp http;

    ServiceProviders(WaldurHttp http) {
        this.http = http;
    }

    /** Finds the service provider of an organisation. */
    public Optional<UUID> ofCustomer(UUID customer) throws InterruptedException {
        return http
                .all(
                        WaldurCall.get(
                                "service_providers.list",
                                "find the service provider of customer " + Uuids.hex(customer),
                                PATH,
                                Query.NONE.and("customer_uuid", customer).fieldsOf(Provider.class)),
                        Provider.class)
                .stream()
                .map(Provider::uuid)
                .findFirst();
    }

    /** Returns the SSH keys of the provider's customers: key → public key in OpenSSH form. */
    public Map<UUID, String> keys(UUID serviceProvider) throws InterruptedException {
        Map<UUID, String> keys = new LinkedHashMap<>();
        for (Key key : http.all(
                WaldurCall.get(
                        "service_providers.keys",
                        "list the SSH keys of service provider " + Uuids.hex(serviceProvider),
                        PATH + Uuids.hex(serviceProvider) + "/keys/",
                        Query.NONE.fieldsOf(Key.class)),
                Key.class)) {
            if (key.uuid() != null
                    && key.publicKey() != null
                    && !key.publicKey().isBlank()) {
                keys.put(key.uuid(), key.publicKey());
            }
        }
        return keys;
    }

    /** Lists the projects that use the provider's offerings. */
    public List<WaldurProject> projects(UUID serviceProvider) throws InterruptedException {
        return http.all(
                WaldurCall.get(
                        "service_providers.projects",
                        "list the projects of service provider " + Uuids.hex(serviceProvider),
                        PATH + Uuids.hex(serviceProvider) + "/projects/",
                        Query.NONE.fieldsOf(WaldurProject.class)),
                WaldurProject.class);
    }

    /** Lists the same projects with everything that a mirror of them may show. */
    public List<SourceProject> sourceProjects(UUID serviceProvider) throws InterruptedException {
        return http.all(
                WaldurCall.get(
                        "service_providers.projects",
                        "list the projects of service provider " + Uuids.hex(serviceProvider),
                        PATH + Uuids.hex(serviceProvider) + "/projects/",
                        Query.NONE.fieldsOf(SourceProject.class)),
                SourceProject.class);
    }

    private record Provider(UUID uuid) {}

    private record Key(UUID uuid, String publicKey) {}
}
