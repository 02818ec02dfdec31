package dev.siteagent.sandbox.waldur;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.siteagent.sandbox.http.Json;
import dev.siteagent.sandbox.http.Request;
import dev.siteagent.sandbox.http.Response;
import dev.siteagent.sandbox.http.Routes;
import dev.siteagent.sandbox.waldur.Entities.Offering;
import dev.siteagent.sandbox.waldur.Entities.User;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * The users at offerings and the states of their accounts: {@code /api/marketplace-offering-users/}. Used under the
 * marketplace's lock.
 */
final class OfferingUserStore {
    private static final String PATH = "/api/marketplace-offering-users/";
    private static final String REQUESTED = "Requested";
    private static final String CREATING = "Creating";
    private static final String LINKING = "Pending account linking";
    private static final String VALIDATION = "Pending additional validation";
    private static final String OK = "OK";
    private static final String ERROR_CREATING = "Error creating";
    private static final List<String> STATES = List.of(
            CREATING,
            "Deleted",
            "Deleting",
            ERROR_CREATING,
            "Error deleting",
            OK,
            LINKING,
            VALIDATION,
            REQUESTED,
            "Requested deletion");
    private static final Set<String> WAITS_FOR_NAME = Set.of(REQUESTED, CREATING, LINKING, VALIDATION, ERROR_CREATING);

    private final Map<Key, Entry> entries = new LinkedHashMap<>();
    private final Map<UUID, Entry> byUuid = new LinkedHashMap<>();
    private final Marketplace marketplace;
    private final Pages pages;
    private final Links links;

    OfferingUserStore(Marketplace marketplace, Pages pages, Links links) {
        this.marketplace = marketplace;
        this.pages = pages;
        this.links = links;
    }

    private record Key(UUID offering, UUID user) {}

    private static final class Entry {
        final UUID uuid = UUID.randomUUID();
        final Offering offering;
        final User user;
        final Instant created;
        Instant modified;
        String username;
        String state;
        boolean restricted;
        boolean consent = true;
        String comment = "";
        String commentUrl = "";

        Entry(Offering offering, User user, String username, Instant created) {
            this.offering = offering;
            this.user = user;
            this.username = username;
            this.state = username.isEmpty() ? REQUESTED : OK;
            this.created = created;
            this.modified = created;
        }

        OfferingUserSnapshot snapshot() {
            return new OfferingUserSnapshot(
                    uuid, offering.uuid, user.uuid(), username, state, restricted, comment, commentUrl);
        }
    }

    void addTo(Routes.Builder routes) {
        String one = PATH + "{uuid}/";
        routes.get(PATH, this::list)
                .get(one, request -> Response.json(200, Fields.trim(request, json(entry(request)))))
                .patch(one, this::patch)
                .post(one + "begin_creating/", request -> move(request, CREATING, REQUESTED, ERROR_CREATING))
                .post(
                        one + "set_ok/",
                        request -> move(request, OK, REQUESTED, CREATING, LINKING, VALIDATION, ERROR_CREATING))
                .post(
                        one + "set_error_creating/",
                        request -> move(request, ERROR_CREATING, REQUESTED, CREATING, LINKING, VALIDATION))
                .post(one + "set_validation_complete/", this::completeValidation)
                .post(
                        one + "set_pending_account_linking/",
                        request -> hold(request, LINKING, CREATING, ERROR_CREATING, VALIDATION))
                .post(
                        one + "set_pending_additional_validation/",
                        request -> hold(request, VALIDATION, CREATING, ERROR_CREATING, LINKING));
    }

    /** Adds a user to an offering; an empty name makes one who waits for a name. */
    UUID add(Offering offering, User user, String username) {
        Entry entry = new Entry(offering, user, username, marketplace.now());
        if (entries.putIfAbsent(new Key(offering.uuid, user.uuid()), entry) != null) {
            throw new IllegalStateException("user " + user.uuid() + " is at offering " + offering.uuid + " already");
        }
        byUuid.put(entry.uuid, entry);
        return entry.uuid;
    }

    void restrict(UUID uuid, boolean restricted) {
        Marketplace.known(byUuid, uuid, "offering user").restricted = restricted;
    }

    void state(UUID uuid, String state) {
        if (!STATES.contains(state)) {
            throw new IllegalArgumentException("the sandbox has no state " + state + ", only " + STATES);
        }
        Marketplace.known(byUuid, uuid, "offering user").state = state;
    }

    void consent(UUID uuid, boolean consent) {
        Marketplace.known(byUuid, uuid, "offering user").consent = consent;
    }

