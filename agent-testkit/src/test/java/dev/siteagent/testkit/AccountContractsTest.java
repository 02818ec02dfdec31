package dev.siteagent.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.spi.OfferingUser;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contracts of users' accounts find what is wrong, and nothing that is right. */
class AccountContractsTest {
    @ParameterizedTest
    @ValueSource(classes = {Attributes.class, Usernames.class})
    void goodBackendPasses(Class<?> contract) {
        assertThat(Broken.rules(contract)).isEmpty();
    }

    @Test
    void attributesThatReplaceAllOthersAreFound() {
        assertThat(Broken.rules(Replacing.class)).containsOnlyKeys("attributeThatDidNotChangeStays");
    }

    @Test
    void emptyTextThatIsIgnoredIsFound() {
        assertThat(Broken.rules(Keeping.class)).containsOnlyKeys("emptyTextRemovesTheValue");
    }

    @Test
    void namesOfUsersWhoWereNotAskedForAreFound() {
        assertThat(Broken.rules(Gossiping.class)).containsKey("onlyThoseWhoAreAskedForAreTold");
    }

    static class Attributes extends UserAttributesBackendContract {
        final FakeMirror.Shelf shelf = new FakeMirror.Shelf();

        FakeMirror backend(FakeCloud cloud) {
            return new FakeMirror(cloud, shelf);
        }

        @Override
        protected BackendFixture fixture() {
            return new FakeCloud(this::backend);
        }

        @Override
        protected Optional<String> attribute(String username, String name) {
            return Optional.ofNullable(shelf.attributes.get(username + " " + name));
        }
    }

    static class Usernames extends UsernameReconciliationBackendContract {
        final FakeMirror.Shelf shelf = new FakeMirror.Shelf();

        FakeMirror backend(FakeCloud cloud) {
            return new FakeMirror(cloud, shelf);
        }

        @Override
        protected BackendFixture fixture() {
            return new FakeCloud(this::backend);
        }

        @Override
        protected void assign(OfferingUser user, String username) {
            shelf.usernames.put(user.uuid(), username);
        }
    }

    static class Replacing extends Attributes {
        @Override
        FakeMirror backend(FakeCloud cloud) {
            return new FakeMirror(cloud, shelf) {
                @Override
                public void updateUserAttributes(String username, Map<String, String> attributes) {
                    shelf.attributes.keySet().removeIf(key -> key.startsWith(username + " "));
                    super.updateUserAttributes(username, attributes);
                }
            };
        }
    }

    static class Keeping extends Attributes {
        @Override
        FakeMirror backend(FakeCloud cloud) {
            return new FakeMirror(cloud, shelf) {
                @Override
                public void updateUserAttributes(String username, Map<String, String> attributes) {
                    Map<String, String> filled = new HashMap<>(attributes);
                    filled.values().removeIf(String::isEmpty);
                    super.updateUserAttributes(username, filled);
                }
            };
        }
    }

    static class Gossiping extends Usernames {
        @Override
        FakeMirror backend(FakeCloud cloud) {
            return new FakeMirror(cloud, shelf) {
                @Override
                public Map<UUID, String> assignedUsernames(Collection<OfferingUser> users) {
                    return Map.copyOf(shelf.usernames);
                }
            };
        }
    }
}
