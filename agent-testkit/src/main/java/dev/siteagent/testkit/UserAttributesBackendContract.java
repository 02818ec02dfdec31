package dev.siteagent.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.siteagent.spi.BackendException;
import dev.siteagent.spi.UserAttributesBackend;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What {@link UserAttributesBackend} promises.
 *
 * @since 1.0.0
 */
@Timeout(120)
public abstract class UserAttributesBackendContract extends BackendContract {
    private static final String ADA = "ada";
    private static final String BOB = "bob";

    /**
     * Makes the users {@code ada} and {@code bob} known to the cloud, for a backend that keeps attributes of no others.
     *
     * @throws Exception when it does not work, which fails the test
     */
    protected void makeUsers() throws Exception {}

    /** Returns the names of two attributes that the backend keeps. */
    protected List<String> names() {
        return List.of("first_name", "last_name");
    }

    /**
     * Returns an attribute of a user on the cloud, by looking at the cloud itself and not by asking the backend.
     *
     * @param username whose
     * @param name its name in Waldur
     * @return its text, or empty when it has no value
     * @throws Exception when it cannot be told, which fails the test
     */
    protected abstract Optional<String> attribute(String username, String name) throws Exception;

    @Test
    void changedAttributesAreTakenOverInWhateverProcess() throws Exception {
        makeUsers();
        for (String text : List.of("Ada", "Augusta")) {
            attributesBackend().updateUserAttributes(ADA, Map.of(first(), text, second(), text));
            assertThat(attribute(ADA, first()))
                    .as("user attributes: a change is on the cloud")
                    .contains(text);
            assertThat(attribute(ADA, second()))
                    .as("user attributes: so is another that came with it")
                    .contains(text);
        }
    }

    @Test
    void attributesTakenOverTwiceAreSuccessAndNothingNew() throws Exception {
        makeUsers();
        attributesBackend().updateUserAttributes(ADA, Map.of(first(), "Ada"));
        attributesBackend().updateUserAttributes(ADA, Map.of(first(), "Ada"));
        assertThat(attribute(ADA, first()))
                .as("user attributes: taking over is idempotent")
                .contains("Ada");
    }

    @Test
    void emptyTextRemovesTheValue() throws Exception {
        makeUsers();
        UserAttributesBackend backend = attributesBackend();
        backend.updateUserAttributes(ADA, Map.of(first(), "Ada"));
        backend.updateUserAttributes(ADA, Map.of(first(), ""));
        backend.updateUserAttributes(ADA, Map.of(first(), ""));
        assertThat(attribute(ADA, first()).filter(text -> !text.isEmpty()))
                .as("user attributes: an empty text means that the value was removed, once and again")
                .isEmpty();
    }

    @Test
    void attributeThatDidNotChangeStays() throws Exception {
        makeUsers();
        UserAttributesBackend backend = attributesBackend();
        backend.updateUserAttributes(ADA, Map.of(first(), "Ada", second(), "Lovelace"));
        backend.updateUserAttributes(ADA, Map.of(first(), "Augusta"));
        backend.updateUserAttributes(ADA, Map.of());
        assertThat(attribute(ADA, second()))
                .as("user attributes: those that are not given did not change")
                .contains("Lovelace");
    }

    @Test
    void attributesOfOneUserLeaveThoseOfAnotherAlone() throws Exception {
        makeUsers();
        UserAttributesBackend backend = attributesBackend();
        backend.updateUserAttributes(ADA, Map.of(first(), "Ada"));
        backend.updateUserAttributes(BOB, Map.of(first(), "Bob"));
        assertThat(attribute(ADA, first()))
                .as("user attributes: they are per username")
                .contains("Ada");
    }

    @Test
    void userThatIsUnknownIsSuccessOrAFailureOfTheSpi() throws Exception {
        UserAttributesBackend backend = attributesBackend();
        Rules.failsInAWayOfTheSpi(() -> {
            backend.updateUserAttributes("nobody-of-this-name", Map.of(first(), "Nobody"));
            return backend;
        });
    }

    @Test
    void interruptedTakingOverEndsSoon() throws Exception {
        makeUsers();
        UserAttributesBackend backend = attributesBackend();
        Rules.endsWhenInterrupted(() -> {
            backend.updateUserAttributes(ADA, Map.of(first(), "Ada"));
            return backend;
        });
        Rules.showNoSecret(cloud().secrets(), backend);
    }

    private String first() {
        return names().get(0);
    }

    private String second() {
        return names().get(1);
    }

    private UserAttributesBackend attributesBackend() throws BackendException {
        return (UserAttributesBackend) open();
    }
}
