package dev.siteagent.core.waldur;

/**
 * The options of an offering that an agent heeds. What is not set is null.
 *
 * @param accountNameGenerationPolicy {@code project_slug} when backend ids follow the project's slug
 * @param usernameGenerationPolicy who makes usernames; {@code service_provider} for the agent
 * @param serviceProviderCanCreateOfferingUser whether the provider may make offering users
 * @param enforceQos whether the backend shall hold users to the partition's quality of service
 * @param enableMembershipSyncStatus whether Waldur wants to know how far members are synchronised
 * @param supportsDownscaling whether resources can be downscaled
 * @param supportsPausing whether resources can be paused
 */
public record PluginOptions(
        String accountNameGenerationPolicy,
        String usernameGenerationPolicy,
        Boolean serviceProviderCanCreateOfferingUser,
        Boolean enforceQos,
        Boolean enableMembershipSyncStatus,
        Boolean supportsDownscaling,
        Boolean supportsPausing) {

    /** The options of an offering that sets none. */
    static final PluginOptions NONE = new PluginOptions(null, null, null, null, null, null, null);

    /** Tells whether backend ids follow the slug of the project instead of that of the resource. */
    public boolean namesFollowProject() {
        return "project_slug".equals(accountNameGenerationPolicy);
    }

    /** Tells whether usernames are the service provider's to make. */
    public boolean providerShallMakeUsernames() {
        return "service_provider".equals(usernameGenerationPolicy);
    }

    /** Tells whether the agent makes the usernames. */
    public boolean providerMakesUsernames() {
        return providerShallMakeUsernames() && Boolean.TRUE.equals(serviceProviderCanCreateOfferingUser);
    }
}
