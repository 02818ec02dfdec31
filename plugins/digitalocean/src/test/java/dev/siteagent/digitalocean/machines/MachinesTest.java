package dev.siteagent.digitalocean.machines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.siteagent.digitalocean.Cloud;
import dev.siteagent.digitalocean.DigitalOceanProvider;
import dev.siteagent.digitalocean.keys.SampleKeys;
import dev.siteagent.sandbox.digitalocean.Droplet;
import dev.siteagent.sandbox.http.Fault;
import dev.siteagent.sandbox.http.Requests;
import dev.siteagent.spi.BackendNotReadyException;
import dev.siteagent.spi.Lookup;
import dev.siteagent.spi.Machines;
import dev.siteagent.spi.Machines.Machine;
import dev.siteagent.spi.Machines.MachineRequest;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.TransientBackendException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class MachinesTest {
    private static final String IDENTITY = "hobbyfarm-vm:5f0cA-1";

    private final Cloud cloud = new Cloud();
    private final Machines machines = new DigitalOceanMachines(cloud.api(), cloud.clock());

    @AfterEach
    void close() {
        machines.close();
        cloud.close();
    }

    private static MachineRequest request(String... parameters) {
        Map<String, String> all =
                new HashMap<>(Map.of("region", "fra1", "image", "ubuntu-24-04-x64", "size", "s-1vcpu-1gb"));
        for (int i = 0; i < parameters.length; i += 2) {
            all.put(parameters[i], parameters[i + 1]);
        }
        return new MachineRequest(
                IDENTITY,
                "vm-1-droplet",
                all,
                List.of(),
                Set.of("hobbyfarm-site:abc-default"),
                Optional.of("#cloud-config\n# é"));
    }

    @Test
    void machineIsMadeWithItsTagsParametersAndUserData() throws Exception {
        Machines.Key key = machines.registerKey("vm-1-droplet-key", SampleKeys.RSA.line());
        MachineRequest request = new MachineRequest(
                IDENTITY,
                "vm-1-droplet",
                Map.of(
                        "region",
                        "fra1",
                        "image",
                        "ubuntu-24-04-x64",
                        "size",
                        "s-1vcpu-1gb",
                        "ipv6",
                        "T",
                        "backups",
                        "0"),
                List.of(key.id()),
                Set.of("hobbyfarm-site:abc-default"),
                Optional.of("#cloud-config\n# é"));
        Machine made = machines.create(request);
        Droplet droplet = cloud.sandbox().droplet(Long.parseLong(made.id())).orElseThrow();
        assertThat(droplet.name()).isEqualTo("vm-1-droplet");
        assertThat(droplet.tags()).containsExactlyInAnyOrder(IDENTITY, "hobbyfarm-site:abc-default");
        assertThat(droplet.userData()).isEqualTo("#cloud-config\n# é");
        assertThat(droplet.sshKeys()).containsExactly(Long.valueOf(key.id()));
        assertThat(droplet.features()).contains("ipv6").doesNotContain("backups");
        assertThat(made.state()).isEqualTo(Machine.State.NEW);
        assertThat(made.publicAddress()).isEmpty();
        assertThat(made.details()).containsEntry("id", droplet.id()).containsEntry("name", "vm-1-droplet");

        cloud.clock().advance(Duration.ofSeconds(10));
        Machine booted =
                ((Lookup.Present<Machine>) machines.read(List.of(made.id())).get(made.id())).value();
        assertThat(booted.state()).isEqualTo(Machine.State.ACTIVE);
        assertThat(booted.publicAddress().orElseThrow().getHostAddress())
                .isEqualTo(droplet(made).publicIpv4());
        assertThat(booted.privateAddress().orElseThrow().getHostAddress())
                .isEqualTo(droplet(made).privateIpv4());
        assertThat(booted.created()).isEqualTo(made.created());
    }

    private Droplet droplet(Machine machine) {
        return cloud.sandbox().droplet(Long.parseLong(machine.id())).orElseThrow();
    }

    @Test
    void createIsIdempotentByIdentityAlsoWhenItsAnswerWasLost() throws Exception {
        cloud.sandbox().habits().listingLag(Duration.ofSeconds(20));
        cloud.sandbox().faults().on(Requests.of("POST", "/v2/droplets")).once(Fault.answerLost());
        Machine made = null;
        for (int i = 0; made == null && i < 60; i++) {
            try {
                made = machines.create(request());
            } catch (TransientBackendException e) {
                cloud.clock().advance(e.retryAfter().orElse(Duration.ofSeconds(1)));
            }
        }
        assertThat(cloud.sandbox().createCount()).isEqualTo(1);
        assertThat(machines.create(request()).id()).isEqualTo(made.id());
        assertThat(cloud.sandbox().createCount()).isEqualTo(1);
    }

    @Test
    void repeatRightAfterTheCreateReturnsTheSameMachineThoughNoListingShowsItYet() throws Exception {
        cloud.sandbox().habits().listingLag(Duration.ofSeconds(20));
        Machine made = machines.create(request());
        assertThat(machines.create(request()).id()).isEqualTo(made.id());
        assertThat(cloud.sandbox().createCount()).isEqualTo(1);
    }

    @Test
    void anotherMachineOfTheIdentityIsNotTakenForTheOneThatNoListingShowsYet() throws Exception {
        cloud.sandbox().habits().listingLag(Duration.ofSeconds(20));
        Machine made = machines.create(request());
        Droplet other = cloud.sandbox().addDroplet("other", IDENTITY);
        assertThatThrownBy(() -> machines.create(request()))
                .isInstanceOf(PermanentBackendException.class)
                .hasMessageContaining(made.id())
                .hasMessageContaining(Long.toString(other.id()));
    }

    @Test
    void twoMachinesOfOneIdentityAreAnError() {
        cloud.sandbox().addDroplet("a", IDENTITY);
        cloud.sandbox().addDroplet("b", IDENTITY);
        assertThatThrownBy(() -> machines.create(request()))
                .isInstanceOf(PermanentBackendException.class)
                .hasMessageContaining("more than one");
    }

    @Test
    void limitOfTheAccountLeavesTheMachineToBeMadeLater() throws Exception {
        cloud.sandbox().habits().dropletLimit(0);
        assertThatThrownBy(() -> machines.createFresh(request()))
                .isInstanceOf(BackendNotReadyException.class)
                .hasMessageContaining("droplet limit");
        assertThatThrownBy(() -> machines.create(request())).isInstanceOf(BackendNotReadyException.class);
        cloud.sandbox().habits().dropletLimit(1);
        assertThat(machines.createFresh(request()).name()).isEqualTo("vm-1-droplet");
    }

    @Test
    void missingParameterIsNamed() {
        assertThatThrownBy(() -> machines.create(request("image", " "))).hasMessageContaining("no image");
        assertThat(new DigitalOceanProvider().parameters())
                .containsEntry("image", true)
                .containsEntry("ipv6", false);
    }

    @Test
    void keyIsRegisteredOnceAndRemovedForGood() throws Exception {
        Machines.Key key = machines.registerKey("one", SampleKeys.ED25519.line());
        assertThat(machines.registerKey("two", SampleKeys.ED25519.line() + " x").id())
                .isEqualTo(key.id());
        assertThat(key.fingerprint()).isEqualTo(SampleKeys.ED25519.fingerprint());
        assertThat(key.details()).containsEntry("public_key", SampleKeys.ED25519.line());
        machines.removeKey(key.id());
        machines.removeKey(key.id());
        assertThat(cloud.sandbox().keys()).isEmpty();
        assertThat(machines.registerKey("one", SampleKeys.ED25519.line()).id()).isNotEqualTo(key.id());
    }

    @Test
    void deletionIsConfirmedAndSparesOthersMachines() throws Exception {
        cloud.sandbox().habits().deleteDuration(Duration.ofSeconds(5));
        Machine made = machines.create(request());
        cloud.clock().advance(Duration.ofSeconds(5));
        assertThat(machines.delete(made.id(), IDENTITY)).isInstanceOf(Outcome.Pending.class);
        cloud.clock().advance(Duration.ofSeconds(6));
        assertThat(machines.delete(made.id(), IDENTITY)).isInstanceOf(Outcome.Ready.class);

        long foreign = cloud.sandbox()
                .addDroplet("x", "waldur-resource:ffffffffffffffffffffffffffffffff")
                .id();
        assertThatThrownBy(() -> machines.delete(Long.toString(foreign), IDENTITY))
                .isInstanceOf(PermanentBackendException.class);
        assertThat(cloud.sandbox().droplet(foreign)).isPresent();
    }

    @Test
    void identityOfAnyKindIsAdoptedAndSparesThoseThatDoNotCarryIt() throws Exception {
        MachineRequest other =
                new MachineRequest("lab:1", "lab-1", request().parameters(), List.of(), Set.of(), Optional.empty());
        Machine made = machines.create(other);
        cloud.clock().advance(Duration.ofSeconds(30));
        assertThat(machines.create(other).id()).isEqualTo(made.id());
        long untagged = cloud.sandbox().addDroplet("by-hand").id();

        assertThatThrownBy(() -> machines.delete(made.id(), "lab:2"))
                .isInstanceOf(PermanentBackendException.class)
                .hasMessageContaining("does not carry the tag lab:2");
        assertThatThrownBy(() -> machines.delete(Long.toString(untagged), "lab:2"))
                .isInstanceOf(PermanentBackendException.class);

        assertThat(cloud.sandbox().droplet(untagged)).isPresent();
        assertThat(machines.delete(made.id(), "LAB:1")).isInstanceOf(Outcome.Pending.class);
    }

    @Test
    void machinesAreFoundByTagAndByNameAndCanBeTagged() throws Exception {
        Droplet old = cloud.sandbox().addDroplet("vm-1-droplet");
        cloud.sandbox().addDroplet("vm-10-droplet");
        assertThat(machines.named("vm-1-droplet")).extracting(Machine::id).containsExactly(Long.toString(old.id()));
        machines.tag(Long.toString(old.id()), Set.of(IDENTITY, "hobbyfarm-site:abc"));
        machines.tag(Long.toString(old.id()), Set.of(IDENTITY));
        assertThat(machines.list(IDENTITY)).extracting(Machine::id).containsExactly(Long.toString(old.id()));
        assertThat(machines.list("hobbyfarm-site:abc")).hasSize(1);
        assertThat(machines.list("unknown")).isEmpty();
    }

    @Test
    void missingMachineIsAbsent() throws Exception {
        assertThat(machines.read(List.of("3300000099")).get("3300000099")).isInstanceOf(Lookup.Absent.class);
        assertThat(machines.account()).isEqualTo(cloud.sandbox().account().teamUuid());
    }
}
