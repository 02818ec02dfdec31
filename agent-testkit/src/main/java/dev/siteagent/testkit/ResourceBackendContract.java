package dev.siteagent.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.BackendResource;
import dev.siteagent.spi.Diagnosis;
import dev.siteagent.spi.Lookup;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.Resource;
import dev.siteagent.spi.ResourceBackend;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What {@link ResourceBackend} promises. Extend it with a fixture. */
@Timeout(120)
public abstract class ResourceBackendContract extends BackendContract {
    private static final int AT_ONCE = 8;

    @Test
    void pingAndPreflightSucceedOnAHealthyCloud() throws Exception {
        ResourceBackend backend = open();
        backend.ping();
        backend.preflight();
        assertThat(backend.diagnose().healthy()).isTrue();
    }

    @Test
    void createMakesOneResourceAndTellsItsId() throws Exception {
        ResourceBackend backend = open();
        Resource made = created(backend, ordered("web"));
        assertThat(cloud().existing(made.uuid()))
                .containsExactly(made.backendId().orElseThrow());
    }

    @Test
    void createOfTheSameResourceAgainMakesNoSecond() throws Exception {
        ResourceBackend backend = open();
        Resource resource = ordered("web");
        Resource first = created(backend, resource);
        Resource second = created(backend, resource);
        assertThat(second.backendId()).isEqualTo(first.backendId());
        assertThat(cloud().existing(resource.uuid())).hasSize(1);
    }

    @Test
    void createAfterARestartAdoptsWhatTheFirstProcessMade() throws Exception {
        Resource resource = ordered("web");
        ResourceBackend before = open();
        Outcome unfinished = before.create(request(before, resource));
        assertThat(unfinished).isNotNull();
        Resource adopted = created(open(), resource);
        assertThat(cloud().existing(resource.uuid()))
                .containsExactly(adopted.backendId().orElseThrow());
    }

    @Test
    void resourcesWithTheSameNameAreDifferentResources() throws Exception {
        ResourceBackend backend = open();
        Resource one = created(backend, ordered("web"));
        Resource other = created(backend, ordered("web"));
        assertThat(one.backendId()).isNotEqualTo(other.backendId());
    }

    @Test
    void manyCreatesAtOnceMakeOneResourceEach() throws Exception {
        ResourceBackend backend = open();
        List<Resource> resources = new ArrayList<>();
        List<Callable<Outcome>> calls = new ArrayList<>();
        for (int i = 0; i < AT_ONCE; i++) {
            Resource resource = ordered("web-" + i);
            resources.add(resource);
            calls.add(() -> backend.create(request(backend, resource)));
        }
        ExecutorService executor = Executors.newFixedThreadPool(AT_ONCE);
        try {
            for (Future<Outcome> result : executor.invokeAll(calls, 60, TimeUnit.SECONDS)) {
                assertThat(result.get()).isNotNull();
            }
        } finally {
            executor.shutdownNow();
        }
        for (Resource resource : resources) {
            created(backend, resource);
            assertThat(cloud().existing(resource.uuid())).hasSize(1);
        }
    }

    @Test
    void readFindsWhatIsThereAndMissesWhatIsNot() throws Exception {
        ResourceBackend backend = open();
        Resource there = created(backend, ordered("there"));
        Resource gone = created(backend, ordered("gone"));
        deleted(backend, gone);
        Map<UUID, Lookup<BackendResource>> found = backend.read(List.of(there, gone));
        assertThat(found).containsOnlyKeys(there.uuid(), gone.uuid());
        assertThat(found.get(there.uuid())).isInstanceOfSatisfying(Lookup.Present.class, present -> assertThat(
                        ((BackendResource) present.value()).backendId())
                .isEqualTo(there.backendId().orElseThrow()));
        assertThat(found.get(gone.uuid())).isInstanceOf(Lookup.Absent.class);
    }

    @Test
    void readOfNothingIsEmpty() throws Exception {
        assertThat(open().read(List.of())).isEmpty();
    }

    @Test
    void readAgainTellsTheSame() throws Exception {
        ResourceBackend backend = open();
        Resource resource = created(backend, ordered("web"));
        assertThat(backend.read(List.of(resource))).isEqualTo(backend.read(List.of(resource)));
    }

    @Test
    void deleteLeavesNothing() throws Exception {
        ResourceBackend backend = open();
        Resource resource = created(backend, ordered("web"));
        deleted(backend, resource);
        assertThat(cloud().existing(resource.uuid())).isEmpty();
    }

    @Test
    void deleteOfWhatIsAbsentIsSuccess() throws Exception {
        ResourceBackend backend = open();
        Resource resource = created(backend, ordered("web"));
        deleted(backend, resource);
        deleted(backend, resource);
        deleted(backend, ordered("never-made"));
    }

    @Test
    void deleteFindsAResourceWhoseIdWasNeverRecorded() throws Exception {
        ResourceBackend backend = open();
        Resource resource = ordered("web");
        created(backend, resource);
        deleted(open(), resource);
        assertThat(cloud().existing(resource.uuid())).isEmpty();
    }

    @Test
    void deleteTouchesNoOtherResource() throws Exception {
        ResourceBackend backend = open();
        Resource kept = created(backend, ordered("web"));
        deleted(backend, created(backend, ordered("web")));
        assertThat(cloud().existing(kept.uuid())).hasSize(1);
    }

    @Test
    void interruptedCreateEndsSoonAndALaterOneFinishesTheWork() throws Exception {
        ResourceBackend backend = open();
        Resource resource = ordered("web");
        Thread.currentThread().interrupt();
        try {
            backend.create(request(backend, resource));
        } catch (InterruptedException e) {
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
        } catch (BackendException e) {
            throw new AssertionError("an interrupt is answered by InterruptedException", e);
        } finally {
            // A backend that did not wait did not notice; the flag must not disturb the rest of the test.
            Thread.interrupted();
        }
        created(backend, resource);
        assertThat(cloud().existing(resource.uuid())).hasSize(1);
    }

    @Test
    void noTextShowsASecret() throws Exception {
        ResourceBackend backend = open();
        Resource resource = created(backend, ordered("web"));
        Diagnosis diagnosis = backend.diagnose();
        List<String> texts = List.of(
                backend.toString(),
                diagnosis.toString(),
                backend.traits().toString(),
                backend.read(List.of(resource)).toString());
        for (String secret : cloud().secrets()) {
            assertThat(texts).noneMatch(text -> text.contains(secret));
        }
    }
}
