package dev.siteagent.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.siteagent.core.events.stomp.TestedBroker;
import dev.siteagent.core.plugins.PluginHost;
import dev.siteagent.sandbox.waldur.ApiKeySnapshot;
import dev.siteagent.sandbox.waldur.NewOffering;
import dev.siteagent.sandbox.waldur.NewOrder;
import dev.siteagent.sandbox.waldur.People;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The events that are not about orders, with any broker, for a resource of a cluster that does whatever it is told. */
@Timeout(60)
abstract class ResourceEventsContract {
    private static final String BACKEND_ID = "alloc-1";

    @TempDir
    private static Path plugins;

    private static PluginHost host;

    @TempDir
    private Path folder;

    private EventProcess process;
    private UUID resource;

    /** Returns the broker, running. */
    abstract TestedBroker broker();

    @BeforeAll
    static void load() {
        FolderCluster.writeTo(plugins);
        host = new PluginHost(plugins);
        host.start();
    }

    @AfterAll
    static void unload() {
        host.close();
    }

    @BeforeEach
    void offer() throws IOException {
        process = new EventProcess(broker(), host, folder, NewOffering.ofMachines("Cluster"), """
                backend_type: cluster
                resource_import_enabled: true
                backend_settings:
                  folder: %s
                  periodic_limits:
                    enabled: true
                """);
        resource =
                process.waldur.addResource(process.offering, process.project, NewOrder.named("allocation"), BACKEND_ID);
    }

    @AfterEach
    void close() throws Exception {
        process.close();
    }

    /** Adds a member of the project who has an account at the offering. */
    private UUID member(String username) {
        People people = process.waldur.people();
        UUID user = people.addUser("waldur-" + username, "Full " + username, username + "@example.com");
        people.addMember(process.project, user, "PROJECT.MEMBER");
        people.addOfferingUser(process.offering, user, username);
        return user;
    }

    private void publish(String type, Map<String, ?> body) {
        process.events.publish(process.offering, type, body);
    }

    private void roleChanged(UUID user, boolean granted) {
        publish(
                "user_role",
                Map.of(
                        "user_uuid",
                        user,
                        "user_username",
                        "waldur-ada",
                        "project_uuid",
                        process.project,
                        "project_name",
                        "Water",
                        "role_name",
                        "PROJECT.MEMBER",
                        "granted",
                        granted));
    }

    @Test
    void aMemberWhoComesOrGoesIsAddedOrRemovedAndSoIsAnAccount() throws Exception {
        process.startListening();

        UUID ada = member("ada");
        roleChanged(ada, true);
        await().until(() -> calls().equals(List.of("add ada")));
        UUID robot = process.waldur.people().addServiceAccount(process.offering, process.project, "robot");
        publish(
                "service_account",
                Map.of(
                        "account_uuid",
                        robot,
                        "account_username",
                        "robot",
                        "scope_type",
                        "project",
                        "project_uuid",
                        process.project,
                        "action",
                        "create"));
        await().until(() -> calls().contains("add robot"));
        process.waldur.people().removeMember(process.project, ada);
        roleChanged(ada, false);

        await().until(() -> calls().contains("remove ada"));
        assertThat(calls()).containsExactly("add ada", "add robot", "remove ada");
        process.awaitNothingAtTheBroker();
        assertThat(process.waldur.failures()).isEmpty();
    }

    @Test
    void anOfferingWithoutABackendForOrdersHasTheEventsOfItsMembers() throws Exception {
        process.close();
        process = new EventProcess(
                broker(), host, Files.createDirectory(folder.resolve("alone")), NewOffering.ofMachines("Cluster"), """
                backend_type: cluster
                membership_sync_backend: cluster
                backend_settings:
                  folder: %s
                """);
        process.waldur.addResource(process.offering, process.project, NewOrder.named("allocation"), BACKEND_ID);
        process.start(process.options(false));
        await().until(() -> process.events.queues() == 6);

        roleChanged(member("ada"), true);

        await().until(() -> calls().equals(List.of("add ada")));
        process.awaitNothingAtTheBroker();
        assertThat(process.lists()).isZero();
    }

    @Test
    void aChangeOfAResourceAndTheAttributesOfAUserReachTheBackend() throws Exception {
        member("ada");
        process.startListening();
        await().until(() -> calls().equals(List.of("add ada")));

        process.waldur.setFlags(resource, false, false, true);
        publish("resource", Map.of("resource_uuid", resource));
        await().until(() -> calls().contains("remove ada"));
        publish(
                "offering_user",
                Map.of(
                        "offering_user_uuid",
                        UUID.randomUUID(),
                        "username",
                        "ada",
                        "action",
                        "attribute_update",
                        "attributes",
                        Map.of("email", "ada@example.org"),
                        "changed_attributes",
                        List.of("email")));

        await().until(() -> calls().contains("attributes {email=ada@example.org} of ada"));
        process.awaitNothingAtTheBroker();
    }

