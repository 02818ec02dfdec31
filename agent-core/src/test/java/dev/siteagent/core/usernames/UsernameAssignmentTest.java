package dev.siteagent.core.usernames;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.core.members.OfferingAccounts;
import dev.siteagent.core.orders.OrderFixture;
import dev.siteagent.sandbox.http.Fault;
import dev.siteagent.sandbox.http.Json;
import dev.siteagent.sandbox.http.Requests;
import dev.siteagent.sandbox.http.Response;
import dev.siteagent.sandbox.waldur.OfferingUserSnapshot;
import dev.siteagent.sandbox.waldur.WaldurContract;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.OfferingUser;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.TransientBackendException;
import dev.siteagent.spi.UsernameBackend;
import dev.siteagent.spi.UsernameBackend.Assignment;
import java.net.URI;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every state of an account and every answer of a username backend. */
class UsernameAssignmentTest {
    private static final URI LINK = URI.create("https://id.example.com/link");

    private final OrderFixture fixture = new OrderFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    /** What the backend answers. */
    @FunctionalInterface
    private interface Answer {
        Assignment of(OfferingUser user) throws BackendException;
    }

    private UUID waiting(String state, String username) {
        return waiting(state, username, "waldur-anna");
    }

    private UUID waiting(String state, String username, String login) {
        UUID user = fixture.waldur.people().addUser(login, "Anna", login + "@example.com");
        UUID offeringUser = fixture.waldur.people().addOfferingUser(fixture.offering, user, username);
        fixture.waldur.people().setOfferingUserState(offeringUser, state);
        return offeringUser;
    }

    private UsernameReport assign(Answer answer) throws Exception {
        return assign(new UsernameAssignment(fixture.client.offeringUsers(), answer::of));
    }

    private UsernameReport assign(UsernameAssignment assignment) throws Exception {
        fixture.waldur.requests().clear();
        UsernameReport report =
                assignment.assign(new OfferingAccounts(fixture.client, fixture.offering).offeringUsers());
        WaldurContract.find().ifPresent(contract -> assertThat(
                        contract.violations(fixture.waldur.requests().all()))
                .isEmpty());
        return report;
    }

    private OfferingUserSnapshot at(UUID offeringUser) {
        return fixture.waldur.people().offeringUser(offeringUser);
    }

    @ParameterizedTest
    @CsvSource({
        "Requested, begin_creating marketplace-offering-users",
        "Creating, marketplace-offering-users",
        "Error creating, begin_creating marketplace-offering-users",
        "Pending account linking, set_validation_complete marketplace-offering-users",
        "Pending additional validation, set_validation_complete marketplace-offering-users",
        "OK, marketplace-offering-users"
    })
    void nameMakesEveryStateOk(String state, String calls) throws Exception {
        UUID anna = waiting(state, "");

        UsernameReport report = assign(user -> new Assignment.Assigned("anna"));

        assertThat(at(anna).username()).isEqualTo("anna");
        assertThat(at(anna).state()).isEqualTo("OK");
        assertThat(fixture.writes()).containsExactly(calls.split(" "));
        assertThat(report.moved()).isEqualTo(1);
    }