    /** Tells whether a user consented to the terms of an offering. */
    boolean consented(Offering offering, User user) {
        Entry entry = entries.get(new Key(offering.uuid, user.uuid()));
        return entry != null && entry.consent;
    }

    OfferingUserSnapshot snapshot(UUID uuid) {
        return Marketplace.known(byUuid, uuid, "offering user").snapshot();
    }

    Collection<OfferingUserSnapshot> of(Offering offering) {
        return entries.values().stream()
                .filter(entry -> entry.offering == offering)
                .map(Entry::snapshot)
                .toList();
    }

    /** Adds to a team member what is known of the user at the offering. */
    void putInto(ObjectNode member, Offering offering, User user) {
        Entry entry = entries.get(new Key(offering.uuid, user.uuid()));
        member.put("offering_user_username", entry == null ? null : entry.username);
        member.put("offering_user_state", entry == null ? null : entry.state);
    }

    private Response list(Request request) {
        Predicate<Entry> wanted = new Filters<Entry>(request.query())
                .uuid("offering_uuid", entry -> entry.offering.uuid)
                .uuid("user_uuid", entry -> entry.user.uuid())
                .choice("state", STATES, entry -> entry.state)
                .flag("is_restricted", entry -> entry.restricted)
                .text("user_username", entry -> entry.user.username())
                .build()
                .and(entry -> entry.offering.access != Access.NONE);
        return pages.answer(request, entries.values(), wanted, this::json);
    }

    private Response patch(Request request) {
        Entry entry = entry(request);
        Input input = Input.of(request);
        if (!input.raw("username").isMissingNode()) {
            String username = input.optionalText("username", 100);
            boolean isNew = !username.isEmpty() && !username.equals(entry.username);
            entry.username = username;
            if (isNew && WAITS_FOR_NAME.contains(entry.state)) {
                entry.state = OK;
            }
        }
        entry.modified = marketplace.now();
        return Response.json(200, json(entry));
    }

    private Response move(Request request, String target, String... valid) {
        Entry entry = entry(request);
        if (!List.of(valid).contains(entry.state)) {
            throw Refusals.wrongState(valid);
        }
        entry.state = target;
        entry.modified = marketplace.now();
        return Response.empty(200);
    }

    private Response completeValidation(Request request) {
        Response response = move(request, OK, VALIDATION, LINKING);
        Entry entry = entry(request);
        entry.comment = "";
        entry.commentUrl = "";
        return response;
    }

    private Response hold(Request request, String target, String... valid) {
        Input input = Input.of(request);
        String comment = input.optionalText("comment", 10_000);
        String url = input.optionalText("comment_url", 200);
        if (!url.isEmpty()) {
            input.url("comment_url");
        }
        Response response = move(request, target, valid);
        Entry entry = entry(request);
        entry.comment = comment;
        entry.commentUrl = url;
        return response;
    }

    private Entry entry(Request request) {
        return Ids.parse(request.pathParameter("uuid"))
                .map(byUuid::get)
                .filter(entry -> entry.offering.access != Access.NONE)
                .orElseThrow(() -> Refusals.unknown("OfferingUser"));
    }

    private ObjectNode json(Entry entry) {
        ObjectNode json = Json.object();
        json.put("url", links.to("marketplace-offering-users", entry.uuid));
        json.put("uuid", Ids.hex(entry.uuid));
        json.put("user", links.to("users", entry.user.uuid()));
        json.put("offering", links.to("marketplace-provider-offerings", entry.offering.uuid));
        json.put("username", entry.username);
        json.put("offering_uuid", Ids.hex(entry.offering.uuid));
        json.put("offering_name", entry.offering.name);
        json.put("user_uuid", Ids.hex(entry.user.uuid()));
        json.put("user_username", entry.user.username());
        List<String> exposed = entry.offering.exposedUserAttributes;
        if (exposed.contains("full_name")) {
            json.put("user_full_name", entry.user.fullName());
        }
        if (exposed.contains("email")) {
            json.put("user_email", entry.user.email());
        }
        json.put("created", entry.created.toString());
        json.put("modified", entry.modified.toString());
        json.put("customer_uuid", Ids.hex(entry.offering.provider.uuid()));
        json.put("customer_name", entry.offering.provider.name());
        json.put("is_restricted", entry.restricted);
        json.put("state", entry.state);
        json.put("runtime_state", "Active");
        json.put("service_provider_comment", entry.comment);
        json.put("service_provider_comment_url", entry.commentUrl);
        json.put("has_consent", entry.consent);
        return json;
    }
}
