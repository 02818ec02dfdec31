package dev.siteagent.core.membership;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.sandbox.waldur.NewOrder;
import dev.siteagent.sandbox.waldur.ResourceSnapshot.State;
import dev.siteagent.spi.BackendResource.Power;
import dev.siteagent.spi.ResourceState;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Power, metadata, limits, the state of resources and when they were last synced. */
class StatusTest {
    private final MembershipFixture fixture = new MembershipFixture();
    private final TestCloud cloud = new TestCloud();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void pausedIsPausedElseDownscaledIsDownscaledElseRestored() throws Exception {
        fixture.waldur.setFlags(fixture.resource("1"), true, true, false);
        fixture.waldur.setFlags(fixture.resource("2"), false, true, false);
        fixture.resource("3");
        cloud.add("1");
        cloud.add("2");
        cloud.add("3").power = Power.OFF;

        MembershipReport report = fixture.run(cloud);

        assertThat(cloud.calls).containsExactlyInAnyOrder("pause 1", "downscale 2", "restore 3");
        assertThat(report.changed()).isEqualTo(3);
    }

    @Test
    void machinesThatTakeTheirTimeArePolledTogether() throws Exception {
        cloud.switching = 3;
        for (String id : List.of("1", "2")) {
            fixture.waldur.setFlags(fixture.resource(id), true, false, false);
            cloud.add(id).metadata = Map.of("status", "off");
        }

        MembershipReport report = fixture.run(cloud);

        assertThat(report.synced()).isEqualTo(2);
        assertThat(cloud.machines.values())
                .allSatisfy(machine -> assertThat(machine.power).isEqualTo(Power.OFF));
        assertThat(cloud.calls).contains("poll PAUSE 1 h").hasSize(8);
        assertThat(fixture.writes()).contains("set_backend_metadata");
    }

    @Test
    void whatOutlastsTheCycleIsGoneOnWithInTheNextAndNotBegunAgain() throws Exception {
        cloud.switching = 2;
        UUID resource = fixture.resource("1");
        fixture.waldur.setFlags(resource, true, false, false);
        cloud.add("1");
        MembershipCycle cycle = fixture.cycle(cloud);
        fixture.stopWhen(() -> cloud.calls.contains("pause 1"));

        MembershipReport first = fixture.run(cycle);
        fixture.stopWhen(() -> false);
        MembershipReport second = fixture.run(cycle);

        assertThat(first.left()).isEqualTo(1);
        assertThat(second.synced()).isEqualTo(1);
        assertThat(cloud.calls).containsExactly("pause 1", "poll PAUSE 1 h", "poll PAUSE 1 h");
    }

    @Test
    void powerIsNotTouchedWhenAnOrderBeganSinceTheList() throws Exception {
        UUID resource = fixture.resource("1");
        cloud.add("1").power = Power.OFF;
        cloud.onRead(
                () -> fixture.waldur.terminateOrder(resource, NewOrder.plain().autoApproved()));

        fixture.run(cloud);

        assertThat(cloud.calls).isEmpty();
        assertThat(fixture.at(resource).state()).isNotEqualTo(State.ERRED);
    }

    @Test
    void metadataAreComparedByValueAndWrittenOnlyWhenTheyDiffer() throws Exception {
        UUID resource = fixture.resource("1");
        Map<String, Object> first = new LinkedHashMap<>();
        first.put("cores", 1);
        first.put("made", "2026-11-30T10:00:00Z");
        first.put("nets", Map.of("a", 1, "b", 2.0));
        cloud.add("1").metadata = first;
        MembershipCycle cycle = fixture.cycle(cloud);
        fixture.run(cycle);
        assertThat(fixture.writes()).contains("set_backend_metadata");

        Map<String, Object> again = new LinkedHashMap<>();
        again.put("nets", Map.of("b", 2, "a", 1.0));
        again.put("made", "2026-11-30T10:00:00.000+00:00");
        again.put("cores", 1.0);
        cloud.machines.get("1").metadata = again;
        fixture.run(cycle);
        assertThat(fixture.writes()).isEmpty();

        cloud.machines.get("1").metadata = Map.of("cores", 2);
        fixture.run(cycle);
        assertThat(fixture.writes()).containsExactly("set_backend_metadata", "refresh_last_sync");
        assertThat(fixture.at(resource).backendMetadata().toString()).isEqualTo("{\"cores\":2}");
    }

