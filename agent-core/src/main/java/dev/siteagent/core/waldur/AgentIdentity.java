package dev.siteagent.core.waldur;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * An agent as Waldur knows it.
 *
 * @param uuid the identity's UUID
 * @param name its name
 * @param offering the offering it serves
 */
public record AgentIdentity(UUID uuid, String name, UUID offering) {

    /**
     * What an agent tells of itself.
     *
     * @param offering the offering it serves, not null
     * @param name its name, not null
     * @param version the agent's version, not null
     * @param dependencies the plugins it runs, not null
     * @param configFilePath the path of its configuration file; empty to keep it to itself
     * @param configFileContent the content of that file; empty to keep it to itself
     * @param lastRestarted when it started
     */
    public record Description(
            UUID offering,
            String name,
            String version,
            List<Dependency> dependencies,
            String configFilePath,
            String configFileContent,
            Instant lastRestarted) {

        /** Describes an agent that keeps its configuration to itself. */
        public static Description of(
                UUID offering, String name, String version, List<Dependency> dependencies, Instant lastRestarted) {
            return new Description(offering, name, version, List.copyOf(dependencies), "", "", lastRestarted);
        }
    }

    /**
     * A package that an agent runs.
     *
     * @param packageName its name
     * @param version its version
     */
    public record Dependency(@JsonProperty("package") String packageName, String version) {}
}
