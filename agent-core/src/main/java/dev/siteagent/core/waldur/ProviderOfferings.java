package dev.siteagent.core.waldur;

import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The offerings, as their provider sees them: {@code /api/marketplace-provider-offerings/}. Thread-safe. */
public final class ProviderOfferings {
    private static final String PATH = "/api/marketplace-provider-offerings/";

    private final WaldurHttp http;

    ProviderOfferings(WaldurHttp http) {
        this.http = http;
    }

    /** Reads an offering. */
    public WaldurOffering get(UUID offering) throws InterruptedException {
        return http.one(
                WaldurCall.get(
                        "offerings.get",
                        "read offering " + Uuids.hex(offering),
                        path(offering),
                        Query.NONE.fieldsOf(WaldurOffering.class)),
                WaldurOffering.class);
    }

    /**
     * Asks whether a backend id is still free.
     *
     * @param offering the offering
     * @param backendId the id
     * @param allOfferings whether it must be free at all offerings of the provider
     */
    public boolean isUniqueBackendId(UUID offering, String backendId, boolean allOfferings)
            throws InterruptedException {
        WaldurCall call = WaldurCall.ask(
                "offerings.check_unique_backend_id",
                "check whether backend id " + backendId + " is free at offering " + Uuids.hex(offering),
                path(offering) + "check_unique_backend_id/",
                Map.of("backend_id", backendId, "check_all_offerings", allOfferings));
        return http.one(call, Uniqueness.class).isUnique();
    }

    /** Lists the service accounts of all projects that use the offering. */
    public Listing<ProjectAccount> listProjectServiceAccounts(UUID offering) throws InterruptedException {
        return accounts(offering, "list_project_service_accounts", "list the service accounts of offering");
    }

    /** Lists the course accounts of all projects that use the offering. */
    public Listing<ProjectAccount> listCourseAccounts(UUID offering) throws InterruptedException {
        return accounts(offering, "list_course_accounts", "list the course accounts of offering");
    }

    /** Makes a component. Not repeated when the answer is lost: a second one of the same type would be refused. */
    public void createComponent(UUID offering, OfferingComponent component) throws InterruptedException {
        http.done(WaldurCall.create(
                "offerings.create_offering_component",
                "create component " + component.type() + " of offering " + Uuids.hex(offering),
                path(offering) + "create_offering_component/",
                component));
    }

    /** Changes a component, which is named by its UUID. */
    public void updateComponent(UUID offering, OfferingComponent component) throws InterruptedException {
        http.done(WaldurCall.act(
                "offerings.update_offering_component",
                "update component " + component.type() + " of offering " + Uuids.hex(offering),
                path(offering) + "update_offering_component/",
                component));
    }

    /** Returns which attributes of a user the offering may see, such as {@code email}. */
    public List<String> exposedUserAttributes(UUID offering) throws InterruptedException {
        return http.one(
                        WaldurCall.get(
                                "offerings.user_attribute_config",
                                "read which user attributes offering " + Uuids.hex(offering) + " may see",
                                path(offering) + "user-attribute-config/",
                                Query.NONE),
                        UserAttributeConfig.class)
                .exposedFields();
    }

    private Listing<ProjectAccount> accounts(UUID offering, String action, String purpose) throws InterruptedException {
        return http.distinct(
                WaldurCall.get(
                        "offerings." + action,
                        purpose + " " + Uuids.hex(offering),
                        path(offering) + action + "/",
                        Query.NONE),
                ProjectAccount.class,
                ProjectAccount::uuid);
    }

    private static String path(UUID offering) {
        return PATH + Uuids.hex(offering) + "/";
    }

    private record Uniqueness(boolean isUnique) {}

    record UserAttributeConfig(List<String> exposedFields) {
        UserAttributeConfig {
            exposedFields = Values.copy(exposedFields);
        }
    }
}
