package dev.siteagent.digitalocean.api;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.siteagent.spi.TransientBackendException;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.apache.http.client.methods.HttpUriRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends requests within the budget and makes of every outcome an {@link Answer} or an {@link ApiException}.
 *
 * <p>Reads are repeated a few times when no answer came, and anything is repeated that the budget turned away, since
 * that had no effect. A write whose answer was lost is never repeated here. Thread-safe.
 */
final class Transport implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Transport.class);
    private static final int READ_ATTEMPTS = 3;
    private static final int TURNED_AWAY_ATTEMPTS = 5;
    private static final Duration FIRST_BACK_OFF = Duration.ofMillis(250);

    private final HttpExchange http;
    private final TokenBudget budget;
    private final Failures failures;
    private final Clock clock;
    private final Pause pause;
    private final RandomGenerator random;

    Transport(ApiConnection connection, TokenBudget budget, Clock clock, Pause pause, RandomGenerator random) {
        this.http = new HttpExchange(connection);
        this.budget = budget;
        this.failures = new Failures(connection.token());
        this.clock = clock;
        this.pause = pause;
        this.random = random;
    }

    Answer send(Operation operation, HttpUriRequest request) throws ApiException, InterruptedException {
        int turnedAway = 0;
        int unanswered = 0;
        while (true) {
            try {
                return sendOnce(operation, request);
            } catch (ApiException.RateLimited e) {
                // Waiting is the budget's part: it knows of the refusal and holds back whoever asks next.
                if (++turnedAway == TURNED_AWAY_ATTEMPTS || e.getCause() instanceof TransientBackendException) {
                    throw e;
                }
            } catch (ApiException.Unavailable e) {
                if (operation.write() || ++unanswered == READ_ATTEMPTS) {
                    throw e;
                }
                log.debug("Trying again: {}", e.getMessage());
                pause.last(backOff(unanswered));
            }
        }
    }

    private Answer sendOnce(Operation operation, HttpUriRequest request) throws ApiException, InterruptedException {
        try {
            budget.acquire();
        } catch (TransientBackendException e) {
            throw failures.exhausted(operation, e);
        }
        HttpReply reply;
        try {
            reply = http.exchange(request);
        } catch (HttpExchange.UnansweredException e) {
            throw failures.unanswered(operation, e.getMessage(), e.sent(), e.getCause());
        }
        RateStatus rate = reply.rate(clock.instant());
        budget.report(rate);
        if (!reply.success()) {
            throw failures.of(operation, reply, rate.waitFrom(clock.instant()));
        }
        return answer(operation, reply);
    }

    private Answer answer(Operation operation, HttpReply reply) throws ApiException {
        if (reply.status() == 204) {
            return new Answer(204, new JsonObject());
        }
        try {
            JsonElement json = JsonParser.parseString(reply.body());
            if (json.isJsonObject()) {
                return new Answer(reply.status(), json.getAsJsonObject());
            }
            throw failures.unreadable(operation, reply, "it is not a JSON object");
        } catch (JsonParseException e) {
            throw failures.unreadable(operation, reply, "it is not JSON");
        }
    }

    /** The failure of an answer that lacks what the operation answers with. */
    ApiException unreadable(Operation operation, Answer answer, JsonFields.UnreadableException why) {
        return failures.unreadable(operation, new HttpReply(answer.status(), Map.of(), ""), why.getMessage());
    }

    private Duration backOff(int attempt) {
        long most = FIRST_BACK_OFF.toMillis() << (attempt - 1);
        return Duration.ofMillis(most / 2 + random.nextLong(most / 2 + 1));
    }

    @Override
    public void close() throws IOException {
        http.close();
    }
}