    @Test
    void nameThatIsThereAlreadyMakesTheStateOk() throws Exception {
        UUID anna = waiting("Creating", "anna");

        assign(user -> new Assignment.Assigned("anna"));

        assertThat(at(anna).state()).isEqualTo("OK");
        assertThat(fixture.writes()).containsExactly("set_ok");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Requested", "Creating", "Error creating", "Pending additional validation"})
    void accountToBeLinkedWaitsForTheUser(String state) throws Exception {
        UUID anna = waiting(state, "");

        assign(user -> new Assignment.AccountLinkingRequired("link it", Optional.of(LINK)));

        assertThat(at(anna).state()).isEqualTo("Pending account linking");
        assertThat(at(anna).comment()).isEqualTo("link it");
        assertThat(at(anna).commentUrl()).isEqualTo(LINK.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"Requested", "Creating", "Error creating", "Pending account linking"})
    void accountToBeValidatedWaitsForSomebody(String state) throws Exception {
        UUID anna = waiting(state, "");

        assign(user -> new Assignment.ValidationRequired("ask the desk", Optional.empty()));

        assertThat(at(anna).state()).isEqualTo("Pending additional validation");
        assertThat(at(anna).comment()).isEqualTo("ask the desk");
    }

    @Test
    void whoStillWaitsForTheSameIsLeftAlone() throws Exception {
        waiting("Pending account linking", "");

        UsernameReport report = assign(user -> new Assignment.AccountLinkingRequired("link it", Optional.of(LINK)));

        assertThat(fixture.writes()).isEmpty();
        assertThat(report.moved()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "Requested, Error creating",
        "Creating, Error creating",
        "Error creating, Error creating",
        "Pending account linking, Pending account linking"
    })
    void failureIsMarkedButTakesNoMessageFromTheUser(String state, String after) throws Exception {
        UUID anna = waiting(state, "");

        UsernameReport report = assign(user -> {
            throw new PermanentBackendException("the directory is full");
        });

        assertThat(at(anna).state()).isEqualTo(after);
        assertThat(report.problems()).singleElement().asString().contains("the directory is full");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Requested", "Creating", "Error creating"})
    void whatMayPassLeavesTheUserAsIs(String state) throws Exception {
        UUID anna = waiting(state, "");

        UsernameReport report = assign(user -> {
            throw new TransientBackendException("the directory is away", null);
        });

        assertThat(at(anna).state()).isEqualTo(state);
        assertThat(fixture.writes()).isEmpty();
        assertThat(report.problems()).hasSize(1);
    }

    @Test
    void backendThatGivesNoNamesLeavesEverybodyAsIs() throws Exception {
        waiting("Requested", "");

        assertThat(assign(user -> new Assignment.None())).isEqualTo(UsernameReport.NOTHING);
        assertThat(fixture.writes()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Requested deletion", "Deleting", "Deleted", "Error deleting"})
    void whoIsToGoGetsNoName(String state) throws Exception {
        waiting(state, "");

        assign(user -> new Assignment.Assigned("anna"));

        assertThat(fixture.writes()).isEmpty();
    }

    @Test
    void nameThatWaldurRefusesMarksTheUser() throws Exception {
        UUID anna = waiting("Requested", "");
        fixture.waldur
                .faults()
                .on(Requests.of("PATCH", "/api/marketplace-offering-users/{uuid}/"))
                .always(Fault.answer(Response.json(400, Json.object().put("username", "taken"))));

        UsernameReport report = assign(user -> new Assignment.Assigned("anna"));

        assertThat(at(anna).state()).isEqualTo("Error creating");
        assertThat(report.problems()).singleElement().asString().contains("taken");
    }

    @Test
    void thoseOnWhomTheBackendFailsEveryTimeHideTheOthersForOneCycleOnly() throws Exception {
        Set<UUID> failing = new HashSet<>();
        for (int i = 0; i < 10; i++) {
            failing.add(waiting("Requested", "", "waldur-" + i));
        }
        UUID behind = waiting("Requested", "", "waldur-behind");
        UsernameBackend backend = user -> {
            if (failing.contains(user.uuid())) {
                throw new TransientBackendException("the directory is away", null);
            }
            return new Assignment.Assigned("behind");
        };
        UsernameAssignment assignment = new UsernameAssignment(fixture.client.offeringUsers(), backend);

        assertThat(assign(assignment).problems()).hasSize(6).last().asString().contains("wait for the next cycle");
        assign(assignment);
        assign(assignment);

        assertThat(at(behind).username()).isEqualTo("behind");
    }

    @Test
    void oneWhoFailsStopsNoOther() throws Exception {
        UUID anna = waiting("Requested", "");
        UUID user = fixture.waldur.people().addUser("waldur-bert", "Bert", "bert@example.com");
        UUID bert = fixture.waldur.people().addOfferingUser(fixture.offering, user, "");

        assign(asked -> {
            if (asked.uuid().equals(anna)) {
                throw new IllegalStateException("a fault of the plugin");
            }
            return new Assignment.Assigned("bert");
        });

        assertThat(at(anna).state()).isEqualTo("Error creating");
        assertThat(at(bert).username()).isEqualTo("bert");
        assertThat(List.of(at(bert).state())).containsExactly("OK");
    }
}
