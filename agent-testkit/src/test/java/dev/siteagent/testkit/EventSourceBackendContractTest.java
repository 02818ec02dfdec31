package dev.siteagent.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.spi.EventSourceBackend;
import dev.siteagent.spi.Resource;
import java.time.Duration;
import java.util.Collection;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class EventSourceBackendContractTest {
    @Test
    void goodBackendPasses() {
        assertThat(Broken.rules(Good.class)).isEmpty();
    }

    @Test
    void announcementAfterTheEndIsFound() {
        assertThat(Broken.rules(Endless.class)).containsOnlyKeys("noAnnouncementComesAfterTheEnd");
    }

    @Test
    void endOfOneSubscriptionThatEndsAllLaterOnesIsFound() {
        assertThat(Broken.rules(Once.class)).containsOnlyKeys("subscriptionThatIsClosedCanBeMadeAgain");
    }

    @Test
    void announcementOfSomethingElseIsFound() {
        assertThat(Broken.rules(Wrong.class).get("workThatMovedIsAnnounced")).contains("by the resource's UUID");
    }

    @Test
    void secretIsFound() {
        assertThat(Broken.rules(Tells.class)).containsOnlyKeys("subscriptionShowsNoSecret");
    }

    static class Good extends EventSourceBackendContract {
        final Collection<EventSourceBackend.Listener> listeners = new CopyOnWriteArrayList<>();

        Announcing backend(FakeCloud cloud) {
            return new Announcing(cloud, listeners);
        }

        @Override
        protected BackendFixture fixture() {
            return new FakeCloud(this::backend);
        }

        @Override
        protected void announce(Resource resource) {
            listeners.forEach(listener -> listener.moved(resource.uuid()));
        }
    }

    static class Endless extends Good {
        @Override
        Announcing backend(FakeCloud cloud) {
            return new Announcing(cloud, listeners) {
                @Override
                public Subscription listen(Listener listener) {
                    super.listen(listener);
                    return () -> {};
                }
            };
        }
    }

    static class Once extends Good {
        @Override
        protected Duration patience() {
            return Duration.ofMillis(200);
        }

        @Override
        Announcing backend(FakeCloud cloud) {
            return new Announcing(cloud, listeners) {
                private final AtomicBoolean ended = new AtomicBoolean();

                @Override
                public Subscription listen(Listener listener) {
                    Subscription subscription = super.listen(resource -> {
                        if (!ended.get()) {
                            listener.moved(resource);
                        }
                    });
                    return () -> {
                        ended.set(true);
                        subscription.close();
                    };
                }
            };
        }
    }

    static class Wrong extends Good {
        @Override
        protected void announce(Resource resource) {
            listeners.forEach(listener -> listener.moved(UUID.randomUUID()));
        }
    }

    static class Tells extends Good {
        @Override
        Announcing backend(FakeCloud cloud) {
            return new Announcing(cloud, listeners) {
                @Override
                public String toString() {
                    return "wss://agent:hunter2@cloud.example";
                }
            };
        }
    }

    static class Announcing extends FakeBackend implements EventSourceBackend {
        private final Collection<Listener> listeners;

        Announcing(FakeCloud cloud, Collection<Listener> listeners) {
            super(cloud);
            this.listeners = listeners;
        }

        @Override
        public Subscription listen(Listener listener) {
            listeners.add(listener);
            return () -> listeners.remove(listener);
        }
    }
}
