package dev.siteagent.core.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.siteagent.core.events.EventMessage.AccountChanged;
import dev.siteagent.core.events.EventMessage.ImportableResourcesRequested;
import dev.siteagent.core.events.EventMessage.KeyRotationRequested;
import dev.siteagent.core.events.EventMessage.OfferingUserChanged;
import dev.siteagent.core.events.EventMessage.OrderChanged;
import dev.siteagent.core.events.EventMessage.PeriodicLimitsSet;
import dev.siteagent.core.events.EventMessage.ResourceChanged;
import dev.siteagent.core.events.EventMessage.ResourcesSyncRequested;
import dev.siteagent.core.events.EventMessage.RoleChanged;
import dev.siteagent.core.waldur.OrderState;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class EventReaderTest {
    private static final UUID ONE = UUID.fromString("11111111-1111-1111-1111-111111111111");
    private static final UUID TWO = UUID.fromString("22222222-2222-2222-2222-222222222222");
    private static final String HEX_ONE = "1".repeat(32);
    private static final String HEX_TWO = "2".repeat(32);

    private final EventReader reader = new EventReader();

    private EventMessage read(ObjectType type, String body) throws UnreadableEvent {
        String json = body.replace('\'', '"').replace("$1", HEX_ONE).replace("$2", HEX_TWO);
        return reader.read(type, json.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void readsAnOrder() throws UnreadableEvent {
        assertThat(read(ObjectType.ORDER, "{'order_uuid':'$1','order_state':'pending-provider','new_field':[1]}"))
                .isEqualTo(new OrderChanged(ONE, OrderState.PENDING_PROVIDER));
        assertThat(read(ObjectType.ORDER, "{'order_uuid':'" + ONE + "','order_state':'done'}"))
                .isEqualTo(new OrderChanged(ONE, OrderState.DONE));
    }

    @ParameterizedTest
    @CsvSource({
        "pending-provider, true",
        "executing, true",
        "a-state-of-the-future, true",
        "done, false",
        "erred, false",
        "canceled, false",
        "rejected, false",
        "pending-consumer, false",
        "pending-project, false",
        "pending-start-date, false"
    })
    void statesThatNeedNothingAreToldFromTheEventAlone(String state, boolean needsWork) throws UnreadableEvent {
        EventMessage message = read(ObjectType.ORDER, "{'order_uuid':'$1','order_state':'" + state + "'}");

        assertThat(((OrderChanged) message).needsWork()).isEqualTo(needsWork);
    }

    @Test
    void readsARole() throws UnreadableEvent {
        assertThat(read(
                        ObjectType.USER_ROLE,
                        "{'user_uuid':'$1','user_username':'ann','project_uuid':'$2','project_name':'P',"
                                + "'role_name':'PROJECT.MEMBER','granted':false}"))
                .isEqualTo(new RoleChanged(
                        TWO,
                        "P",
                        Optional.of(ONE),
                        Optional.of("ann"),
                        Optional.of("PROJECT.MEMBER"),
                        Optional.of(false),
                        Optional.empty()));
    }

    @Test
    void aRoleWithoutAUserAsksToBringAProjectOrAResourceInStep() throws UnreadableEvent {
        RoleChanged message = (RoleChanged) read(
                ObjectType.USER_ROLE,
                "{'project_uuid':'$2','project_name':'P','user_uuid':null,'granted':null,'resource_uuid':'$1'}");

        assertThat(message.user()).isEmpty();
        assertThat(message.resource()).contains(ONE);
    }

    @Test
    void readsTheOthers() throws UnreadableEvent {
        assertThat(read(ObjectType.RESOURCE, "{'resource_uuid':'$1'}")).isEqualTo(new ResourceChanged(ONE));
        assertThat(read(
                        ObjectType.COURSE_ACCOUNT,
                        "{'account_uuid':'$1','account_username':'c1','scope_type':'project','project_uuid':'$2',"
                                + "'project_name':'P','action':'delete'}"))
                .isEqualTo(new AccountChanged(
                        ObjectType.COURSE_ACCOUNT,
                        ONE,
                        "c1",
                        Optional.of("project"),
                        TWO,
                        Optional.of("P"),
                        AccountChanged.AccountAction.DELETE));
        assertThat(read(ObjectType.OFFERING_RESOURCES_SYNC, "{'offering_uuid':'$1','requested_by_user_uuid':'$2'}"))
                .isEqualTo(new ResourcesSyncRequested(ONE, Optional.of(TWO)));
        assertThat(read(ObjectType.IMPORTABLE_RESOURCES, "{'backend_resource_request_uuid':'$1'}"))
                .isEqualTo(new ImportableResourcesRequested(ONE));
        assertThat(read(
                        ObjectType.RESOURCE_API_KEY_ROTATION,
                        "{'action':'rotate','resource_uuid':'$1','resource_backend_id':'b1','api_key_uuid':'$2',"
                                + "'client_id':'k1'}"))
                .isEqualTo(new KeyRotationRequested(ONE, "b1", TWO, "k1"));
    }

    @Test
    void readsAnOfferingUser() throws UnreadableEvent {
        OfferingUserChanged message = (OfferingUserChanged) read(
                ObjectType.OFFERING_USER,
                "{'offering_user_uuid':'$1','user_uuid':'$2','username':'ann','action':'attribute_update',"
                        + "'attributes':{'email':'ann@example.com','groups':['a'],'age':null},"
                        + "'changed_attributes':['email'],'resource_backend_ids':['b1','b2']}");

        assertThat(message.action()).isEqualTo(OfferingUserChanged.UserAction.ATTRIBUTE_UPDATE);
        assertThat(message.attributes())
                .containsEntry("email", "ann@example.com")
                .containsEntry("groups", List.of("a"))
                .containsEntry("age", null);
        assertThat(message.changed()).containsExactly("email");
        assertThat(message.backendIds()).containsExactly("b1", "b2");
        assertThat(message.toString()).doesNotContain("ann");
    }

    @Test
    void readsPeriodicLimitsEvenWhereTheyCannotBeAppliedSoThatTheOutcomeCanBeReported() throws UnreadableEvent {
        PeriodicLimitsSet message = (PeriodicLimitsSet) read(
                ObjectType.RESOURCE_PERIODIC_LIMITS,
                "{'resource_uuid':'$1','policy_uuid':'$2','settings':{'fairshare':100}}");

        assertThat(message.backendId()).isEmpty();
        assertThat(message.settings()).isEqualTo(Map.of("fairshare", 100));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "ORDER | {} | order_uuid is missing",
                "ORDER | {'order_uuid':null} | order_uuid is missing",
                "ORDER | {'order_uuid':7} | order_uuid is not text but number",
                "ORDER | {'order_uuid':'secret-value'} | order_uuid is not a UUID",
                "ORDER | {'order_uuid':'$1','order_state':['done']} | order_state is not text but array",
                "ORDER | ['a'] | it is not a JSON object",
                "ORDER | 'secret-value' | it is not a JSON object",
                "ORDER | secret-value | it is not JSON at line 1, column 1",
                "ORDER | {'order_uuid':'$1'} secret-value | it is not JSON at line 1, column 51",
                "USER_ROLE | {'project_uuid':'$1','user_uuid':'$2'} | granted is missing, though it names a user",
                "USER_ROLE | {'project_uuid':'$1','granted':'yes'} | granted is not true or false but string",
                "SERVICE_ACCOUNT | {'account_uuid':'$1','account_username':'a','project_uuid':'$2','action':'x'} "
                        + "| action is none that this agent knows",
                "OFFERING_USER | {'offering_user_uuid':'$1','action':'create','attributes':[]} "
                        + "| attributes is not an object but array",
                "OFFERING_USER | {'offering_user_uuid':'$1','action':'create','changed_attributes':[1]} "
                        + "| an entry of changed_attributes is not text but number",
                "RESOURCE_API_KEY_ROTATION | {'action':'mint'} | action is not rotate, the only one there is for API keys"
            })
    void saysWhatIsWrongAndQuotesNothing(ObjectType type, String body, String why) {
        assertThatThrownBy(() -> read(type, body))
                .isInstanceOf(UnreadableEvent.class)
                .hasMessage(why)
                .hasMessageNotContaining("secret");
    }

    @Property(tries = 1000)
    void noBytesThrowAnythingElse(@ForAll ObjectType type, @ForAll byte[] body) {
        reads(type, body);
    }

    @Property(tries = 3000)
    void noJsonThrowsAnythingElse(@ForAll ObjectType type, @ForAll("json") String body) {
        reads(type, body.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @EnumSource(ObjectType.class)
    void deepNestingIsNoTrouble(ObjectType type) {
        reads(type, ("{\"a\":".repeat(5_000) + "1" + "}".repeat(5_000)).getBytes(StandardCharsets.UTF_8));
        reads(
                type,
                ("{\"settings\":" + "{\"a\":".repeat(900) + "1" + "}".repeat(901)).getBytes(StandardCharsets.UTF_8));
    }

    private void reads(ObjectType type, byte[] body) {
        try {
            assertThat(reader.read(type, body).subject()).isNotEmpty();
        } catch (UnreadableEvent e) {
            assertThat(e.getMessage()).isNotBlank();
        }
    }

    @Provide
    Arbitrary<String> json() {
        Arbitrary<String> value = Arbitraries.of(
                "null",
                "true",
                "1",
                "-1e400",
                "\"\"",
                "\"create\"",
                "\"rotate\"",
                "\"username_set\"",
                "[]",
                "{}",
                "\"" + HEX_ONE + "\"",
                "\"" + ONE + "\"",
                "[\"a\",null]",
                "{\"a\":{\"b\":[1.5,null]}}",
                "\"\\ud800\"",
                "tru");
        Arbitrary<String> name = Arbitraries.of(
                "order_uuid",
                "order_state",
                "resource_uuid",
                "project_uuid",
                "project_name",
                "user_uuid",
                "granted",
                "account_uuid",
                "account_username",
                "action",
                "offering_user_uuid",
                "attributes",
                "changed_attributes",
                "resource_backend_ids",
                "backend_id",
                "policy_uuid",
                "settings",
                "client_id",
                "api_key_uuid",
                "resource_backend_id",
                "backend_resource_request_uuid",
                "offering_uuid");
        return Combinators.combine(name, value)
                .as((n, v) -> "\"" + n + "\":" + v)
                .list()
                .ofMaxSize(12)
                .map(fields -> "{" + String.join(",", fields) + "}");
    }
}