    @Test
    void limitsComeFromTheBackendInWaldursUnitsAndOthersStay() throws Exception {
        fixture.component("cpu", 60);
        UUID resource = fixture.resource("1");
        cloud.add("1").limits = Map.of("cpu", 120L);
        MembershipCycle cycle = fixture.cycle(cloud);

        fixture.run(cycle);

        assertThat(fixture.at(resource).limits()).containsEntry("cpu", 2L);
        fixture.run(cycle);
        assertThat(fixture.writes()).isEmpty();
    }

    @Test
    void lastSyncOfAnUnchangedResourceIsRecordedWhenItGetsOld() throws Exception {
        fixture.resource("1");
        cloud.add("1");

        fixture.run(cloud);
        assertThat(fixture.writes()).isEmpty();

        fixture.clock = Clock.offset(Clock.systemUTC(), Duration.ofMinutes(61));
        fixture.run(cloud);
        assertThat(fixture.writes()).containsExactly("refresh_last_sync");
    }

    @Test
    void erredResourceThatWorksIsOkAgain() throws Exception {
        UUID works = fixture.resource("1");
        UUID boots = fixture.resource("2");
        cloud.add("1");
        cloud.add("2").ready = false;
        fixture.err(works, "it did not work");
        fixture.err(boots, "it did not work");

        fixture.run(cloud);

        assertThat(fixture.at(works).state()).isEqualTo(State.OK);
        assertThat(fixture.at(boots).state()).isEqualTo(State.ERRED);
    }

    @Test
    void resourceThatFailedIsErredWithDetailsOnceAndTheOthersAreSynced() throws Exception {
        UUID bad = fixture.resource("1");
        UUID good = fixture.resource("2");
        cloud.add("1").power = Power.OFF;
        cloud.add("2").limits = Map.of("cpu", 4L);
        cloud.failures.put("restore 1", TestCloud.REFUSED);
        MembershipCycle cycle = fixture.cycle(cloud);

        MembershipReport report = fixture.run(cycle);

        assertThat(report.failed()).isEqualTo(1);
        assertThat(report.synced()).isEqualTo(1);
        assertThat(fixture.at(bad).state()).isEqualTo(State.ERRED);
        assertThat(fixture.at(bad).errorMessage()).contains("restore 1 is refused");
        assertThat(fixture.at(good).limits()).containsEntry("cpu", 4L);
        fixture.run(cycle);
        assertThat(fixture.writes()).isEmpty();
    }

    @Test
    void faultOfThePluginFailsOnlyTheResourceThatProvokesIt() throws Exception {
        UUID bad = fixture.resource("1");
        fixture.resource("2");
        fixture.resource("3");
        cloud.add("1");
        cloud.add("2");
        cloud.add("3");
        cloud.failures.put("read 1", TestCloud.FAULT);

        MembershipReport report = fixture.run(cloud);

        assertThat(report.synced()).isEqualTo(2);
        assertThat(fixture.at(bad).errorMessage()).contains("Internal backend error");
    }

    @Test
    void outageOfTheBackendErrsNothing() throws Exception {
        UUID resource = fixture.resource("1");
        cloud.add("1");
        cloud.failures.put("read 1", TestCloud.BUSY);

        MembershipReport one = fixture.run(cloud);
        cloud.failures.put("read all", TestCloud.REFUSED);
        MembershipReport all = fixture.run(cloud);

        assertThat(one.problems()).hasSize(1);
        assertThat(all.problems()).hasSize(1);
        assertThat(fixture.at(resource).state()).isEqualTo(State.OK);
        assertThat(fixture.writes()).isEmpty();
    }

    @Test
    void outageOfWaldurErrsNothing() throws Exception {
        UUID resource = fixture.resource("1");
        cloud.add("1").limits = Map.of("cpu", 9L);
        fixture.refuse("/api/marketplace-provider-resources/{uuid}/set_limits/", 502);

        MembershipReport report = fixture.run(cloud);

        assertThat(report.problems()).hasSize(1);
        assertThat(fixture.at(resource).state()).isEqualTo(State.OK);
        assertThat(fixture.writes()).doesNotContain("set_as_erred", "refresh_last_sync");
    }

    @Test
    void outageThatMeetsManyInARowCutsTheCycleShortAndLaterOnesTakeThoseLast() throws Exception {
        for (int i = 10; i < 40; i++) {
            fixture.resource(fixture.waldur.people().addProject("P" + i), "" + i);
            cloud.add("" + i).power = Power.OFF;
            if (i < 30) {
                cloud.failures.put("restore " + i, TestCloud.BUSY);
            }
        }
        MembershipCycle cycle = fixture.cycle(cloud);

        MembershipReport first = fixture.run(cycle);
        fixture.run(cycle);
        MembershipReport third = fixture.run(cycle);

        assertThat(first.failed()).isEqualTo(10);
        assertThat(first.synced()).isZero();
        assertThat(first.problems()).last().asString().contains("cut short");
        assertThat(third.synced()).isEqualTo(10);
    }

