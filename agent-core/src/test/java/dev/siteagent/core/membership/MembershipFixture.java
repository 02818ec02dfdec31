package dev.siteagent.core.membership;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.core.orders.OrderFixture;
import dev.siteagent.sandbox.http.Fault;
import dev.siteagent.sandbox.http.Json;
import dev.siteagent.sandbox.http.RecordedRequest;
import dev.siteagent.sandbox.http.Requests;
import dev.siteagent.sandbox.http.Response;
import dev.siteagent.sandbox.waldur.NewOrder;
import dev.siteagent.sandbox.waldur.OfferingUserSnapshot;
import dev.siteagent.sandbox.waldur.People;
import dev.siteagent.sandbox.waldur.ResourceSnapshot;
import dev.siteagent.sandbox.waldur.WaldurContract;
import dev.siteagent.sandbox.waldur.WaldurSandbox;
import dev.siteagent.spi.Component;
import dev.siteagent.spi.ResourceBackend;
import dev.siteagent.spi.UsernameBackend;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BooleanSupplier;

/** A simulated Waldur with one offering and one project, and cycles over it that wait for nothing. */
final class MembershipFixture implements AutoCloseable {
    final OrderFixture orders = new OrderFixture();
    final WaldurSandbox waldur = orders.waldur;
    final UUID offering = orders.offering;
    final UUID project = orders.project;
    final Set<UUID> claimed = new HashSet<>();
    private final Map<String, UUID> users = new HashMap<>();

    Optional<UsernameBackend> usernames = Optional.empty();
    Clock clock = Clock.systemUTC();
    Duration lastSyncAge = Duration.ofHours(1);
    boolean reconcileUsernames;
    private BooleanSupplier stopping = () -> false;
    int moves;

    /** Makes the cycle of a backend. */
    MembershipCycle cycle(ResourceBackend backend) {
        return new MembershipCycle(orders.client, backend, usernames, surroundings());
    }

    private Surroundings surroundings() {
        Claims claims = new Claims() {
            @Override
            public boolean claim(UUID resource) {
                return claimed.add(resource);
            }

            @Override
            public void release(UUID resource) {
                assertThat(claimed.remove(resource)).isTrue();
            }
        };
        return new Surroundings(
                claims, orders.exposure, () -> moves++, () -> stopping.getAsBoolean(), pause -> {}, clock);
    }

    /** Sets when the agent begins to stop. */
    void stopWhen(BooleanSupplier when) {
        stopping = when;
    }

    MembershipOffering served() throws InterruptedException {
        Map<String, Component> components = orders.components;
        return new MembershipOffering(
                offering,
                components,
                orders.client
                        .serviceProviders()
                        .ofCustomer(orders.client.offerings().get(offering).customerUuid()),
                orders.client.offerings().get(offering).pluginOptions(),
                reconcileUsernames,
                lastSyncAge);
    }

    /** Runs one cycle; the log of requests then holds those of the cycle. */
    MembershipReport run(MembershipCycle cycle) throws InterruptedException {
        MembershipOffering served = served();
        waldur.requests().clear();
        Set<UUID> before = Set.copyOf(claimed);
        MembershipReport report = cycle.run(served);
        assertThat(claimed).isEqualTo(before);
        assertContract();
        return report;
    }

    MembershipReport run(ResourceBackend backend) throws InterruptedException {
        return run(cycle(backend));
    }

    private void assertContract() {
        WaldurContract.find().ifPresent(contract -> assertThat(contract.violations(waldur.requests().all().stream()
                        .filter(request -> !request.path().endsWith("/set_effective_id/"))
                        .toList()))
                .isEmpty());
    }

    /** Adds a resource that is OK in the project. */
    UUID resource(String backendId) {
        return resource(project, backendId);
    }

    UUID resource(UUID inProject, String backendId) {
        return waldur.addResource(
                offering, inProject, NewOrder.named("r" + backendId).limit("cpu", 1), backendId);
    }

    /** Adds a member of the project who has an account at the offering. */
    UUID member(String username) {
        return member(project, username);
    }

    UUID member(UUID of, String username) {
        People people = waldur.people();
        UUID user = people.addUser("waldur-" + username, "Full " + username, username + "@example.com");
        users.put(username, user);
        people.addMember(of, user, "PROJECT.MEMBER");
        return people.addOfferingUser(offering, user, username);
    }

    /** Returns the Waldur user of a name at the offering. */
    UUID userOf(String username) {
        return users.get(username);
    }

    OfferingUserSnapshot user(UUID offeringUser) {
        return waldur.people().offeringUser(offeringUser);
    }

    ResourceSnapshot at(UUID resource) {
        return waldur.resource(resource);
    }

    /** Marks a resource as erred, as an earlier cycle would have. */
    void err(UUID resource, String message) throws InterruptedException {
        orders.client.resources().setAsErred(resource, message, "");
    }

    /** Returns the writes of the last cycle, such as {@code set_limits}. */
    List<String> writes() {
        return orders.writes();
    }

    long requests() {
        return waldur.requests().all().size();
    }

    long reads(String path) {
        return waldur.requests().all().stream()
                .map(RecordedRequest::path)
                .filter(read -> read.matches(path))
                .count();
    }

    /** Lets Waldur refuse all requests of a path, such as {@code /api/projects/{uuid}/}. */
    void refuse(String path, int status) {
        waldur.faults()
                .on(Requests.path(path))
                .always(Fault.answer(Response.json(status, Json.object().put("detail", "no"))));
    }

    void component(String type, long factor) {
        orders.unitFactor(type, factor);
    }

    /** Limits a user of a resource. */
    void userLimit(UUID resource, String username, String amount) {
        waldur.setUserLimit(resource, "cpu", username, new BigDecimal(amount));
    }

    @Override
    public void close() {
        assertThat(waldur.failures()).isEmpty();
        orders.close();
    }
}
