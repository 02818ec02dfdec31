package dev.siteagent.digitalocean.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.siteagent.digitalocean.FreeBudgets;
import dev.siteagent.digitalocean.TestClock;
import dev.siteagent.digitalocean.api.ApiException.Subject;
import dev.siteagent.digitalocean.api.DropletRequest.Features;
import dev.siteagent.spi.Secret;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

@Timeout(60)
class FailuresTest {
    private static final String TOKEN = "dop_v1_0123456789";

    private final AnsweringServer server = new AnsweringServer();
    private final TestClock clock = new TestClock();
    private final DigitalOceanApi api = api(server.url());

    private DigitalOceanApi api(URI url) {
        ApiConnection connection = new ApiConnection(
                url, Secret.of(TOKEN), Optional.empty(), "test", Duration.ofSeconds(2), Duration.ofSeconds(10));
        return new DigitalOceanApi(connection, new FreeBudgets(clock), clock, clock::advance, new Random(1));
    }

    @AfterEach
    void close() throws Exception {
        api.close();
        server.close();
    }

    private ApiException createFails(int status, String body) {
        server.answer(status, body);
        return createFails();
    }

    private ApiException createFails() {
        DropletRequest request = new DropletRequest(
                "web", "fra1", "s-1vcpu-1gb", "ubuntu", List.of(), List.of("a"), null, Features.NONE);
        return catchThrowableOfType(ApiException.class, () -> api.createDroplet(request));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    You specified an invalid size for Droplet creation.                      | SIZE
                    Size is not available in this region.                                    | SIZE
                    You specified an invalid region for Droplet creation.                    | REGION
                    The region is not available at present.                                  | REGION
                    You specified an invalid image for Droplet creation.                     | IMAGE
                    The image you specified is not available in the selected region.         | IMAGE
                    123 are invalid key identifiers for Droplet creation.                    | SSH_KEY
                    SSH Key is already in use on your account                                | KEY_IN_USE
                    Droplet is already powered on                                            | STATE
                    Droplet is currently on. Please power it off to run this event.          | STATE
                    Droplet is already this size.                                            | STATE
                    Only valid hostname characters are allowed. (a-z, A-Z, 0-9, . and -)     | OTHER
                    """)
    void refusalsTellWhatIsWrong(String message, Subject subject) {
        ApiException failure = createFails(422, error("unprocessable_entity", message));
        assertThat(failure).isInstanceOfSatisfying(ApiException.Invalid.class, invalid -> assertThat(invalid.subject())
                .isEqualTo(subject));
        assertThat(failure).hasMessageContaining(message).hasMessageStartingWith("Cannot create droplet web: ");
        assertThat(failure.providerMessage()).isEqualTo(message);
        assertThat(failure.retryable()).isFalse();
        assertThat(failure.mayHaveTakenEffect()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    creating this/these droplet(s) will exceed your droplet limit
                    You have reached your droplet limit. Please contact support to raise it.
                    """)
    void reachedLimitIsAQuota(String message) {
        assertThat(createFails(422, error("unprocessable_entity", message)))
                .isInstanceOf(ApiException.QuotaReached.class)
                .hasMessageContaining("raise the limit");
        assertThat(createFails(403, error("forbidden", message))).isInstanceOf(ApiException.QuotaReached.class);
    }

