package dev.siteagent.core.membership;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.sandbox.waldur.People;
import dev.siteagent.sandbox.waldur.ResourceSnapshot;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;

/**
 * Random teams, users, accounts, restrictions and failures: who has access after a cycle is what a model says that knows
 * only the rules, and a second cycle without failures changes nothing more than what failed before.
 */
class MembershipModelPropertyTest {
    private static final List<String> NAMES = List.of("anna", "bert", "carl", "dora", "eric", "fred");
    private static final int PROJECTS = 2;
    private static final int RESOURCES = 4;

    /** How a user of a name is in Waldur. */
    enum Account {
        NONE,
        OK,
        RESTRICTED,
        ERROR_CREATING,
        DELETING
    }

    /** How a service account of a name is in Waldur. */
    enum Service {
        NONE,
        ACTIVE,
        CLOSED,
        ERRED,
        PENDING
    }

    /**
     * A user.
     *
     * @param account the account at the offering
     * @param projects the projects that the user is a member of
     */
    record User(Account account, Set<Integer> projects) {}

    /**
     * A resource.
     *
     * @param project its project
     * @param restricted whether nobody shall have access
     * @param present who has access before
     * @param busy whether the backend cannot change its members now
     * @param refused whose access cannot be given or taken
     */
    record Box(int project, boolean restricted, Set<String> present, boolean busy, Set<String> refused) {}

    /**
     * A world.
     *
     * @param users one for each name
     * @param robots the service account of each project
     * @param boxes the resources
     */
    record World(List<User> users, List<Service> robots, List<Box> boxes) {}

    @Provide
    Arbitrary<World> worlds() {
        Arbitrary<Set<Integer>> projects =
                Arbitraries.integers().between(0, PROJECTS - 1).set().ofMaxSize(PROJECTS);
        Arbitrary<User> users =
                Combinators.combine(Arbitraries.of(Account.class), projects).as(User::new);
        List<String> everybody = new ArrayList<>(NAMES);
        everybody.addAll(List.of("robot0", "robot1", "stranger"));
        Arbitrary<Set<String>> people = Arbitraries.of(everybody).set().ofMaxSize(5);
        Arbitrary<Box> boxes = Combinators.combine(
                        Arbitraries.integers().between(0, PROJECTS - 1),
                        Arbitraries.of(false, false, false, true),
                        people,
                        Arbitraries.of(false, false, false, true),
                        Arbitraries.of(everybody).set().ofMaxSize(1))
                .as(Box::new);
        return Combinators.combine(
                        users.list().ofSize(NAMES.size()),
                        Arbitraries.of(Service.class).list().ofSize(PROJECTS),
                        boxes.list().ofSize(RESOURCES))
                .as(World::new);
    }

    @Property(tries = 60, shrinking = ShrinkingMode.BOUNDED)
    void accessAfterACycleIsWhatTheRulesSay(@ForAll("worlds") World world) throws Exception {
        try (MembershipFixture fixture = new MembershipFixture()) {
            TestCluster cluster = new TestCluster();
            List<UUID> resources = build(world, fixture, cluster);
            MembershipCycle cycle = fixture.cycle(cluster);
            boolean anyBusy = false;
            for (int i = 0; i < RESOURCES; i++) {
                Box box = world.boxes().get(i);
                fail(cluster, i, box);
                anyBusy |= box.busy();
            }

            MembershipReport first = fixture.run(cycle);

            for (int i = 0; i < RESOURCES; i++) {
                assertThat(cluster.members.get("" + i))
                        .as("resource %s of %s after failures", i, world)
                        .isEqualTo(expected(world, world.boxes().get(i), refusals(world)));
                assertThat(fixture.at(resources.get(i)).state()).isEqualTo(ResourceSnapshot.State.OK);
            }
            assertThat(first.synced() + first.failed()).isEqualTo(RESOURCES);
            assertThat(first.failed() == 0 || anyBusy).isTrue();

            cluster.failures.clear();
            fixture.run(cycle);
            for (int i = 0; i < RESOURCES; i++) {
                Box calm = withoutFailures(world.boxes().get(i));
                assertThat(cluster.members.get("" + i))
                        .as("resource %s of %s", i, world)
                        .isEqualTo(expected(world, calm, Set.of()));
            }
            cluster.calls.clear();
            fixture.run(cycle);
            assertThat(cluster.calls).isEmpty();
            assertThat(fixture.writes()).isEmpty();
        }
    }

