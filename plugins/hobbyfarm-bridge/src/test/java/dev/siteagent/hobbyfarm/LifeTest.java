package dev.siteagent.hobbyfarm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.hobbyfarm.accounts.Accounts;
import dev.siteagent.hobbyfarm.model.Fields;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A VirtualMachine's life from HobbyFarm's first request to nothing being left. */
class LifeTest {
    private static TestCluster server;
    private Farm farm;

    @BeforeAll
    static void startServer() {
        server = TestCluster.start();
    }

    @AfterAll
    static void stopServer() throws Exception {
        server.close();
    }

    @BeforeEach
    void open() {
        farm = new Farm(server).usualEnvironment();
    }

    @AfterEach
    void close() {
        farm.close();
    }

    @Test
    void virtualMachineBecomesProvisionedThenRunningAndItsDeletionLeavesNothing() {
        farm.startBridge();
        farm.virtualMachine("dyn-1");
        farm.until("provisioned", Duration.ofMinutes(1), () -> farm.status("dyn-1", "status")
                .equals("provisioned"));
        farm.until("running", Duration.ofMinutes(2), () -> farm.running("dyn-1"));

        assertThat(farm.status("dyn-1", "public_ip")).isNotEmpty();
        assertThat(farm.status("dyn-1", "private_ip")).isNotEmpty();
        assertThat(farm.status("dyn-1", "hostname")).isEqualTo("dyn-1-droplet");
        assertThat(Fields.text(farm.vm("dyn-1").orElseThrow(), "spec", "secret_name"))
                .contains("dyn-1-droplet-keys");
        assertThat(farm.vm("dyn-1").orElseThrow().getFinalizers())
                .containsExactly("provisioning.hobbyfarm.io/digitalocean");
        assertThat(Accounts.value(farm.keysSecret("dyn-1").orElseThrow(), "public_key")
                        .orElseThrow())
                .startsWith("ssh-ed25519 ");
        assertThat(farm.cloud.droplets()).hasSize(1);

        farm.deleteVirtualMachine("dyn-1");
        farm.until("nothing left", Duration.ofMinutes(2), () -> farm.vm("dyn-1").isEmpty());
        assertThat(farm.cloud.droplets()).isEmpty();
        farm.until("nothing left", Duration.ofMinutes(3), () -> farm.leftovers().isEmpty());
        System.out.println(farm.writes.all());
    }
}
