package dev.siteagent.core.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.siteagent.core.imports.ImportResult.End;
import dev.siteagent.core.observe.Redaction;
import dev.siteagent.core.orders.ErrorExposure;
import dev.siteagent.core.orders.LimitConversion;
import dev.siteagent.core.orders.OrderFixture;
import dev.siteagent.core.waldur.WaldurUnavailableException;
import dev.siteagent.sandbox.http.Fault;
import dev.siteagent.sandbox.http.Requests;
import dev.siteagent.sandbox.http.Response;
import dev.siteagent.sandbox.waldur.ImportSnapshot;
import dev.siteagent.sandbox.waldur.NewOffering;
import dev.siteagent.sandbox.waldur.NewOrder;
import dev.siteagent.sandbox.waldur.WaldurContract;
import dev.siteagent.spi.BackendTraits.LimitUnits;
import dev.siteagent.spi.PermanentBackendException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ResourceImportTest {
    private final OrderFixture fixture = new OrderFixture();
    private final ListedCloud cloud = new ListedCloud();
    private final String parent = "site-" + fixture.waldur.people().projectSlug(fixture.project);
    private final UUID request = fixture.waldur.requestImport(fixture.offering);
    private ErrorExposure exposure = new ErrorExposure(true, new Redaction()::clean);

    @AfterEach
    void requestsKeepToTheContract() {
        List<String> violations = WaldurContract.find()
                .map(found -> found.violations(fixture.waldur.requests().all()))
                .orElse(List.of());
        fixture.close();
        assertThat(violations).isEmpty();
        assertThat(fixture.waldur.failures()).isEmpty();
    }

    private ImportResult carryOut(UUID uuid) throws InterruptedException {
        fixture.unitFactor("cpu", 1000);
        ResourceImport.Source source = new ResourceImport.Source(
                fixture.offering, "site-", new LimitConversion(fixture.components, LimitUnits.BACKEND));
        fixture.waldur.requests().clear();
        return new ResourceImport(fixture.client, cloud, source, exposure).carryOut(uuid);
    }

    private ImportSnapshot told() {
        return fixture.waldur.importRequest(request);
    }

    @Test
    void whatWaldurLacksIsSubmittedToTheProjectThatItsParentNames() throws Exception {
        cloud.has("7", parent);

        ImportResult result = carryOut(request);

        assertThat(result).isEqualTo(new ImportResult(End.DONE, List.of("7"), List.of(), List.of()));
        assertThat(told().state()).isEqualTo("Done");
        assertThat(told().submitted()).singleElement().satisfies(resource -> {
            assertThat(resource.name()).isEqualTo("machine 7");
            assertThat(resource.project()).isEqualTo(fixture.project);
            assertThat(resource.backendId()).isEqualTo("7");
            assertThat(resource.metadata().at("/limits/cpu").asLong()).isEqualTo(2);
            assertThat(resource.metadata().path("address").asText()).isEqualTo("192.0.2.7");
            assertThat(resource.metadata().path("size").asText()).isEqualTo("small");
        });
    }

    @Test
    void whatWaldurKnowsIsLeftOut() throws Exception {
        fixture.waldur.addResource(fixture.offering, fixture.project, NewOrder.named("known"), "7");
        cloud.has("7", parent);

        ImportResult result = carryOut(request);

        assertThat(result).isEqualTo(new ImportResult(End.DONE, List.of(), List.of(), List.of()));
        assertThat(told().submitted()).isEmpty();
    }

    @Test
    void whatWasSubmittedBeforeIsNotSubmittedAgain() throws Exception {
        cloud.has("7", parent);
        carryOut(request);
        cloud.has("8", parent);

        ImportResult result = carryOut(fixture.waldur.requestImport(fixture.offering));

        assertThat(result.submitted()).containsExactly("8");
        assertThat(result.problems()).isEmpty();
    }

    @Test
    void whatHasNoProjectIsSkippedWithTheReason() throws Exception {
        cloud.has("1", Optional.empty(), Optional.empty());
        cloud.has("2", "elsewhere-" + parent);
        cloud.has("3", "site-");
        cloud.has("4", "site-no-such-project");

        ImportResult result = carryOut(request);

        assertThat(result.end()).isEqualTo(End.DONE);
        assertThat(result.submitted()).isEmpty();
        assertThat(result.skipped()).hasSize(4);
        assertThat(result.skipped().get(0)).startsWith("1: ").contains("no parent");
        assertThat(result.skipped().get(1)).startsWith("2: ").contains("project_prefix");
        assertThat(result.skipped().get(2)).startsWith("3: ").contains("project_prefix");
        assertThat(result.skipped().get(3)).startsWith("4: ").contains("no project no-such-project");
    }

    @Test
    void whatCarriesAnOwnersMarkIsSkippedWithTheReason() throws Exception {
        UUID owner = UUID.randomUUID();
        cloud.has("7", Optional.of(parent), Optional.of(owner));

        ImportResult result = carryOut(request);

        assertThat(result.submitted()).isEmpty();
        assertThat(result.skipped())
                .singleElement()
                .asString()
                .startsWith("7: ")
                .contains(owner.toString());
    }

    @Test
    void projectOfManyResourcesIsLookedForOnce() throws Exception {
        cloud.has("7", parent);
        cloud.has("8", parent);

        carryOut(request);

        assertThat(fixture.requests()).containsOnlyOnce("GET projects");
    }

    @Test
    void backendThatCannotListEndsTheRequestAsErredWithTheReason() throws Exception {
        cloud.failure = new PermanentBackendException("the token of the cloud may not list");

        ImportResult result = carryOut(request);

        assertThat(result.end()).isEqualTo(End.ERRED);
        assertThat(told().state()).isEqualTo("Erred");
        assertThat(told().errorMessage()).isEqualTo("the token of the cloud may not list");
    }

    @Test
    void faultOfThePluginIsNotShownWhereDetailsAreNot() throws Exception {
        exposure = new ErrorExposure(false, new Redaction()::clean);
        cloud.fault = new IllegalStateException("index 7");

        carryOut(request);

        assertThat(told().state()).isEqualTo("Erred");
        assertThat(told().errorMessage())
                .contains("contact the service provider")
                .doesNotContain("index");
    }

    @Test
    void refusedResourceLeavesTheOthersSubmittedAndIsNamed() throws Exception {
        cloud.has("7", parent);
        cloud.has("8", parent);
        fixture.waldur
                .faults()
                .on(Requests.of("POST", "/api/backend-resources/"))
                .once(Fault.answer(Response.text(400, "{\"name\": [\"too odd\"]}")));

        ImportResult result = carryOut(request);

        assertThat(result.end()).isEqualTo(End.ERRED);
        assertThat(result.submitted()).containsExactly("8");
        assertThat(told().errorMessage()).contains("resource 7", "too odd");
    }

    @Test
    void requestThatWasBegunIsGoneOnWith() throws Exception {
        cloud.has("7", parent);
        fixture.client.importRequests().startProcessing(request);

        assertThat(carryOut(request).submitted()).containsExactly("7");
        assertThat(told().state()).isEqualTo("Done");
    }

    @Test
    void requestWhoseStartWasNotAnsweredIsGoneOnWith() throws Exception {
        cloud.has("7", parent);
        fixture.waldur
                .faults()
                .on(Requests.path("/api/backend-resource-requests/{uuid}/start_processing/"))
                .once(Fault.answerLost());

        assertThat(carryOut(request).submitted()).containsExactly("7");
    }

    @Test
    void requestThatEndedIsLeftAlone() throws Exception {
        carryOut(request);

        assertThat(carryOut(request).end()).isEqualTo(End.LEFT_ALONE);
        assertThat(fixture.writes()).isEmpty();
    }

    @Test
    void requestOfAnotherOfferingIsLeftAlone() throws Exception {
        UUID other = fixture.waldur.addOffering(NewOffering.ofMachines("Other"));

        assertThat(carryOut(fixture.waldur.requestImport(other)).end()).isEqualTo(End.LEFT_ALONE);
        assertThat(fixture.writes()).isEmpty();
    }

    @Test
    void outageOfWaldurIsToldToTheCallerWhereItCannotBeToldToWaldur() {
        fixture.waldur.faults().on(Requests.under("/api/")).always(Fault.answer(Response.text(503, "down")));

        assertThatThrownBy(() -> carryOut(request)).isInstanceOf(WaldurUnavailableException.class);
        assertThat(told().state()).isEqualTo("Sent");
    }
}