    @Test
    void aNameThatIsSetAddsTheUserToTheResources() throws Exception {
        process.startListening();
        member("ada");

        publish(
                "offering_user",
                Map.of(
                        "offering_user_uuid",
                        UUID.randomUUID(),
                        "username",
                        "ada",
                        "action",
                        "username_set",
                        "resource_backend_ids",
                        List.of(BACKEND_ID)));

        await().until(() -> calls().equals(List.of("add ada")));
        process.awaitNothingAtTheBroker();
    }

    @Test
    void aSyncOnDemandMakesAgainWhatIsLostAndTakesUpItsMembersAndTheOpenOrders() throws Exception {
        Files.createFile(process.backend.resolve("lost"));
        member("ada");
        process.startListening();
        int listed = process.lists();

        publish("offering_resources_sync", Map.of("offering_uuid", process.offering));

        await().until(() -> calls().equals(List.of("create alloc-1", "add ada")));
        await().until(() -> process.lists() > listed);
        process.awaitNothingAtTheBroker();
    }

    @Test
    void aRequestForWhatCouldBeImportedIsAnswered() throws Exception {
        Files.writeString(
                process.backend.resolve("parent"), process.waldur.people().projectSlug(process.project));
        process.startListening();
        UUID request = process.waldur.requestImport(process.offering);

        publish("importable_resources", Map.of("backend_resource_request_uuid", request));

        await().until(() -> process.waldur.importRequest(request).state().equals("Done"));
        assertThat(process.waldur.importRequest(request).submitted()).hasSize(1);
        process.awaitNothingAtTheBroker();
    }

    /** Returns what the cluster was told; what it was told twice, by an event and by the cycle of the start, once. */
    private List<String> calls() throws IOException {
        Path file = process.backend.resolve("calls");
        return Files.exists(file) ? Files.readAllLines(file).stream().distinct().toList() : List.of();
    }

    @Test
    void aKeyIsRotatedWhenAnEventAsksForIt() throws Exception {
        UUID key = process.waldur.addApiKey(resource, "client-1");
        process.startListening();
        process.waldur.requestKeyRotation(key);

        publish(
                "resource_api_key_rotation",
                Map.of(
                        "action",
                        "rotate",
                        "resource_uuid",
                        resource,
                        "resource_backend_id",
                        BACKEND_ID,
                        "api_key_uuid",
                        key,
                        "client_id",
                        "client-1"));

        await().until(() -> key().state().equals("OK"));
        assertThat(key().clientId()).isEqualTo("client-1-new");
        assertThat(key().secret()).isEqualTo("value-of-client-1-new");
        process.awaitNothingAtTheBroker();
        assertThat(calls()).containsExactly("rotate client-1 of alloc-1");
        assertThat(process.waldur.failures()).isEmpty();
    }

    private ApiKeySnapshot key() {
        return process.waldur.apiKeys(resource).get(0);
    }

    @Test
    void settingsOfAPolicyAreAppliedAndTheOutcomeIsReportedGoodOrBad() throws Exception {
        process.startListening();

        apply(Map.of("fairshare", 333));
        await().until(() -> process.waldur.policyOutcomes().size() == 1);
        Files.createFile(process.backend.resolve("broken"));
        apply(Map.of("fairshare", 444));

        await().until(() -> process.waldur.policyOutcomes().size() == 2);
        JsonNode good = process.waldur.policyOutcomes().get(0);
        assertThat(good.path("success").asBoolean()).isTrue();
        assertThat(calls()).containsExactly("apply {fairshare=333} to alloc-1");
        JsonNode bad = process.waldur.policyOutcomes().get(1);
        assertThat(bad.path("success").asBoolean()).isFalse();
        assertThat(bad.path("error_message").asText()).isEqualTo("the cluster is broken");
        process.awaitNothingAtTheBroker();
    }

    private void apply(Map<String, Object> settings) {
        publish(
                "resource_periodic_limits",
                Map.of(
                        "resource_uuid",
                        resource,
                        "backend_id",
                        BACKEND_ID,
                        "offering_uuid",
                        process.offering,
                        "policy_uuid",
                        UUID.randomUUID(),
                        "action",
                        "apply_periodic_settings",
                        "settings",
                        settings));
    }
}