    private static Box withoutFailures(Box box) {
        return new Box(box.project(), box.restricted(), box.present(), false, Set.of());
    }

    /** A name that is refused is so on every resource: the backend has no such account. */
    private static Set<String> refusals(World world) {
        Set<String> refused = new HashSet<>();
        world.boxes().forEach(box -> refused.addAll(box.refused()));
        return refused;
    }

    private static void fail(TestCluster cluster, int number, Box box) {
        if (box.busy()) {
            cluster.failures.put("add " + number, TestCloud.BUSY);
            cluster.failures.put("remove " + number, TestCloud.BUSY);
        }
        box.refused().forEach(name -> {
            cluster.failures.put("add " + name, TestCloud.REFUSED);
            cluster.failures.put("remove " + name, TestCloud.REFUSED);
        });
    }

    /** The rules, said once more and in another way: for each name, what becomes of its access. */
    private static Set<String> expected(World world, Box box, Set<String> refused) {
        Set<String> names = new TreeSet<>(box.present());
        names.addAll(NAMES);
        for (int project = 0; project < PROJECTS; project++) {
            names.add("robot" + project);
        }
        Set<String> after = new TreeSet<>();
        for (String name : names) {
            boolean before = box.present().contains(name);
            boolean stuck = box.busy() || refused.contains(name);
            if (stuck ? before : wanted(world, box, name, before)) {
                after.add(name);
            }
        }
        return after;
    }

    private static boolean wanted(World world, Box box, String name, boolean before) {
        if (box.restricted()) {
            return false;
        }
        if (name.startsWith("robot")) {
            int project = Integer.parseInt(name.substring("robot".length()));
            return project == box.project()
                    && switch (world.robots().get(project)) {
                        case ACTIVE -> true;
                        case ERRED, PENDING -> before;
                        case NONE, CLOSED -> false;
                    };
        }
        int place = NAMES.indexOf(name);
        if (place < 0 || !world.users().get(place).projects().contains(box.project())) {
            return false;
        }
        return switch (world.users().get(place).account()) {
            case OK -> true;
            case ERROR_CREATING -> before;
            case NONE, RESTRICTED, DELETING -> false;
        };
    }

    private static List<UUID> build(World world, MembershipFixture fixture, TestCluster cluster) {
        People people = fixture.waldur.people();
        List<UUID> projects = new ArrayList<>();
        for (int project = 0; project < PROJECTS; project++) {
            projects.add(people.addProject("P" + project));
        }
        for (int project = 0; project < PROJECTS; project++) {
            Service robot = world.robots().get(project);
            if (robot != Service.NONE) {
                UUID account = people.addServiceAccount(fixture.offering, projects.get(project), "robot" + project);
                switch (robot) {
                    case CLOSED -> people.closeAccount(fixture.offering, account);
                    case ERRED -> people.setAccountState(fixture.offering, account, "Erred");
                    case PENDING -> people.setAccountState(fixture.offering, account, "Pending");
                    default -> {
                        // In use, as it is.
                    }
                }
            }
        }
        for (int i = 0; i < NAMES.size(); i++) {
            add(world.users().get(i), NAMES.get(i), projects, fixture);
        }
        List<UUID> resources = new ArrayList<>();
        for (int i = 0; i < RESOURCES; i++) {
            Box box = world.boxes().get(i);
            UUID resource = fixture.resource(projects.get(box.project()), "" + i);
            fixture.waldur.setFlags(resource, false, false, box.restricted());
            cluster.add("" + i, box.present().toArray(String[]::new));
            resources.add(resource);
        }
        return resources;
    }

    private static void add(User user, String name, List<UUID> projects, MembershipFixture fixture) {
        People people = fixture.waldur.people();
        UUID uuid = people.addUser("waldur-" + name, name, name + "@example.com");
        user.projects().forEach(project -> people.addMember(projects.get(project), uuid, "PROJECT.MEMBER"));
        if (user.account() == Account.NONE) {
            return;
        }
        UUID offeringUser = people.addOfferingUser(fixture.offering, uuid, name);
        switch (user.account()) {
            case RESTRICTED -> people.restrictOfferingUser(offeringUser, true);
            case ERROR_CREATING -> people.setOfferingUserState(offeringUser, "Error creating");
            case DELETING -> people.setOfferingUserState(offeringUser, "Deleting");
            default -> {
                // OK, as it is.
            }
        }
    }
}