    @Test
    void resourceThatWorksAgainIsReachedThoughNeighboursFailEveryTime() throws Exception {
        for (int i = 10; i < 30; i++) {
            fixture.resource("" + i);
            cloud.add("" + i).power = Power.OFF;
            cloud.failures.put("restore " + i, TestCloud.BUSY);
        }
        MembershipCycle cycle = fixture.cycle(cloud);
        fixture.run(cycle);
        fixture.run(cycle);

        cloud.failures.remove("restore 10");
        cloud.failures.remove("restore 29");
        int synced = fixture.run(cycle).synced() + fixture.run(cycle).synced();

        assertThat(synced).isGreaterThanOrEqualTo(2);
        assertThat(cloud.machines.get("10").power).isEqualTo(Power.ON);
        assertThat(cloud.machines.get("29").power).isEqualTo(Power.ON);
    }

    @Test
    void resourcesThatTheBackendCannotReadLeaveAllOthersSynced() throws Exception {
        for (int i = 10; i < 22; i++) {
            fixture.resource("" + i);
            cloud.add("" + i);
            if (i < 20) {
                cloud.failures.put("read " + i, TestCloud.BUSY);
            }
        }

        MembershipReport report = fixture.run(cloud);

        assertThat(report.failed()).isEqualTo(10);
        assertThat(report.synced()).isEqualTo(2);
        assertThat(report.problems()).noneMatch(problem -> problem.contains("cut short"));
    }

    @Test
    void resourceThatTheBackendLacksIsSkippedAndShownAsSuchOnce() throws Exception {
        UUID resource = fixture.resource("1");
        MembershipCycle cycle = fixture.cycle(cloud);

        MembershipReport report = fixture.run(cycle);

        assertThat(report.absent()).isEqualTo(1);
        assertThat(report.problems()).isEmpty();
        assertThat(fixture.writes()).containsExactly("set_backend_metadata");
        assertThat(fixture.at(resource).backendMetadata().path("error").asText())
                .isEqualTo("gone");
        assertThat(fixture.at(resource).state()).isEqualTo(State.OK);
        fixture.run(cycle);
        assertThat(fixture.writes()).isEmpty();
    }

    @Test
    void resourceWithAnOrderInHandIsLeftToTheNextCycle() throws Exception {
        UUID resource = fixture.resource("1");
        cloud.add("1").limits = Map.of("cpu", 9L);
        fixture.claimed.add(resource);

        MembershipReport report = fixture.run(cloud);

        assertThat(report.left()).isEqualTo(1);
        assertThat(fixture.writes()).isEmpty();
    }

    @Test
    void onlyHandledStatesWithABackendIdAreSynced() throws Exception {
        fixture.resource("");
        UUID ordered = fixture.resource("2");
        fixture.waldur.terminateOrder(ordered, NewOrder.plain().autoApproved());
        cloud.add("2").limits = Map.of("cpu", 9L);
        fixture.err(fixture.resource("3"), "x");
        cloud.add("3");
        cloud.traits = cloud.traits.withHandledStates(Set.of(ResourceState.OK));

        MembershipReport report = fixture.run(cloud);

        assertThat(report.synced()).isZero();
        assertThat(fixture.writes()).isEmpty();
    }

    @Test
    void singleResourcesCanBeSyncedWithoutTheOthers() throws Exception {
        UUID one = fixture.resource("1");
        UUID other = fixture.resource("2");
        cloud.add("1").limits = Map.of("cpu", 5L);
        cloud.add("2").limits = Map.of("cpu", 5L);

        MembershipReport report = fixture.cycle(cloud).run(fixture.served(), List.of(one, UUID.randomUUID()));

        assertThat(report.synced()).isEqualTo(1);
        assertThat(fixture.at(one).limits()).containsEntry("cpu", 5L);
        assertThat(fixture.at(other).limits()).containsEntry("cpu", 1L);
    }

    @Test
    void failedPreflightSkipsTheCycle() throws Exception {
        fixture.resource("1");
        cloud.traits = cloud.traits.withPreflightEachCycle(true);
        cloud.failures.put("ping", TestCloud.BUSY);

        MembershipReport report = fixture.run(cloud);

        assertThat(report.problems()).singleElement().asString().contains("ping");
        assertThat(fixture.requests()).isZero();
    }
}
