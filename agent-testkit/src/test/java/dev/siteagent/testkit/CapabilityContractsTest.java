package dev.siteagent.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.spi.ApiKeysBackend;
import dev.siteagent.spi.Attempt;
import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.Order;
import dev.siteagent.spi.Outcome;
import dev.siteagent.spi.PendingWork;
import dev.siteagent.spi.PermanentBackendException;
import dev.siteagent.spi.Resource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contracts find what is wrong, and nothing that is right. */
class CapabilityContractsTest {
    @ParameterizedTest
    @ValueSource(classes = {Pending.class, Limits.class, Review.class, Keys.class, Homes.class})
    void goodBackendPasses(Class<?> contract) {
        assertThat(Broken.rules(contract)).isEmpty();
    }

    @Test
    void pollThatFailsForAllIsFound() {
        assertThat(Broken.rules(Impatient.class)).containsOnlyKeys("handleThatNobodyGaveSpoilsNoOtherWork");
    }

    @Test
    void limitsOfOneUserForAllAreFound() {
        assertThat(Broken.rules(ForAll.class).get("limitsOfOneUserLeaveThoseOfAnotherAlone"))
                .contains("user limits: they are per username");
    }

    @Test
    void orderThatIsNeverRejectedIsFound() {
        assertThat(Broken.rules(Generous.class).get("unacceptableOrderIsRejectedWithAReason"))
                .contains("order review: an order that can never be served is rejected");
    }

    @Test
    void rotationThatDropsUnknownKeysIsFound() {
        assertThat(Broken.rules(Sweeping.class).get("rotationThatDoesNotKnowTheOthersDropsNone"))
                .contains("nothing may be dropped");
    }

    @Test
    void homesThatAreSaidToBeMadeAgainAreFound() {
        assertThat(Broken.rules(Boasting.class)).containsOnlyKeys("homeThatExistsIsSuccessAndNothingNew");
    }

    static class Pending extends PendingWorkBackendContract {
        FakeBackend backend(FakeCloud cloud) {
            return new FakeBackend(cloud);
        }

        @Override
        protected BackendFixture fixture() {
            return new FakeCloud(this::backend);
        }
    }

    static class Limits extends UserLimitsBackendContract {
        FakeBackend backend(FakeCloud cloud) {
            return new FakeBackend(cloud);
        }

        @Override
        protected BackendFixture fixture() {
            return new FakeCloud(this::backend);
        }

        @Override
        protected Map<String, Long> userLimits() {
            return Map.of("cpu", 1L);
        }

        @Override
        protected Map<String, Long> otherUserLimits() {
            return Map.of("cpu", 2L);
        }
    }

    static class Review extends OrderReviewBackendContract {
        FakeBackend backend(FakeCloud cloud) {
            return new FakeBackend(cloud);
        }

        @Override
        protected BackendFixture fixture() {
            return new FakeCloud(this::backend);
        }

        @Override
        protected Optional<Order> unacceptable(Order order) {
            return Optional.of(new Order(
                    order.uuid(),
                    order.type(),
                    order.resourceUuid(),
                    order.resourceName(),
                    order.project(),
                    order.projectDescription(),
                    order.plan(),
                    order.limits(),
                    order.attributes(),
                    order.created(),
                    order.createdByUsername(),
                    order.createdByEmail(),
                    "a pony",
                    order.providerMessage()));
        }
    }

    static class Keys extends ApiKeysBackendContract {
        FakeBackend backend(FakeCloud cloud) {
            return new FakeBackend(cloud);
        }

        private FakeCloud cloud;

        @Override
        protected BackendFixture fixture() {
            cloud = new FakeCloud(this::backend);
            return cloud;
        }

        @Override
        protected boolean works(Resource resource, ApiKeysBackend.ApiKey key) {
            return key.equals(cloud.keys.get(key.clientId()));
        }
    }

    static class Homes extends HomeDirectoriesBackendContract {
        FakeBackend backend(FakeCloud cloud) {
            return new FakeBackend(cloud);
        }

        private FakeCloud cloud;

        @Override
        protected BackendFixture fixture() {
            cloud = new FakeCloud(this::backend);
            return cloud;
        }

        @Override
        protected List<String> usernames() {
            return List.of("ada", "bob");
        }

        @Override
        protected boolean hasHome(String username) {
            return cloud.homes.contains(username);
        }
    }

    static class Impatient extends Pending {
        @Override
        FakeBackend backend(FakeCloud cloud) {
            return new FakeBackend(cloud) {
                @Override
                public Map<UUID, Attempt<Outcome>> poll(Collection<PendingWork> works) throws BackendException {
                    Map<UUID, Attempt<Outcome>> results = super.poll(works);
                    if (results.values().stream().anyMatch(result -> result instanceof Attempt.Failed)) {
                        throw new PermanentBackendException("one of them failed");
                    }
                    return results;
                }
            };
        }
    }

    static class ForAll extends Limits {
        @Override
        FakeBackend backend(FakeCloud cloud) {
            return new FakeBackend(cloud) {
                @Override
                public void setUserLimits(Resource resource, String username, Map<String, Long> limits) {
                    super.setUserLimits(resource, "ada", limits);
                    super.setUserLimits(resource, "bob", limits);
                }
            };
        }
    }

    static class Generous extends Review {
        @Override
        FakeBackend backend(FakeCloud cloud) {
            return new FakeBackend(cloud) {
                @Override
                public Decision review(Order order) {
                    return new Decision.Accept();
                }
            };
        }
    }

    static class Sweeping extends Keys {
        @Override
        FakeBackend backend(FakeCloud cloud) {
            return new FakeBackend(cloud) {
                @Override
                public ApiKey rotateKey(String backendId, String clientId, Optional<Set<String>> known) {
                    return super.rotateKey(backendId, clientId, Optional.of(known.orElse(Set.of(clientId))));
                }
            };
        }
    }

    static class Boasting extends Homes {
        @Override
        FakeBackend backend(FakeCloud cloud) {
            return new FakeBackend(cloud) {
                @Override
                public Map<String, Attempt<Boolean>> createHomeDirectories(Collection<String> usernames, String umask) {
                    Map<String, Attempt<Boolean>> results = super.createHomeDirectories(usernames, umask);
                    results.replaceAll((username, result) -> new Attempt.Succeeded<>(true));
                    return results;
                }
            };
        }
    }
}
