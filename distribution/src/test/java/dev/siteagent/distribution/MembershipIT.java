package dev.siteagent.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.sandbox.http.RecordedRequest;
import dev.siteagent.sandbox.waldur.NewOffering;
import dev.siteagent.sandbox.waldur.NewOrder;
import dev.siteagent.sandbox.waldur.ResourceSnapshot;
import dev.siteagent.sandbox.waldur.WaldurContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The packaged agent with the example plugin: members, limits and what is shown of resources. */
@Timeout(180)
class MembershipIT {
    private final Site site = new Site();

    @TempDir
    private Path outputs;

    private PackagedAgent agent;
    private UUID offering;
    private Path directory;
    private Path configuration;

    @BeforeEach
    void configure() throws IOException {
        agent = site.givesTokensTo(PackagedAgent.in(outputs)).withTheExamplePlugin();
        offering = site.waldur().addOffering(NewOffering.ofMachines("Files"));
        directory = Files.createDirectories(outputs.resolve("resources"));
        configuration = site.configuration(outputs, """
                  - name: Files
                    waldur_api_url: %s
                    waldur_api_token: ${env:WALDUR_API_TOKEN}
                    waldur_offering_uuid: %s
                    backend_type: example
                    membership_sync_backend: example
                    backend_settings: {directory: %s}
                    backend_components:
                      cpu: {measured_unit: Cores, unit_factor: 10, accounting_type: limit, label: CPU}
                """.formatted(site.waldur().apiUrl(), offering, directory));
    }

    @AfterEach
    void nothingSecretWasWritten() throws IOException {
        site.close();
        assertThat(agent.everythingWritten()).doesNotContain(site.secrets());
    }

    @Test
    void membersAndLimitsGetIntoStepAndAnUnchangedCycleWritesNothing() throws Exception {
        UUID resource = resource("shelf", "example-shelf");
        UUID user = site.waldur().people().addUser("ada", "Ada", "ada@example.com");
        site.waldur().people().addMember(site.project(), user, "PROJECT.MEMBER");
        site.waldur().people().addOfferingUser(offering, user, "ada");
        Files.writeString(directory.resolve("example-shelf"), "cpu=30\n");
        Files.writeString(directory.resolve("example-shelf.members"), "gone\n");

        AgentProcess.Ended first = sync();

        assertThat(first.status()).as(first.out() + first.err()).isZero();
        assertThat(directory.resolve("example-shelf.members")).hasContent("ada");
        assertThat(site.waldur().resource(resource).limits()).containsEntry("cpu", 3L);
        assertThat(site.waldur()
                        .resource(resource)
                        .backendMetadata()
                        .path("file")
                        .asText())
                .endsWith("example-shelf");

        site.waldur().requests().clear();
        assertThat(sync().status()).isZero();
        assertThat(writes()).noneMatch(path -> path.contains("provider-resources"));
        WaldurContract.find().ifPresent(contract -> assertThat(
                        contract.violations(site.waldur().requests().all()))
                .isEmpty());
    }

    @Test
    void resourceThatFailsIsErredUntilItWorksAndKeepsNoOtherFromBeingSynced() throws Exception {
        UUID bad = resource("bad", "example-bad");
        UUID good = resource("good", "example-good");
        Files.writeString(directory.resolve("example-good"), "cpu=20\n");
        Files.writeString(directory.resolve("example-bad"), "not a limit\n");

        AgentProcess.Ended ended = sync();

        assertThat(ended.status()).as(ended.out() + ended.err()).isEqualTo(1);
        assertThat(site.waldur().resource(good).limits()).containsEntry("cpu", 2L);
        assertThat(site.waldur().resource(bad).state()).isEqualTo(ResourceSnapshot.State.ERRED);
        assertThat(ended.out()).contains("example-bad");

        Files.writeString(directory.resolve("example-bad"), "cpu=40\n");
        assertThat(sync().status()).isZero();
        assertThat(site.waldur().resource(bad).state()).isEqualTo(ResourceSnapshot.State.OK);
    }

    @Test
    void thousandUnchangedDropletsCostFewRequestsAndNoWrite() throws Exception {
        Droplets droplets = new Droplets(site, 1_000);
        configuration = Droplets.configuration(site, outputs);
        AgentProcess.Ended first = sync();
        assertThat(first.status()).as(first.out() + first.err()).isZero();
        assertThat(site.waldur().resource(droplets.any()).backendMetadata().path("droplet"))
                .isNotEmpty();
        site.waldur().latency().set(Duration.ofMillis(20));
        site.cloud().latency().set(Duration.ofMillis(20));
        site.waldur().requests().clear();
        site.cloud().log().clear();

        AgentProcess.Ended second = sync();

        assertThat(second.status()).as(second.out() + second.err()).isZero();
        assertThat(second.out()).contains("1000 resources in step, 0 of them changed");
        assertThat(site.cloud().log().all()).hasSizeLessThanOrEqualTo(10);
        List<RecordedRequest> requests = site.waldur().requests().all().stream()
                .filter(request -> !request.path().contains("site-agent"))
                .toList();
        assertThat(requests).hasSizeLessThanOrEqualTo(25).allMatch(request -> request.method()
                .equals("GET"));
        assertThat(Duration.between(
                        requests.get(0).arrived(),
                        requests.get(requests.size() - 1).arrived()))
                .isLessThan(Duration.ofSeconds(10));
    }

    private UUID resource(String name, String backendId) {
        return site.waldur()
                .addResource(offering, site.project(), NewOrder.named(name).limit("cpu", 1), backendId);
    }

    private AgentProcess.Ended sync() throws IOException, InterruptedException {
        return agent.run("run", "-m", "membership_sync", "-c", configuration.toString(), "--once");
    }

    private List<String> writes() {
        return site.waldur().requests().all().stream()
                .filter(request -> !request.method().equals("GET"))
                .map(RecordedRequest::path)
                .toList();
    }
}
