package dev.siteagent.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class SpiRecordsTest {
    private static final UUID UUID_1 = UUID.fromString("11111111-1111-1111-1111-111111111111");

    @Test
    void secretTellsNothingOfItsValue() {
        assertThat(Secret.of("dop_v1_abc")).hasToString("Secret[hidden]").isEqualTo(Secret.of("dop_v1_abc"));
        assertThat(new ApiKeysBackend.ApiKey("client", Secret.of("s3cret")).toString())
                .doesNotContain("s3cret");
    }

    @Test
    void resourceShowsNeitherAttributesNorOptions() {
        assertThat(resource(Map.of("user_data", "password: hunter2")).toString())
                .contains(UUID_1.toString())
                .doesNotContain("hunter2");
    }

    @Test
    void recordsKeepTheirContentWhenTheCallerChangesItsMap() {
        Map<String, Object> attributes = new HashMap<>(Map.of("size", "small"));
        Resource resource = resource(attributes);
        attributes.put("size", "large");
        assertThat(resource.attributes()).containsEntry("size", "small");
        assertThatThrownBy(() -> resource.attributes().put("size", "large"))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void jsonValuesMayBeNull() {
        Map<String, Object> metadata = new HashMap<>();
        metadata.put("public_ipv4", null);
        assertThat(BackendResource.ready("1").withMetadata(metadata).metadata()).containsEntry("public_ipv4", null);
    }

    @Test
    void blankBackendIdIsRefused() {
        assertThatThrownBy(() -> resource(Map.of()).withBackendId(" ")).hasMessageContaining("backendId");
    }

    @Test
    void handleFitsWhatWaldurKeeps() {
        assertThat(new Handle("x".repeat(Handle.MAX_LENGTH)).isEmpty()).isFalse();
        assertThatThrownBy(() -> new Handle("x".repeat(Handle.MAX_LENGTH + 1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Handle("größe")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void pendingNeedsAPauseBeforeThePoll() {
        assertThatThrownBy(() -> new Outcome.Pending(Optional.empty(), Handle.NONE, Duration.ZERO, "booting"))
                .hasMessageContaining("pollAfter");
    }

    @Test
    void failureNamesTheMachineThatExists() {
        BackendException failure = new PermanentBackendException("no address").withBackendId("42");
        assertThat(failure.backendId()).contains("42");
        assertThat(new TransientBackendException("busy", null)
                        .retryAfter(Duration.ofSeconds(3))
                        .withBackendId("7"))
                .satisfies(t -> assertThat(t.retryAfter()).contains(Duration.ofSeconds(3)))
                .satisfies(t -> assertThat(t.backendId()).contains("7"));
    }

    @Test
    void traitsChangeOneValueAndKeepTheRest() {
        BackendTraits traits = BackendTraits.defaults()
                .withIds(BackendTraits.Ids.CHOSEN_BY_HOST)
                .withCreateNeeds(Set.of(BackendTraits.CreateNeed.TEAM))
                .withTeamFetch(3, Duration.ofMillis(10));
        assertThat(traits.ids()).isEqualTo(BackendTraits.Ids.CHOSEN_BY_HOST);
        assertThat(traits.createNeeds()).containsExactly(BackendTraits.CreateNeed.TEAM);
        assertThat(traits.teamFetchAttempts()).isEqualTo(3);
        assertThat(traits.handledStates()).containsExactlyInAnyOrder(ResourceState.OK, ResourceState.ERRED);
        assertThatThrownBy(() -> traits.withTeamFetch(0, Duration.ZERO)).hasMessageContaining("teamFetchAttempts");
    }

    @Test
    void componentRefusesAFactorThatLosesTheAmount() {
        assertThatThrownBy(() -> new Component(
                        "cpu",
                        "CPU",
                        "Cores",
                        Component.Accounting.LIMIT,
                        BigDecimal.ZERO,
                        BigDecimal.ONE,
                        false,
                        new NoSettings()))
                .hasMessageContaining("cpu");
    }

    @Test
    void diagnosisIsHealthyUntilSomethingIsBad() {
        var warning = new Diagnosis.Finding(Diagnosis.Level.WARNING, "3 droplets left in the quota");
        var bad = new Diagnosis.Finding(Diagnosis.Level.BAD, "the token was refused");
        assertThat(new Diagnosis(List.of(warning)).healthy()).isTrue();
        assertThat(new Diagnosis(List.of(warning, bad)).healthy()).isFalse();
    }

    private static Resource resource(Map<String, Object> attributes) {
        return new Resource(
                UUID_1,
                "web",
                "web-1",
                Optional.empty(),
                Optional.empty(),
                ResourceState.CREATING,
                new Resource.ProjectRef(UUID_1, "p", "Project", Optional.empty(), "c"),
                Optional.empty(),
                Map.of(),
                attributes,
                Map.of(),
                Map.of(),
                Optional.empty());
    }
}
