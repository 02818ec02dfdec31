package dev.siteagent.core.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.core.plugins.PluginJar;
import dev.siteagent.sandbox.waldur.NewOffering;
import dev.siteagent.sandbox.waldur.NewOrder;
import dev.siteagent.sandbox.waldur.WaldurContract;
import dev.siteagent.sandbox.waldur.WaldurSandbox;
import dev.siteagent.spi.BackendProvider;
import dev.siteagent.spi.UsernameBackendProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that do parts of membership sync by hand, with a plugin that has what they need. */
class ChoresTest {
    /** Its resources have the limit that their id is, and its home directories are files. */
    private static final String PROVIDER = """
            import dev.siteagent.spi.*;
            import java.io.IOException;
            import java.nio.file.*;
            import java.util.*;

            public final class Provider implements BackendProvider<Provider.Settings> {
                public record Settings(String folder, String defaultHomedirUmask,
                        Boolean enableUserHomedirAccountCreation) {}
                public String name() { return "homes"; }
                public Class<Settings> settingsType() { return Settings.class; }
                public ResourceBackend open(BackendContext<Settings> context) {
                    return new Backend(Path.of(context.settings().folder()));
                }
                record Backend(Path folder) implements HomeDirectoriesBackend {
                    public void ping() {}
                    public Diagnosis diagnose() { return new Diagnosis(List.of()); }
                    public Outcome create(CreateRequest request) { return Outcome.done(); }
                    public Outcome delete(Resource resource) { return Outcome.done(); }
                    public Map<UUID, Lookup<BackendResource>> read(Collection<Resource> resources) {
                        Map<UUID, Lookup<BackendResource>> found = new HashMap<>();
                        for (Resource resource : resources) {
                            String id = resource.backendId().get();
                            found.put(resource.uuid(), id.equals("lost") ? new Lookup.Absent<>("lost")
                                    : new Lookup.Present<>(BackendResource.ready(id)
                                            .withLimits(Map.of("cpu", Long.valueOf(id)))));
                        }
                        return found;
                    }
                    public Map<String, Attempt<Boolean>> createHomeDirectories(Collection<String> names, String umask) {
                        Map<String, Attempt<Boolean>> made = new HashMap<>();
                        for (String name : names) {
                            try {
                                Path home = folder.resolve(name);
                                boolean missing = Files.notExists(home);
                                if (missing) { Files.writeString(home, umask); }
                                made.put(name, new Attempt.Succeeded<>(missing));
                            } catch (IOException e) {
                                made.put(name, new Attempt.Failed<>(new PermanentBackendException("no", e)));
                            }
                        }
                        return made;
                    }
                    public void close() {}
                }
            }
            """;

    private static final String NAMES = """
            import dev.siteagent.spi.*;

            public final class Names implements UsernameBackendProvider<NoSettings> {
                public String name() { return "names"; }
                public Class<NoSettings> settingsType() { return NoSettings.class; }
                public UsernameBackend open(BackendContext<NoSettings> context) {
                    return user -> new UsernameBackend.Assignment.Assigned("hpc-" + user.userUsername());
                }
            }
            """;

    @TempDir
    private static Path plugins;

    @TempDir
    private Path folder;

    private final WaldurSandbox waldur = WaldurSandbox.start();
    private final Console console = new Console();
    private UUID offering;
    private UUID project;
    private Path file;

    @BeforeAll
    static void compile() {
        PluginJar.builder()
                .descriptor("homes", "1.0.0")
                .source("homes.Provider", PROVIDER)
                .source("homes.Names", NAMES)
                .service(BackendProvider.class, "homes.Provider")
                .service(UsernameBackendProvider.class, "homes.Names")
                .writeTo(plugins.resolve("homes.jar"));
    }

    @BeforeEach
    void configure() throws Exception {
        offering = waldur.addOffering(NewOffering.ofMachines("Homes"));
        project = waldur.people().addProject("Water");
        file = Files.writeString(
                folder.resolve("site-agent.yaml"), """
                offerings:
                  - name: Homes
                    waldur_api_url: %s
                    waldur_api_token: %s
                    waldur_offering_uuid: %s
                    backend_type: homes
                    username_management_backend: names
                    backend_settings: {folder: %s, default_homedir_umask: 0027}
                    backend_components:
                      cpu: {measured_unit: Cores, unit_factor: 2, accounting_type: limit, label: CPU}
                """.formatted(waldur.apiUrl(), waldur.token(), offering, folder));
    }

    @AfterEach
    void close() {
        WaldurContract.find()
                .ifPresent(contract ->
                        assertThat(contract.violations(waldur.requests().all())).isEmpty());
        waldur.close();
    }

    private int run(String command) {
        return console.run(command, "-c", file.toString(), "--plugins-dir", plugins.toString());
    }

    private UUID user(String name, String username) {
        UUID user = waldur.people().addUser(name, name, name + "@example.com");
        return waldur.people().addOfferingUser(offering, user, username);
    }

    @Test
    void usersWhoWaitForANameGetIt() {
        waldur.setOption(offering, "username_generation_policy", "service_provider");
        waldur.setOption(offering, "service_provider_can_create_offering_user", true);
        UUID anna = user("anna", "");

        assertThat(run("sync-offering-users")).as(console.out() + console.err()).isZero();

        assertThat(waldur.people().offeringUser(anna).username()).isEqualTo("hpc-anna");
        assertThat(console.out()).contains("Homes", "1 users moved on");
    }

    @Test
    void policyWithoutPermissionIsAProblemThatSaysWhatToDo() {
        waldur.setOption(offering, "username_generation_policy", "service_provider");

        assertThat(run("sync-offering-users")).isEqualTo(1);
        assertThat(console.out()).contains("service_provider_can_create_offering_user");
    }

    @Test
    void limitsAreWrittenInWaldursUnitsWhereTheyDiffer() {
        UUID differs = waldur.addResource(offering, project, NewOrder.named("a").limit("cpu", 1), "6");
        waldur.addResource(offering, project, NewOrder.named("b").limit("cpu", 1), "2");
        waldur.addResource(offering, project, NewOrder.named("c").limit("cpu", 1), "lost");

        assertThat(run("sync-resource-limits"))
                .as(console.out() + console.err())
                .isZero();

        assertThat(waldur.resource(differs).limits()).containsEntry("cpu", 3L);
        assertThat(console.out()).contains("1 written, 1 as they were, 1 not on the backend");
    }

    @Test
    void homesAreMadeForUsersWithANameByTheUmaskOfTheFile() {
        user("anna", "anna");
        user("bert", "");

        assertThat(run("create-homedirs")).as(console.out() + console.err()).isZero();

        assertThat(folder.resolve("anna")).hasContent("0027");
        assertThat(console.out()).contains("1 of 1 home directories made");
        assertThat(run("create-homedirs")).isZero();
        assertThat(console.out()).contains("0 of 1 home directories made");
    }

    @Test
    void offeringThatWaldurDoesNotKnowFails() throws Exception {
        Files.writeString(
                file,
                Files.readString(file)
                        .replace(offering.toString(), UUID.randomUUID().toString()));

        assertThat(run("sync-resource-limits")).isEqualTo(1);
        assertThat(console.out()).contains("failed: ");
    }
}
