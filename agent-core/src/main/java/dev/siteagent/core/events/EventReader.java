package dev.siteagent.core.events;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
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
import java.io.IOException;
import java.util.Arrays;

/** Reads the bodies of events. Thread-safe; unknown fields are ignored. */
final class EventReader {
    private final ObjectMapper json = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /**
     * Reads an event.
     *
     * @param type the type of the queue it came by
     * @param body the body, JSON
     * @throws UnreadableEvent when the body is not what the type demands; nothing else is thrown
     */
    EventMessage read(ObjectType type, byte[] body) throws UnreadableEvent {
        EventFields fields = new EventFields(object(body));
        return switch (type) {
            case ORDER ->
                new OrderChanged(
                        fields.uuid("order_uuid"),
                        state(fields.optionalText("order_state").orElse("")));
            case USER_ROLE -> role(fields);
            case RESOURCE -> new ResourceChanged(fields.uuid("resource_uuid"));
            case SERVICE_ACCOUNT, COURSE_ACCOUNT -> account(type, fields);
            case OFFERING_USER -> offeringUser(fields);
            case OFFERING_RESOURCES_SYNC ->
                new ResourcesSyncRequested(fields.uuid("offering_uuid"), fields.optionalUuid("requested_by_user_uuid"));
            case IMPORTABLE_RESOURCES -> new ImportableResourcesRequested(fields.uuid("backend_resource_request_uuid"));
            case RESOURCE_PERIODIC_LIMITS ->
                new PeriodicLimitsSet(
                        fields.uuid("resource_uuid"),
                        fields.optionalText("backend_id").orElse(""),
                        fields.optionalUuid("offering_uuid"),
                        fields.uuid("policy_uuid"),
                        fields.optionalText("action").orElse(""),
                        fields.map("settings"),
                        fields.optionalText("timestamp"));
            case RESOURCE_API_KEY_ROTATION -> rotation(fields);
        };
    }

    private JsonNode object(byte[] body) throws UnreadableEvent {
        JsonNode tree;
        try {
            tree = json.readTree(body);
        } catch (JsonProcessingException e) {
            // The parser's own words quote the content, which may hold what must not be logged.
            throw new UnreadableEvent("it is not JSON" + place(e.getLocation()));
        } catch (IOException e) {
            throw new UnreadableEvent("it is not JSON, nor even text");
        }
        if (tree == null || !tree.isObject()) {
            throw new UnreadableEvent("it is not a JSON object");
        }
        return tree;
    }

    private static String place(JsonLocation location) {
        return location == null ? "" : " at line " + location.getLineNr() + ", column " + location.getColumnNr();
    }

    private static OrderState state(String wire) {
        return Arrays.stream(OrderState.values())
                .filter(state -> state.wire().equals(wire))
                .findFirst()
                .orElse(OrderState.UNKNOWN);
    }

    private static RoleChanged role(EventFields fields) throws UnreadableEvent {
        RoleChanged role = new RoleChanged(
                fields.uuid("project_uuid"),
                fields.optionalText("project_name").orElse(""),
                fields.optionalUuid("user_uuid"),
                fields.optionalText("user_username"),
                fields.optionalText("role_name"),
                fields.optionalTruth("granted"),
                fields.optionalUuid("resource_uuid"));
        if (role.user().isPresent() && role.granted().isEmpty()) {
            throw new UnreadableEvent("granted is missing, though it names a user");
        }
        return role;
    }

    private static AccountChanged account(ObjectType type, EventFields fields) throws UnreadableEvent {
        return new AccountChanged(
                type,
                fields.uuid("account_uuid"),
                fields.text("account_username"),
                fields.optionalText("scope_type"),
                fields.uuid("project_uuid"),
                fields.optionalText("project_name"),
                fields.oneOf("action", AccountChanged.AccountAction.class));
    }

    private static OfferingUserChanged offeringUser(EventFields fields) throws UnreadableEvent {
        return new OfferingUserChanged(
                fields.uuid("offering_user_uuid"),
                fields.optionalUuid("user_uuid"),
                fields.optionalText("username"),
                fields.oneOf("action", OfferingUserChanged.UserAction.class),
                fields.map("attributes"),
                fields.texts("changed_attributes"),
                fields.texts("resource_backend_ids"));
    }

    private static KeyRotationRequested rotation(EventFields fields) throws UnreadableEvent {
        if (!"rotate".equals(fields.text("action"))) {
            throw new UnreadableEvent("action is not rotate, the only one there is for API keys");
        }
        return new KeyRotationRequested(
                fields.uuid("resource_uuid"),
                fields.text("resource_backend_id"),
                fields.uuid("api_key_uuid"),
                fields.text("client_id"));
    }
}
