package dev.siteagent.sandbox.waldur;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.siteagent.sandbox.http.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** What the marketplace holds. The mutable ones are touched only under the lock of {@link Marketplace}. */
final class Entities {
    private Entities() {}

    /** An organisation; one that publishes offerings is a service provider too. */
    record Customer(UUID uuid, UUID serviceProvider, String name, String slug) {}

    record User(UUID uuid, String username, String fullName, String email) {}

    record Plan(UUID uuid, String name, Map<String, Long> quotas) {}

    record Member(User user, String role) {}

    record SshKey(UUID uuid, String name, String publicKey) {}

    /** A service account or course account of a project. */
    static final class Account {
        final UUID uuid;
        final Project project;
        final String username;
        String state = "OK";

        Account(UUID uuid, Project project, String username) {
            this.uuid = uuid;
            this.project = project;
            this.username = username;
        }
    }

    static final class Project {
        final UUID uuid;
        final String name;
        final String slug;
        final Customer customer;
        final List<Member> members = new ArrayList<>();
        String endDate;

        Project(UUID uuid, String name, String slug, Customer customer) {
            this.uuid = uuid;
            this.name = name;
            this.slug = slug;
            this.customer = customer;
        }
    }

    static final class Offering {
        final UUID uuid;
        final String name;
        final String slug;
        final Customer provider;
        final List<ObjectNode> components = new ArrayList<>();
        final Map<UUID, Plan> plans = new LinkedHashMap<>();
        final ObjectNode pluginOptions;
        final List<Account> serviceAccounts = new ArrayList<>();
        final List<Account> courseAccounts = new ArrayList<>();
        Access access = Access.FULL;
        List<String> exposedUserAttributes = List.of("username", "full_name", "email");

        Offering(UUID uuid, String name, String slug, Customer provider, ObjectNode pluginOptions) {
            this.uuid = uuid;
            this.name = name;
            this.slug = slug;
            this.provider = provider;
            this.pluginOptions = pluginOptions;
        }
    }

    static final class Resource {
        final UUID uuid;
        final String name;
        final String slug;
        final Offering offering;
        final Project project;
        final ObjectNode attributes;
        final Instant created;
        Plan plan;
        ResourceSnapshot.State state = ResourceSnapshot.State.CREATING;
        Map<String, Long> limits;
        String backendId = "";
        String effectiveId = "";
        JsonNode backendMetadata = Json.object();
        List<ResourceSnapshot.Endpoint> endpoints = List.of();
        JsonNode options = Json.object();
        String errorMessage = "";
        String errorTraceback = "";
        String endDate;
        boolean paused;
        boolean downscaled;
        boolean restrictMemberAccess;
        Instant lastSync;
        Instant modified;
        Order open;

        Resource(
                UUID uuid,
                String name,
                String slug,
                Offering offering,
                Project project,
                NewOrder order,
                Instant created) {
            this.uuid = uuid;
            this.name = name;
            this.slug = slug;
            this.offering = offering;
            this.project = project;
            this.attributes = order.attributesJson();
            this.limits = order.limits();
            this.created = created;
            this.modified = created;
            this.lastSync = created;
        }

        ResourceSnapshot snapshot() {
            return new ResourceSnapshot(
                    uuid,
                    name,
                    slug,
                    state,
                    offering.uuid,
                    project.uuid,
                    plan == null ? null : plan.uuid(),
                    backendId,
                    limits,
                    backendMetadata.deepCopy(),
                    endpoints,
                    errorMessage,
                    paused,
                    downscaled,
                    restrictMemberAccess,
                    lastSync,
                    modified);
        }
    }

    static final class Order {
        final UUID uuid;
        final OrderSnapshot.Type type;
        final Resource resource;
        final Plan plan;
        final Plan oldPlan;
        final Map<String, Long> limits;
        final ObjectNode attributes;
        final Instant created;
        OrderSnapshot.State state;
        String backendId = "";
        String errorMessage = "";
        String errorTraceback = "";
        String rejectionComment = "";
        Instant completed;
        Instant modified;

        Order(UUID uuid, OrderSnapshot.Type type, Resource resource, Plan plan, NewOrder order, Instant created) {
            this.uuid = uuid;
            this.type = type;
            this.resource = resource;
            this.plan = plan;
            this.oldPlan = resource.plan;
            this.limits = order.limits();
            this.attributes = order.attributesJson();
            this.state = order.initial();
            this.created = created;
            this.modified = created;
        }

        OrderSnapshot snapshot() {
            return new OrderSnapshot(
                    uuid,
                    type,
                    state,
                    resource.offering.uuid,
                    resource.uuid,
                    plan == null ? null : plan.uuid(),
                    limits,
                    attributes.deepCopy(),
                    backendId,
                    errorMessage,
                    errorTraceback,
                    rejectionComment,
                    created,
                    modified);
        }
    }
}
