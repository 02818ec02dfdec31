package dev.siteagent.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.siteagent.core.events.stomp.TestedBroker;
import dev.siteagent.core.plugins.PluginHost;
import dev.siteagent.sandbox.waldur.ApiKeySnapshot;
import dev.siteagent.sandbox.waldur.NewOffering;
import dev.siteagent.sandbox.waldur.NewOrder;
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
    void publish() throws IOException {
        process = new EventProcess(broker(), host, folder, NewOffering.ofMachines("Cluster"), """
                backend_type: cluster
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

    private List<String> calls() throws IOException {
        Path file = process.backend.resolve("calls");
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    @Test
    void aKeyIsRotatedWhenAnEventAsksForIt() throws Exception {
        UUID key = process.waldur.addApiKey(resource, "client-1");
        process.startListening();
        process.waldur.requestKeyRotation(key);

        process.events.publish(
                process.offering,
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
        process.events.publish(
                process.offering,
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