    @Test
    void pendingEventIsALock() {
        ApiException failure = createFails(422, error("unprocessable_entity", "Droplet already has a pending event."));
        assertThat(failure).isInstanceOf(ApiException.Locked.class);
        assertThat(failure.retryable()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Your team is locked.", "This image is blocked.", "The account is locked"})
    void whatIsNotADropletsLockIsNotWaitedFor(String message) {
        assertThat(createFails(422, error("unprocessable_entity", message))).isInstanceOf(ApiException.Invalid.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 499, 502})
    void timeOutOfAGatewayMayHaveTakenEffect(int status) {
        assertThat(createFails(status, "").mayHaveTakenEffect()).isTrue();
    }

    @Test
    void tokenThatIsNotAcceptedIsPermanent() {
        ApiException failure = createFails(401, error("Unauthorized", "Unable to authenticate you"));
        assertThat(failure).isInstanceOf(ApiException.BadToken.class).hasMessageContaining("backend_settings");
        assertThat(failure.retryable()).isFalse();
    }

    @Test
    void missingScopeIsNamedByTheOperationOrByDigitalOcean() {
        ApiException derived = createFails(403, error("Forbidden", "You are not authorized to perform this operation"));
        assertThat(((ApiException.MissingScope) derived).scope()).isEqualTo("droplet:create");
        assertThat(derived).hasMessageContaining("scope droplet:create");

        ApiException told = createFails(403, error("Forbidden", "missing permission ssh_key:read"));
        assertThat(((ApiException.MissingScope) told).scope()).isEqualTo("ssh_key:read");
    }

    @Test
    void absenceIsBelievedFromDigitalOceanOnly() {
        server.answer(404, error("not_found", "The resource you were accessing could not be found."));
        assertThat(catchThrowableOfType(ApiException.class, () -> api.droplet(7)))
                .isInstanceOf(ApiException.NotFound.class)
                .hasMessageContaining("droplet 7");
        for (String body :
                List.of("<html>Not Found</html>", "", "[]", "404 page not found", "{\"message\":\"Not Found\"}")) {
            for (int i = 0; i < 3; i++) {
                server.answer(404, body);
            }
            assertThat(catchThrowableOfType(ApiException.class, () -> api.droplet(7)))
                    .as(body)
                    .isInstanceOf(ApiException.Unavailable.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "{", "<html>no</html>", "{}"})
    void refusalThatCannotBeReadTellsNothingOfWhatIsWrong(String body) {
        ApiException failure = createFails(422, body);
        assertThat(failure).isInstanceOf(ApiException.Unavailable.class);
        assertThat(failure.mayHaveTakenEffect()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"500", "502", "503", "504", "599"})
    void serverErrorLeavesTheOutcomeOpen(int status) {
        ApiException failure = createFails(status, "<html><style>x{}</style><h1>Bad &amp; broken</h1></html>");
        assertThat(failure).isInstanceOf(ApiException.Unavailable.class);
        assertThat(failure.mayHaveTakenEffect()).isTrue();
        assertThat(failure).hasMessageContaining("looked up before").hasMessageNotContaining("<h1>");
    }

    @ParameterizedTest
    @CsvSource(value = {"not json", "[]", "''", "'{\"droplet\":7}'", "'{\"droplet\":{}}'"})
    void successThatCannotBeReadLeavesTheOutcomeOpen(String body) {
        ApiException failure = createFails(202, body);
        assertThat(failure).isInstanceOf(ApiException.Unavailable.class);
        assertThat(failure.mayHaveTakenEffect()).isTrue();
    }

    @Test
    void refusedConnectionHadNoEffect() {
        URI nobody = server.url();
        server.close();
        DigitalOceanApi unreachable = api(nobody);
        DropletRequest request = new DropletRequest("web", "fra1", "s", "i", List.of(), List.of(), null, Features.NONE);
        ApiException failure = catchThrowableOfType(ApiException.class, () -> unreachable.createDroplet(request));
        assertThat(failure).isInstanceOf(ApiException.Unavailable.class);
        assertThat(failure.mayHaveTakenEffect()).isFalse();
        assertThat(failure.retryable()).isTrue();
    }

    @Test
    void redirectIsNotFollowed() {
        server.answer(302, Map.of("Location", server.url() + "/elsewhere"), "");
        assertThat(createFails()).isInstanceOf(ApiException.Unavailable.class);
        assertThat(server.received()).hasSize(1);
    }

    @Test
    void minuteLimitWaitsAsToldAndHourLimitUntilTheReset() {
        String body = error("too_many_requests", "API Rate limit exceeded.");
        long inHalfAnHour = clock.instant().plusSeconds(1800).getEpochSecond();
        server.answer(429, Map.of("ratelimit-reset", Long.toString(inHalfAnHour)), body);
        ApiException hour = createFails();
        assertThat(hour.retryAfterIfTold())
                .hasValueSatisfying(wait -> assertThat(wait).isBetween(Duration.ofMinutes(25), Duration.ofMinutes(30)));
        assertThat(hour.mayHaveTakenEffect()).isFalse();
        assertThat(server.received()).hasSize(1);
    }

    @Test
    void resetThatIsFartherAwayThanTheLongestWindowIsNotBelieved() {
        String body = error("too_many_requests", "API Rate limit exceeded.");
        long nextYear = clock.instant().plus(Duration.ofDays(365)).getEpochSecond();
        server.answer(429, Map.of("ratelimit-reset", Long.toString(nextYear)), body);
        assertThat(createFails().retryAfterIfTold()).contains(Duration.ofHours(1));
    }

    @ParameterizedTest
    @CsvSource({
        "retry-after, 0, 1",
        "retry-after, -5, 15",
        "retry-after, 'Sun, 01 Mar 2026 11:59:00 GMT', 1",
        "ratelimit-reset, 1772362800, 15"
    })
    void refusalThatAsksForNoWaitDoesNotMakeAStorm(String header, String value, int seconds) {
        for (int i = 0; i < 5; i++) {
            server.answer(429, Map.of(header, value), error("too_many_requests", "API Rate limit exceeded."));
        }
        Instant start = clock.instant();
        assertThat(createFails().retryAfterIfTold()).contains(Duration.ofSeconds(seconds));
        assertThat(Duration.between(start, clock.instant())).isEqualTo(Duration.ofSeconds(4L * seconds));
    }

    @Test
    void textOfTheProviderIsCleanedAndCutAndNeverHoldsTheToken() {
        ApiException failure =
                createFails(422, error("x", "bad\\u0000\\n\\n  token " + TOKEN + " " + "y".repeat(1000)));
        assertThat(failure.getMessage())
                .contains("bad token ***")
                .doesNotContain(TOKEN)
                .hasSizeLessThan(600);
    }

    @Test
    void requestIdIsKeptForSupport() {
        assertThat(createFails(422, "{\"id\":\"x\",\"message\":\"m\",\"request_id\":\"4d9d8375\"}"))
                .hasMessageContaining("[request 4d9d8375]");
    }

    @Test
    void interruptBreaksARequestOff() throws Exception {
        server.answerAfter(8_000, 200, "{}");
        CompletableFuture<Throwable> ended = new CompletableFuture<>();
        Thread caller = new Thread(() -> {
            try {
                api.account();
                ended.complete(null);
            } catch (ApiException | InterruptedException e) {
                ended.complete(e);
            }
        });
        caller.start();
        while (server.received().isEmpty()) {
            Thread.onSpinWait();
        }
        long start = System.nanoTime();
        caller.interrupt();
        assertThat(ended.get()).isInstanceOf(InterruptedException.class);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(4));
    }

    @Test
    void noLogShowsTheTokenEvenWhenAllIsLogged() {
        Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        Level before = root.getLevel();
        ListAppender<ILoggingEvent> events = new ListAppender<>();
        events.start();
        root.addAppender(events);
        root.setLevel(Level.TRACE);
        Logger library = (Logger) LoggerFactory.getLogger("com.myjeeva");
        library.setLevel(Level.TRACE);
        try {
            createFails(422, error("x", "no"));
        } finally {
            root.setLevel(before);
            library.setLevel(Level.OFF);
            root.detachAppender(events);
        }
        assertThat(events.list).isNotEmpty();
        assertThat(events.list).noneMatch(event -> event.getFormattedMessage().contains(TOKEN));
    }

    private static String error(String id, String message) {
        return "{\"id\":\"" + id + "\",\"message\":\"" + message + "\"}";
    }
}
