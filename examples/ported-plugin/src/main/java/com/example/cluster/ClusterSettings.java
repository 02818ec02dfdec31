package com.example.cluster;

import dev.siteagent.spi.Setting;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import java.util.List;

/**
 * {@code backend_settings}: the template's {@code MyCustomBackendSettingsSchema}. The prefixes that it has are common
 * settings here, which the host reads for every backend.
 *
 * @param directory where the cluster keeps its accounts
 * @param defaultAccount the account above those of projects; {@code root} when missing
 * @param setupSeconds how long the cluster takes to set an account up; 0 when missing
 * @param refusedProjects slugs of projects that get nothing; none when missing
 */
public record ClusterSettings(
        @NotBlank @Setting(description = "Where the cluster keeps its accounts") String directory,
        @Setting(description = "The account above those of projects", defaultValue = "root") String defaultAccount,
        @Min(0) @Max(3600) @Setting(description = "Seconds until an account is set up", defaultValue = "0") int setupSeconds,
        @Setting(description = "Slugs of projects that get nothing") List<String> refusedProjects) {
    /** Gives what is missing its default. */
    public ClusterSettings {
        defaultAccount = defaultAccount == null ? "root" : defaultAccount;
        refusedProjects = refusedProjects == null ? List.of() : List.copyOf(refusedProjects);
    }
}
