package dev.siteagent.hobbyfarm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.hobbyfarm.accounts.Accounts;
import dev.siteagent.hobbyfarm.model.Fields;
import dev.siteagent.hobbyfarm.model.Kind;
import dev.siteagent.hobbyfarm.model.ObjectRef;
import dev.siteagent.sandbox.http.Requests;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How Environments and templates configure machines, and what operators are told when they do it wrong. */
class ConfigurationTest extends FarmTest {
    @Test
    void missingKeyIsToldWithTheObjectToFixAndTriedAgainWhenThatChanges() {
        farm.secret(Farm.TOKEN_SECRET, farm.cloud.token());
        farm.template();
        farm.environment(specifics -> without(specifics, "region"), Map.of());
        farm.startBridge();
        farm.virtualMachine("dyn-1");
        told("ConfigurationIncomplete: region is missing");
        assertThat(farm.events("dyn-1")).anyMatch(event -> event.contains("Environment " + Farm.ENVIRONMENT));
        farm.patchEnvironment(Map.of("region", "nyc1"));
        running("dyn-1");
    }

    @Test
    void missingTokenSecretIsToldAndWaitedFor() {
        farm.template();
        farm.environment(specifics -> specifics, Map.of());
        farm.startBridge();
        farm.virtualMachine("dyn-1");
        told("TokenMissing: Secret " + Farm.TOKEN_SECRET + " is needed");
        farm.secret(Farm.TOKEN_SECRET, farm.cloud.token());
        running("dyn-1");
    }

    @Test
    void templateComesLastAndItsImageServesWhereTheEnvironmentHasNone() {
        farm.secret(Farm.TOKEN_SECRET, farm.cloud.token());
        farm.template();
        farm.environment(
                specifics -> specifics,
                Map.of("template_mapping", Map.of(Farm.TEMPLATE, Map.of("size", "s-1vcpu-1gb", "region", "fra1"))));
        farm.patch(
                new ObjectRef(Kind.TEMPLATE, Farm.TEMPLATE),
                Map.of("spec", Map.of("image", "ubuntu-22-04-x64", "config_map", Map.of("size", "s-4vcpu-8gb"))));
        farm.startBridge();
        farm.virtualMachine("dyn-1");
        running("dyn-1");
        Map<String, Object> request =
                Fields.map(farm.droplet("dyn-1").orElseThrow().get("spec", "droplet"));
        assertThat(request)
                .containsEntry("image", "ubuntu-22-04-x64")
                .containsEntry("size", "s-1vcpu-1gb")
                .containsEntry("region", "fra1");
    }

    @Test
    void environmentForTerraformIsNotServed() {
        farm.usualEnvironment();
        farm.patchEnvironment(Map.of("module", "m", "executor_image", "e"));
        farm.startBridge();
        farm.virtualMachine("dyn-1");
        told("ServedByTerraform: Environment " + Farm.ENVIRONMENT + " yields both module and executor_image");
        farm.pass(Duration.ofMinutes(1));
        assertThat(farm.cloud.log().count(Requests.of("POST", "/v2/droplets"))).isZero();
        assertThat(farm.keysSecret("dyn-1")).isEmpty();
    }

    @Test
    void oddTruthValueCountsAsFalseWithAWarning() {
        farm.usualEnvironment();
        farm.patchEnvironment(Map.of("monitoring", "yes", "ipv6", "T"));
        farm.startBridge();
        farm.virtualMachine("dyn-1");
        running("dyn-1");
        assertThat(farm.events("dyn-1")).anyMatch(event -> event.startsWith("ConfigurationOdd: monitoring in "));
        assertThat(farm.cloud.droplets().get(0).features()).contains("ipv6").doesNotContain("monitoring");
    }

    @Test
    void userDataLongerThan64KibIsRefused() {
        farm.usualEnvironment();
        farm.patch(
                new ObjectRef(Kind.ENVIRONMENT, Farm.ENVIRONMENT),
                Map.of(
                        "spec",
                        Map.of("template_mapping", Map.of(Farm.TEMPLATE, Map.of("user_data", "ü".repeat(33_000))))));
        farm.startBridge();
        farm.virtualMachine("dyn-1");
        told("ConfigurationInvalid: user_data for template " + Farm.TEMPLATE);
    }

    @Test
    void passwordGoesIntoTheMachinesSecret() {
        farm.usualEnvironment();
        farm.patchEnvironment(Map.of("password", "s3cret"));
        farm.startBridge();
        farm.virtualMachine("dyn-1");
        running("dyn-1");
        assertThat(Accounts.value(farm.keysSecret("dyn-1").orElseThrow(), "password"))
                .contains("s3cret");
    }

    @Test
    void conditionOnTheVirtualMachineNamesTheProblemWhereItsDefinitionKeepsConditions() {
        farm.secret(Farm.TOKEN_SECRET, farm.cloud.token());
        farm.template();
        farm.environment(specifics -> without(specifics, "region"), Map.of());
        farm.startBridge();
        farm.virtualMachine("dyn-1");
        told("ConfigurationIncomplete: region is missing");
        boolean kept = farm.vm("dyn-1").orElseThrow().get("status", "conditions") != null;
        // HobbyFarm's own definition has no place for it, and a real server drops it.
        assertThat(kept).isEqualTo(!TestCluster.isReal());
    }

    private void told(String event) {
        farm.until("told " + event, SOON, () -> farm.events("dyn-1").stream().anyMatch(one -> one.startsWith(event)));
    }

    private static Map<String, Object> without(Map<String, Object> map, String key) {
        map.remove(key);
        return map;
    }
}
