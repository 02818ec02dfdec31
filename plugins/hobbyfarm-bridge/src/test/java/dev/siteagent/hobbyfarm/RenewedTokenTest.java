package dev.siteagent.hobbyfarm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.hobbyfarm.accounts.Accounts;
import dev.siteagent.hobbyfarm.model.Kind;
import dev.siteagent.hobbyfarm.model.Naming;
import dev.siteagent.hobbyfarm.model.ObjectRef;
import dev.siteagent.sandbox.digitalocean.Account;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A token in plain text is renewed in its Environment while machines run that were made with the old one. */
class RenewedTokenTest extends FarmTest {
    @Test
    void machineMadeWithATokenThatWasRenewedIsDeletedWithTheNewOne() {
        String old = plainEnvironment();
        farm.startBridge();
        farm.virtualMachine("dyn-1");
        running("dyn-1");
        farm.patchEnvironment(Map.of("token", farm.cloud.token()));
        farm.cloud.revoke(old);
        farm.deleteVirtualMachine("dyn-1");
        gone("dyn-1");
        assertThat(farm.cloud.droplets()).isEmpty();
        nothingLeft();
    }

    @Test
    void deletionThatWaitsForANewTokenEndsWhenItIsThereEvenIfTheVirtualMachineIsGone() {
        String old = plainEnvironment();
        farm.startBridge();
        farm.virtualMachine("dyn-1");
        running("dyn-1");
        farm.cloud.revoke(old);
        farm.deleteVirtualMachine("dyn-1");
        farm.patch(new ObjectRef(Kind.VIRTUAL_MACHINE, "dyn-1"), Map.of("metadata", Map.of("finalizers", List.of())));
        farm.pass(Duration.ofMinutes(1));
        assertThat(farm.cloud.droplets()).hasSize(1);
        farm.patchEnvironment(Map.of("token", farm.cloud.token()));
        nothingLeft();
        assertThat(farm.cloud.droplets()).isEmpty();
    }

    @Test
    void tokenRenewedWhileNoBridgeRanIsTakenUp() {
        String old = plainEnvironment();
        farm.startBridge();
        farm.virtualMachine("dyn-1");
        running("dyn-1");
        farm.stopBridge();
        farm.patchEnvironment(Map.of("token", farm.cloud.token()));
        farm.cloud.revoke(old);
        farm.startBridge();
        farm.deleteVirtualMachine("dyn-1");
        gone("dyn-1");
        assertThat(farm.cloud.droplets()).isEmpty();
        nothingLeft();
    }

    @Test
    void tokenThatMovesIntoASecretReplacesTheCopyOfTheOldOneAndSoDoesItsSuccessor() {
        String old = plainEnvironment();
        farm.startBridge();
        farm.virtualMachine("dyn-1");
        running("dyn-1");
        String moved = farm.cloud.newToken();
        farm.patchEnvironment(Map.of("token", "", "token-secret", "moved"));
        farm.secret("moved", moved);
        farm.cloud.revoke(old);
        farm.until("copied", SOON, () -> copies().stream().anyMatch(copy -> Accounts.value(copy, Accounts.TOKEN)
                .filter(moved::equals)
                .isPresent()));

        String successor = farm.cloud.token();
        farm.patch(
                new ObjectRef(Kind.SECRET, "moved"),
                Map.of(
                        "data",
                        Map.of(
                                Accounts.TOKEN,
                                Base64.getEncoder().encodeToString(successor.getBytes(StandardCharsets.UTF_8)))));
        farm.cloud.revoke(moved);
        farm.deleteVirtualMachine("dyn-1");
        gone("dyn-1");
        assertThat(farm.cloud.droplets()).isEmpty();
        nothingLeft();
    }

    @Test
    void tokenOfAnotherAccountReplacesNoCopy() {
        String old = plainEnvironment();
        farm.startBridge();
        farm.virtualMachine("dyn-1");
        running("dyn-1");
        farm.cloud.account(new Account("0123456789abcdef", "fedcba9876543210", "Others", "somebody@example.com"));
        farm.patchEnvironment(Map.of("token", farm.cloud.token()));
        farm.pass(Duration.ofMinutes(1));
        assertThat(copies()).singleElement().satisfies(copy -> assertThat(Accounts.value(copy, Accounts.TOKEN))
                .contains(old));
    }

    @Test
    void newTokenThatIsRefusedIsToldAtItsEnvironmentAndReplacesNoCopy() {
        String old = plainEnvironment();
        String refused = farm.cloud.newToken();
        farm.cloud.revoke(refused);
        farm.startBridge();
        farm.virtualMachine("dyn-1");
        running("dyn-1");
        farm.patchEnvironment(Map.of("token", refused));
        farm.pass(Duration.ofMinutes(1));
        assertThat(farm.events(Farm.ENVIRONMENT))
                .singleElement()
                .asString()
                .startsWith("Refused: the token in Environment " + Farm.ENVIRONMENT + " does not replace the one")
                .doesNotContain(refused);
        assertThat(copies()).singleElement().satisfies(copy -> assertThat(Accounts.value(copy, Accounts.TOKEN))
                .contains(old));
    }

    /** Returns the token that is in the Environment. */
    private String plainEnvironment() {
        String token = farm.cloud.newToken();
        farm.template();
        farm.environment(
                specifics -> {
                    specifics.put("token", token);
                    specifics.remove("token-secret");
                    return specifics;
                },
                Map.of());
        return token;
    }

    private List<GenericKubernetesResource> copies() {
        return farm.cluster.list(Kind.SECRET).stream()
                .filter(secret -> secret.getMetadata().getAnnotations() != null
                        && secret.getMetadata().getAnnotations().containsKey(Naming.TOKEN_OF))
                .toList();
    }
}
