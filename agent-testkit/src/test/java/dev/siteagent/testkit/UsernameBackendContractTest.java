package dev.siteagent.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.spi.OfferingUser;
import dev.siteagent.spi.UsernameBackend;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class UsernameBackendContractTest {
    @Test
    void goodBackendPasses() {
        assertThat(Broken.rules(Good.class)).isEmpty();
    }

    @Test
    void anotherNameInANewProcessIsFound() {
        assertThat(Broken.rules(Forgets.class).get("userGetsTheSameNameAgainInANewProcess"))
                .contains("username backend: the same user gets the same name");
    }

    @Test
    void sharedNameIsFound() {
        assertThat(Broken.rules(OneForAll.class))
                .containsOnlyKeys("usersGetDifferentNames")
                .hasEntrySatisfying("usersGetDifferentNames", message -> assertThat(message)
                        .contains("two users never share a name"));
    }

    @Test
    void secretIsFound() {
        assertThat(Broken.rules(Tells.class))
                .containsOnlyKeys("noTextShowsASecret")
                .hasEntrySatisfying(
                        "noTextShowsASecret", message -> assertThat(message).contains("nothing secret in toString"));
    }

    @Test
    void callThatFailsOnAnInterruptIsFound() {
        assertThat(Broken.rules(Swallows.class))
                .containsOnlyKeys("interruptedCallEndsSoon")
                .hasEntrySatisfying("interruptedCallEndsSoon", message -> assertThat(message)
                        .contains("InterruptedException"));
    }

    static class Good extends UsernameBackendContract {
        private final Map<UUID, String> directory = new ConcurrentHashMap<>();

        @Override
        protected UsernameBackend open() {
            return user ->
                    new UsernameBackend.Assignment.Assigned(directory.computeIfAbsent(user.uuid(), uuid -> name(user)));
        }

        String name(OfferingUser user) {
            return "u-" + user.userUsername();
        }

        @Override
        protected Set<String> secrets() {
            return Set.of("hunter2");
        }
    }

    static class Forgets extends Good {
        @Override
        protected UsernameBackend open() {
            String process = UUID.randomUUID().toString();
            return user -> new UsernameBackend.Assignment.Assigned(user.userUsername() + process);
        }
    }

    static class OneForAll extends Good {
        @Override
        String name(OfferingUser user) {
            return "guest";
        }
    }

    static class Tells extends Good {
        @Override
        String name(OfferingUser user) {
            return user.userUsername() + "-hunter2";
        }
    }

    static class Swallows extends Good {
        @Override
        protected UsernameBackend open() {
            UsernameBackend good = super.open();
            return user -> {
                try {
                    new CountDownLatch(0).await();
                    if (Thread.interrupted()) {
                        throw new InterruptedException();
                    }
                    return good.usernameFor(user);
                } catch (InterruptedException e) {
                    throw new IllegalStateException("broken off", e);
                }
            };
        }
    }
}
